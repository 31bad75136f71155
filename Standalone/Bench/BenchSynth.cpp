#include "Standalone/Bench/BenchSubjects.h"

#include "Engine/Backend/Choice/VoiceBench.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/ParallelFor.h"
#include "Standalone/Bench/BenchOffline.h"
#include "Standalone/CommandLine/Machine/OpenVoices.h"
#include "Standalone/CommandLine/Terminal/Signals.h"
#include "Standalone/CommandLine/Terminal/TextTable.h"

#include <algorithm>
#include <ostream>

namespace melstrom
{

namespace
{

using Json = nlohmann::ordered_json;
using enum TextTable::Side;

constexpr double kRateHz = kBenchRateHz;
constexpr int kMostSegments = kBenchMostSegments, kMaxVoicesTimed = 512;
constexpr VoiceBenchSizes kSizes {5, 2000, 1};

const char* nameOf (WorkloadMotion motion)
{
    return motion == WorkloadMotion::rests   ? "at rest"
           : motion == WorkloadMotion::gains ? "filter moves"
                                             : "pitch moves";
}

/** Checks the renderer, then times it at all block sizes. Fails: interrupted, and errors of check
    and renderer. */
Result<std::vector<VoiceTiming>> measure (const BenchContext& context, const Contestant& contestant,
                                          const VoiceWorkload& workload, Json& row)
{
    if (stopFlag ())
        return Error {ErrorCode::interrupted, "interrupted", {}};
    context.log.info ("checking and timing " + contestant.name + ", " +
                      groupedText (workload.numSinusoids ()) + " partials " +
                      nameOf (workload.motion));
    VoiceBench bench (*contestant.renderer, kSizes);
    MELSTROM_TRY_VALUE (const auto error, bench.check (workload));
    row = {{"renderer", contestant.name},
           {"motion", nameOf (workload.motion)},
           {"sinusoids_timed", workload.numSinusoids ()},
           {"error_db", error}};
    std::vector<VoiceTiming> timings;
    for (const int numSegments : kBenchSegments)
    {
        MELSTROM_TRY_VALUE (const auto timing, bench.time (workload, numSegments));
        timings.push_back (timing);
    }
    return timings;
}

/** Number of sinusoids that can be rendered in real time. */
Result<void> benchRates (const BenchContext& context, const std::vector<Contestant>& contestants)
{
    TextTable table ({left, left, right, right, right, right, right});
    table.addHeading ({"renderer", "partials", "error dB", "block 64", "128", "256", "512"});
    auto& rows = context.json["synth"]["sinusoids_in_real_time"] = Json::array ();
    for (const auto& contestant : contestants)
        for (const auto motion :
             {WorkloadMotion::rests, WorkloadMotion::gains, WorkloadMotion::bends})
        {
            auto workload = contestant.large;
            workload.motion = motion;
            Json row;
            MELSTROM_TRY_VALUE (const auto timings, measure (context, contestant, workload, row));
            std::vector<std::string> cells {contestant.name, nameOf (motion),
                                            fixedText (row["error_db"], 0)};
            for (const auto& timing : timings)
            {
                cells.push_back (shortText (timing.realTimeSinusoids ()));
                row["block_" + std::to_string (timing.numSegments * kControlSamples)] =
                    timing.realTimeSinusoids ();
            }
            table.addRow (cells);
            rows.push_back (row);
        }
    context.out << "\nSynthesizer: most partials in real time, at 48 kHz, from voices to stereo in "
                   "memory; medians.\nError: power of the difference from float64, relative to the "
                   "power of the sound.\n\n"
                << table.text ();
    return {};
}

/** Block times over the number of voices, and the number from which the GPU, the last contestant,
    is faster. */
Result<void> benchVoices (const BenchContext& context, const std::vector<Contestant>& contestants,
                          bool hasGpu)
{
    constexpr int kSegments = 4, kPartials = 512;
    TextTable table ({right, left, right, right, right});
    table.addHeading ({"voices", "renderer", "p50 us", "p99.9 us", "worst us"});
    auto& rows = context.json["synth"]["voices"] = Json::array ();
    int gpuWinsFrom = 0;
    for (const int numVoices : {1, 2, 4, 8, 16, 32, 64, 128, 256})
    {
        std::vector<double> medians;
        for (const auto& contestant : contestants)
        {
            if (stopFlag ())
                return Error {ErrorCode::interrupted, "interrupted", {}};
            MELSTROM_TRY_VALUE (
                const auto timing,
                VoiceBench (*contestant.renderer, kSizes)
                    .time ({numVoices, kPartials, 1, 1, WorkloadMotion::rests}, kSegments));
            medians.push_back (timing.medianSeconds);
            table.addRow ({std::to_string (numVoices), contestant.name,
                           microsecondsText (timing.medianSeconds),
                           microsecondsText (timing.p999Seconds),
                           microsecondsText (timing.worstSeconds)});
            rows.push_back ({{"voices", numVoices},
                             {"partials_a_voice", kPartials},
                             {"renderer", contestant.name},
                             {"p50_seconds", timing.medianSeconds},
                             {"p999_seconds", timing.p999Seconds},
                             {"worst_seconds", timing.worstSeconds}});
        }
        if (hasGpu && gpuWinsFrom == 0 && std::ranges::min_element (medians) == medians.end () - 1)
            gpuWinsFrom = numVoices;
    }
    context.out << "\nBlocks of 128 samples last "
                << microsecondsText (kSegments * kControlSamples / kRateHz) << " us; voices of "
                << kPartials << " partials at rest.\n\n"
                << table.text ();
    if (gpuWinsFrom > 0)
        context.out << "\nThe GPU wins from " << gpuWinsFrom
                    << " voices on: " << groupedText (std::int64_t {gpuWinsFrom} * kPartials)
                    << " partials.\n";
    if (hasGpu)
        context.json["synth"]["gpu_wins_from_sinusoids"] = gpuWinsFrom * kPartials;
    return {};
}

Result<void> addCpu (const BenchContext& context, std::vector<Contestant>& contestants)
{
    const int numThreads = context.request.backend.numThreads.value_or (hardwareThreads ());
    for (int threads = 1; threads <= numThreads; threads += std::max (numThreads - 1, 1))
    {
        MELSTROM_TRY_VALUE (auto renderer, makeCpuVoiceRenderer (
                                               {kMaxVoicesTimed, kMostSegments, kRateHz}, threads));
        contestants.push_back (
            {"CPU, " + std::to_string (threads) + (threads == 1 ? " thread" : " threads"),
             std::move (renderer),
             {4, 512, 16, 1, WorkloadMotion::rests}});
    }
    return {};
}

} // namespace

Result<void> benchSynth (const BenchContext& context)
{
    std::vector<Contestant> contestants;
    MELSTROM_TRY (addCpu (context, contestants));
    const auto& choice = context.request.backend;
    bool hasGpu = false;
    if (choice.kind != BackendChoice::Kind::cpu)
    {
        auto gpu = openGpuVoices (choice.deviceIndex, {kMaxVoicesTimed, kMostSegments, kRateHz});
        hasGpu = gpu.ok ();
        if (! gpu && choice.kind == BackendChoice::Kind::gpu)
            return gpu.error ();
        if (gpu)
        {
            const auto name = (*gpu)->name ();
            contestants.push_back (
                {name, *std::move (gpu), {kMaxVoicesTimed, 8192, 16, 2, WorkloadMotion::rests}});
        }
        else
            context.out << "\nThe synthesizer is not timed on a GPU: " << gpu.error ().message
                        << "\n";
    }
    MELSTROM_TRY (benchRates (context, contestants));
    MELSTROM_TRY (benchVoices (context, contestants, hasGpu));
    return benchOffline (context, contestants);
}

} // namespace melstrom
