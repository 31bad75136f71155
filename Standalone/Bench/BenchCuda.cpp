#include "Standalone/Bench/BenchSubjects.h"

#include "Engine/Backend/Gpu/Device/CudaModule.h"
#include "Engine/Backend/Gpu/GpuBackend.h"
#include "Engine/Backend/Gpu/GpuBench.h"
#include "Engine/Core/NumberText.h"
#include "Standalone/Bench/BenchMel.h"
#include "Standalone/CommandLine/Machine/BandCheck.h"
#include "Standalone/CommandLine/Machine/ReadyBackend.h"
#include "Standalone/CommandLine/Terminal/SizeText.h"

#include <algorithm>
#include <ostream>

namespace melstrom
{

namespace
{

using Json = nlohmann::ordered_json;
using enum TextTable::Side;

/** Presets with changed settings. The last one has many frames for each sample and few bytes for
    each frame, so that transfers do not limit the kernels. Fails: badSpec. */
Result<std::vector<BenchFeature>> timedFeatures ()
{
    const struct
    {
        const char *name, *preset;
        std::optional<int> rateHz;
        std::vector<std::string> settings;
    } rows[] {{"whisper-openai-80", "whisper-openai-80", {}, {}},
              {"librosa", "librosa", {}, {}},
              {"librosa, hop 256", "librosa", 48000, {"hop_samples=256"}},
              {"bigvgan-22k", "bigvgan-22k", {}, {}},
              {"leak-fine", "leak-fine", {}, {}},
              {"leak", "leak", {}, {}},
              {"kaldi-mfcc, hop 8", "kaldi-mfcc", {}, {"hop_samples=8", "stored=f16"}}};
    std::vector<BenchFeature> features;
    for (const auto& row : rows)
    {
        MELSTROM_TRY_VALUE (auto preset, findPreset (row.preset));
        for (const auto& setting : row.settings)
            MELSTROM_TRY (applySetting (preset.spec, setting));
        features.push_back (
            {row.name, preset.spec, row.rateHz.value_or (usualRateHz (preset.spec))});
    }
    return features;
}

std::string versionText (int major, int minor)
{
    return std::to_string (major) + "." + std::to_string (minor);
}

std::string byteRateText (double bytesPerSecond)
{
    return bytesText (bytesPerSecond) + "/s";
}

std::string percentText (double ratio)
{
    return fixedText (100 * ratio, 0) + "%";
}

/** One GPU, as a backend and as bare kernels. Every feature is checked before it is timed. */
struct GpuParts
{
    const BenchContext& context;
    Json& json; ///< results of this GPU
    Backend& backend;
    gpu::GpuBench& bench;
    gpu::CopyRates rates;
};

void describe (const GpuParts& gpu)
{
    const auto& device = gpu.bench.properties ();
    const auto version = versionText (device.computeMajor, device.computeMinor),
               driver = versionText (device.driverVersion / 1000, device.driverVersion % 1000 / 10);
    gpu.json = {{"device", device.name},
                {"index", device.index},
                {"compute_capability", version},
                {"multiprocessors", device.numMultiprocessors},
                {"memory_bytes", device.totalBytes},
                {"driver", driver}};
    gpu.context.out << "\nCUDA: " << device.name << ", compute capability " << version << ", "
                    << device.numMultiprocessors << " multiprocessors, "
                    << bytesText (static_cast<double> (device.totalBytes)) << ", driver for CUDA "
                    << driver << "\n";
}

void showCopies (const GpuParts& gpu)
{
    auto& json = gpu.json["copies_bytes_per_second"] = Json::object ();
    TextTable table ({left, right});
    table.addHeading ({"copies", "rate"});
    const auto add = [&] (const char* what, const char* key, double bytesPerSecond)
    {
        table.addRow ({what, byteRateText (bytesPerSecond)});
        json[key] = bytesPerSecond;
    };
    add ("device to device, read and written", "within", gpu.rates.within);
    add ("pinned memory to device", "pinned_in", gpu.rates.pinnedIn);
    add ("device to pinned memory", "pinned_out", gpu.rates.pinnedOut);
    add ("both in turn on one stream", "pinned_one_stream", gpu.rates.pinnedBothOneStream);
    add ("both at once on two streams", "pinned_two_streams", gpu.rates.pinnedBothTwoStreams);
    add ("pageable memory to device", "pageable_in", gpu.rates.pageableIn);
    add ("device to pageable memory", "pageable_out", gpu.rates.pageableOut);
    gpu.context.out << "\n" << table.text ();
}

Result<double> check (const GpuParts& gpu, const BenchFeature& feature)
{
    MELSTROM_TRY (
        gpu.context.begin ("checking and timing " + feature.name + " on " + gpu.backend.name ()));
    return checkFeature (gpu.backend, feature);
}

Result<void> addResident (const GpuParts& gpu, const BenchFeature& feature, BenchTable& table)
{
    MELSTROM_TRY_VALUE (const auto worst, check (gpu, feature));
    MELSTROM_TRY_VALUE (const auto timing,
                        gpu.bench.timeResident (feature.spec, feature.rateHz,
                                                gpu::gpuOptionsOf (gpu.context.request.backend)));
    const double share = timing.bytesPerSecond () / gpu.rates.within;
    table.addRow ({feature.name, groupedText (feature.rateHz), timing.variant,
                   fixedText (worst * 1e6, 2) + "e-6", shortText (timing.framesPerSecond ()),
                   shortText (timing.rowsPerSecond ()), byteRateText (timing.bytesPerSecond ()),
                   percentText (share)},
                  jsonOf (feature),
                  {{"variant", timing.variant},
                   {"check_worst_ratio", worst},
                   {"runs", timing.numRuns},
                   {"input_bytes", timing.inputBytes},
                   {"output_bytes", timing.outputBytes},
                   {"seconds_median", timing.medianSeconds},
                   {"seconds_slowest", timing.slowestSeconds},
                   {"frames_per_second", timing.framesPerSecond ()},
                   {"rows_per_second", timing.rowsPerSecond ()},
                   {"share_of_copy", share}});
    return {};
}

/** From samples in device memory, kernels alone. */
Result<void> timeResident (const GpuParts& gpu, const std::vector<BenchFeature>& features)
{
    constexpr gpu::BenchSizes sizes;
    gpu.context.out
        << "\nMel on the device: float32 noise and rows in its memory, kernels alone; median of "
        << sizes.numRuns << " runs over " << (sizes.residentBytes >> 20)
        << " MiB or more.\nMoved: samples read and rows written, each once; share: of the copy "
           "within the device.\nOff by: the bands' largest difference from their definition in "
           "double, over a frame's largest.\n\n"
        << std::flush;
    BenchTable table (
        gpu.json["resident"], {left, right, left},
        {"preset", "Hz", "variant", "off by", "frames/s", "rows/s", "moved", "share"});
    for (const auto& feature : features)
        MELSTROM_TRY (addResident (gpu, feature, table));
    gpu.context.out << table.text ();
    return {};
}

Result<void> addPinned (const GpuParts& gpu, const BenchFeature& feature, BenchTable& table)
{
    MELSTROM_TRY_VALUE (const auto worst, check (gpu, feature));
    constexpr std::int64_t pieceBytes = std::int64_t {32} << 20;
    MELSTROM_TRY_VALUE (const int numSignals, signalsPerPiece (feature, pieceBytes));
    MELSTROM_TRY_VALUE (const auto many, timeMel (gpu.backend, feature, {3, 2.0, numSignals, {}}));
    MELSTROM_TRY_VALUE (const auto single, timeMel (gpu.backend, feature, {3, 0.5, numSignals, 1}));
    const double rate = many.framesPerSecond.median (), in = rate * many.bytesInPerFrame,
                 out = rate * many.bytesOutPerFrame,
                 share = std::max (in / gpu.rates.pinnedIn, out / gpu.rates.pinnedOut);
    table.addRow ({feature.name, groupedText (feature.rateHz), shortText (rate),
                   shortText (rate * many.rowsPerFrame), byteRateText (in), byteRateText (out),
                   percentText (share), shortText (single.framesPerSecond.median ()),
                   many.busyPercent ? fixedText (*many.busyPercent, 0) + "%" : "-"},
                  jsonOf (feature),
                  {{"check_worst_ratio", worst},
                   {"signals_a_piece", numSignals},
                   {"frames_per_second", many.framesPerSecond.inOrder ()},
                   {"rows_per_second", rate * many.rowsPerFrame},
                   {"bytes_in_per_second", in},
                   {"bytes_out_per_second", out},
                   {"share_of_pinned_copy", share},
                   {"frames_per_second_one_at_a_time", single.framesPerSecond.inOrder ()},
                   {"busy_percent", many.busyPercent ? Json (*many.busyPercent) : Json ()}});
    return {};
}

/** From pinned memory to pinned memory, with as many pieces in flight as the backend takes, and
    one at a time. */
Result<void> timePinned (const GpuParts& gpu, const std::vector<BenchFeature>& features)
{
    gpu.context.out << "\nMel from pinned int16 to pinned rows, " << gpu.backend.concurrency ()
                    << " pieces of at most 32 MiB on three streams; share: of the copy in the\n"
                       "busier direction. One at a time: nothing overlaps.\n\n"
                    << std::flush;
    BenchTable table (gpu.json["pinned"], {left},
                      {"preset", "Hz", "frames/s", "rows/s", "in", "out", "share",
                       "frames/s one at a time", "GPU busy"});
    for (const auto& feature : features)
        MELSTROM_TRY (addPinned (gpu, feature, table));
    gpu.context.out << table.text ();
    return {};
}

Result<void> timeAll (GpuParts gpu)
{
    describe (gpu);
    MELSTROM_TRY_VALUE (auto features, timedFeatures ());
    gpu.context.log.info ("timing copies");
    MELSTROM_TRY_VALUE (gpu.rates, gpu.bench.copyRates ());
    showCopies (gpu);
    const auto computeBound = std::move (features.back ());
    features.pop_back ();
    MELSTROM_TRY (timeResident (gpu, features));
    if (gpu.context.request.asksFor (BenchSubject::cuda))
        features.push_back (computeBound);
    return timePinned (gpu, features);
}

Result<std::unique_ptr<gpu::Device>> openDevice (int index)
{
    MELSTROM_TRY_VALUE (const auto module, gpu::openCudaModule ());
    return module->openDevice (index);
}

} // namespace

Result<void> benchCuda (const BenchContext& context)
{
    auto device = openDevice (context.request.backend.deviceIndex);
    if (! device)
    {
        context.json["cuda"] = {{"absent", device.error ().message}};
        return context.withoutGpu ("CUDA is not timed", device.error (), context.request.needsGpu);
    }
    auto choice = context.request.backend;
    choice.kind = BackendChoice::Kind::gpu;
    MELSTROM_TRY_VALUE (const auto backend, openReadyBackend (choice, context.log));
    gpu::GpuBench bench (*std::move (device));
    return timeAll ({context, context.json["cuda"], *backend, bench, {}});
}

} // namespace melstrom
