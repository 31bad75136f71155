#include "Standalone/Bench/BenchSubjects.h"

#include "Engine/Backend/Choice/VoiceBench.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/ParallelFor.h"
#include "Engine/Core/TimedRuns.h"
#include "Engine/Live/Voices/Synthesizer.h"
#include "Engine/Spec/Patch/PatchToml.h"
#include "Standalone/CommandLine/Machine/OpenVoices.h"

#include <algorithm>
#include <array>
#include <ostream>

namespace melstrom
{

namespace
{

using Json = nlohmann::ordered_json;
using enum TextTable::Side;

constexpr double kRateHz = 48000;
constexpr int kMostSegments = 16, kMaxVoicesTimed = 512, kBlockSamples = 1024;
constexpr VoiceBenchSizes kSizes {5, 2000, 1};
constexpr std::array<std::uint8_t, 5> kKeys {36, 48, 55, 64, 71}; // of a played patch
constexpr double kHeldSeconds = 8, kSeconds = 10;                 // of its notes and of its sound

/** A renderer and its name in the tables. */
struct Contestant
{
    std::string name;
    std::unique_ptr<VoiceRenderer> renderer;
    VoiceWorkload large; ///< large enough to keep the renderer busy
};

const char* nameOf (WorkloadMotion motion)
{
    return motion == WorkloadMotion::rests   ? "at rest"
           : motion == WorkloadMotion::gains ? "filter moves"
                                             : "pitch moves";
}

/** Checks the renderer, then times it at all block sizes. */
Result<void> addRates (const BenchContext& context, const Contestant& contestant,
                       const VoiceWorkload& workload, BenchTable& table)
{
    const char* const motion = nameOf (workload.motion);
    MELSTROM_TRY (context.begin ("checking and timing " + contestant.name + ", " +
                                 groupedText (workload.numSinusoids ()) + " partials " + motion));
    VoiceBench bench (*contestant.renderer, kSizes);
    MELSTROM_TRY_VALUE (const double error, bench.check (workload));
    std::vector<std::string> cells {contestant.name, motion, fixedText (error, 0)};
    Json row {{"renderer", contestant.name},
              {"motion", motion},
              {"sinusoids_timed", workload.numSinusoids ()},
              {"error_db", error}};
    for (const int numSegments : kBenchSegments)
    {
        MELSTROM_TRY_VALUE (const auto timing, bench.time (workload, numSegments));
        cells.push_back (shortText (timing.realTimeSinusoids ()));
        row["block_" + std::to_string (numSegments * kControlSamples)] =
            timing.realTimeSinusoids ();
    }
    table.addRow (std::move (cells), std::move (row));
    return {};
}

/** Number of sinusoids that can be rendered in real time. */
Result<void> benchRates (const BenchContext& context, const std::vector<Contestant>& contestants)
{
    BenchTable table (context.json["synth"]["sinusoids_in_real_time"], {left, left},
                      {"renderer", "partials", "error dB", "block 64", "128", "256", "512"});
    for (const auto& contestant : contestants)
        for (const auto motion :
             {WorkloadMotion::rests, WorkloadMotion::gains, WorkloadMotion::bends})
        {
            auto workload = contestant.large;
            workload.motion = motion;
            MELSTROM_TRY (addRates (context, contestant, workload, table));
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
    BenchTable table (context.json["synth"]["voices"], {right, left},
                      {"voices", "renderer", "p50 us", "p99.9 us", "worst us"});
    int gpuWinsFrom = 0;
    for (const int numVoices : {1, 2, 4, 8, 16, 32, 64, 128, 256})
    {
        std::vector<double> medians;
        for (const auto& contestant : contestants)
        {
            MELSTROM_TRY (checkStop ());
            MELSTROM_TRY_VALUE (
                const auto timing,
                VoiceBench (*contestant.renderer, kSizes)
                    .time ({numVoices, kPartials, 1, 1, WorkloadMotion::rests}, kSegments));
            medians.push_back (timing.medianSeconds);
            table.addRow ({std::to_string (numVoices), contestant.name,
                           microsecondsText (timing.medianSeconds),
                           microsecondsText (timing.p999Seconds),
                           microsecondsText (timing.worstSeconds)},
                          {{"voices", numVoices},
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

std::vector<SynthEvent> chord ()
{
    std::vector<SynthEvent> events;
    for (const auto key : kKeys)
        events.push_back ({0, SynthEventKind::noteOn, 0, key, 0.8f});
    for (const auto key : kKeys)
        events.push_back ({static_cast<std::int64_t> (kHeldSeconds * kRateHz),
                           SynthEventKind::noteOff, 0, key, 0.5f});
    return events;
}

/** Renders from sample 0 to kSeconds. */
Result<void> play (Synthesizer& synth, const std::vector<SynthEvent>& events,
                   std::vector<float>& left, std::vector<float>& right)
{
    constexpr auto numSamples = static_cast<std::int64_t> (kSeconds * kRateHz);
    auto next = events.begin ();
    while (synth.position () < numSamples)
    {
        const auto isLater = [&] (const SynthEvent& event)
        { return event.sample >= synth.position () + kBlockSamples; };
        const auto end = std::find_if (next, events.end (), isLater);
        MELSTROM_TRY (synth.process (
            {std::span (next, end), nullptr, left.data (), right.data (), kBlockSamples}));
        next = end;
    }
    return {};
}

/** Median of three runs. */
Result<double> timesRealTime (Synthesizer& synth, const Patch& patch)
{
    MELSTROM_TRY (synth.setPatch (patch));
    const auto events = chord ();
    std::vector<float> left (kBlockSamples), right (kBlockSamples);
    const auto playOnce = [&]
    {
        synth.reset ();
        return secondsOf ([&] { return play (synth, events, left, right); });
    };
    MELSTROM_TRY_VALUE (const auto seconds, timedRuns ({0, 3}, playOnce));
    return kSeconds / seconds.median ();
}

/** Plays five notes with several patches, from events to stereo, with noise and effects. */
Result<void> benchOffline (const BenchContext& context, std::vector<Contestant> contestants)
{
    BenchTable table (context.json["synth"]["offline"], {left, right, left},
                      {"patch", "partials", "renderer", "x real time"});
    for (auto& contestant : contestants)
    {
        MELSTROM_TRY_VALUE (const auto synth, Synthesizer::make (std::move (contestant.renderer),
                                                                 {256, kMostSegments, kRateHz}));
        for (const char* const name : {"Lead", "Pad", "Aurora", "Deep Current", "Solar Wind"})
        {
            MELSTROM_TRY (checkStop ());
            MELSTROM_TRY_VALUE (const auto patch, findPatch (name));
            MELSTROM_TRY_VALUE (const double ratio, timesRealTime (*synth, patch));
            const std::int64_t numSinusoids = sinusoidsOfNote (patch) * std::ssize (kKeys);
            table.addRow ({name, groupedText (numSinusoids), contestant.name, shortText (ratio)},
                          {{"patch", name},
                           {"renderer", contestant.name},
                           {"sinusoids", numSinusoids},
                           {"times_real_time", ratio}});
        }
    }
    context.out << "\nOffline: five notes for ten seconds, with noise and effects, which the CPU "
                   "always computes. The number of partials\nincludes those above the limit of the "
                   "sample rate.\n\n"
                << table.text ();
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
        if (gpu)
            contestants.push_back ({gpu->renderer->name (),
                                    std::move (gpu->renderer),
                                    {kMaxVoicesTimed, 8192, 16, 2, WorkloadMotion::rests}});
        else
            MELSTROM_TRY (context.withoutGpu ("The synthesizer is not timed on a GPU", gpu.error (),
                                              choice.kind == BackendChoice::Kind::gpu));
    }
    MELSTROM_TRY (benchRates (context, contestants));
    MELSTROM_TRY (benchVoices (context, contestants, hasGpu));
    return benchOffline (context, std::move (contestants));
}

} // namespace melstrom
