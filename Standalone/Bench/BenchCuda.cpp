#include "Standalone/Bench/BenchSubjects.h"

#include "Engine/Backend/Gpu/Device/CudaModule.h"
#include "Standalone/Bench/BenchCudaMel.h"
#include "Standalone/CommandLine/Machine/BandCheck.h"
#include "Standalone/CommandLine/Machine/ReadyBackend.h"
#include "Standalone/CommandLine/Terminal/SizeText.h"
#include "Standalone/CommandLine/Terminal/TextTable.h"

#include <ostream>

namespace melstrom
{

namespace
{

using Json = nlohmann::ordered_json;
using enum TextTable::Side;

/** A preset with changed settings. */
struct SubjectRow
{
    const char* name;
    const char* preset;
    std::optional<int> rateHz;
    std::vector<std::string> settings;
};

/** Fails: badSpec. */
Result<std::vector<BenchFeature>> subjectsOf (const std::vector<SubjectRow>& rows)
{
    std::vector<BenchFeature> subjects;
    for (const auto& row : rows)
    {
        MELSTROM_TRY_VALUE (auto preset, findPreset (row.preset));
        for (const auto& setting : row.settings)
            MELSTROM_TRY (applySetting (preset.spec, setting));
        subjects.push_back (
            {row.name, preset.spec, row.rateHz.value_or (usualRateHz (preset.spec))});
    }
    return subjects;
}

const std::vector<SubjectRow>& subjectsWithBudget ()
{
    static const std::vector<SubjectRow> rows {
        {"whisper-openai-80", "whisper-openai-80", {}, {}},
        {"librosa", "librosa", {}, {}},
        {"librosa, hop 256", "librosa", 48000, {"hop_samples=256"}},
        {"leak-fine", "leak-fine", {}, {}},
        {"leak", "leak", {}, {}}};
    return rows;
}

/** Many frames for each sample and few bytes for each frame, so that transfers do not limit the
    kernels. */
SubjectRow computeBound ()
{
    return {"kaldi-mfcc, hop 8", "kaldi-mfcc", {}, {"hop_samples=8", "stored=f16"}};
}

std::string driverText (int version)
{
    return std::to_string (version / 1000) + "." + std::to_string (version % 1000 / 10);
}

void describe (const CudaParts& parts)
{
    const auto& device = parts.bench.properties ();
    const auto version =
        std::to_string (device.computeMajor) + "." + std::to_string (device.computeMinor);
    parts.json = {{"device", device.name},
                  {"index", device.index},
                  {"compute_capability", version},
                  {"multiprocessors", device.numMultiprocessors},
                  {"memory_bytes", device.totalBytes},
                  {"driver", driverText (device.driverVersion)}};
    parts.context.out << "\nCUDA: " << device.name << ", compute capability " << version << ", "
                      << device.numMultiprocessors << " multiprocessors, "
                      << bytesText (static_cast<double> (device.totalBytes)) << ", driver for CUDA "
                      << driverText (device.driverVersion) << "\n";
}

void showCopies (const CudaParts& parts)
{
    auto& json = parts.json["copies_bytes_per_second"] = Json::object ();
    TextTable table ({left, right});
    table.addHeading ({"copies", "rate"});
    const auto add = [&] (const char* what, const char* key, double bytesPerSecond)
    {
        table.addRow ({what, byteRateText (bytesPerSecond)});
        json[key] = bytesPerSecond;
    };
    const auto& rates = parts.rates;
    add ("device to device, read and written", "within", rates.within);
    add ("pinned memory to device", "pinned_in", rates.pinnedIn);
    add ("device to pinned memory", "pinned_out", rates.pinnedOut);
    add ("both in turn on one stream", "pinned_one_stream", rates.pinnedBothOneStream);
    add ("both at once on two streams", "pinned_two_streams", rates.pinnedBothTwoStreams);
    add ("pageable memory to device", "pageable_in", rates.pageableIn);
    add ("device to pageable memory", "pageable_out", rates.pageableOut);
    parts.context.out << "\n" << table.text ();
}

Result<void> timeAll (CudaParts parts)
{
    const bool isInDepth = parts.context.request.asksFor (BenchSubject::cuda);
    describe (parts);
    const auto subjects = subjectsOf (subjectsWithBudget ());
    const auto fast = subjectsOf ({computeBound ()});
    if (! subjects || ! fast)
        return subjects ? fast.error () : subjects.error ();
    parts.context.log.info ("timing copies");
    MELSTROM_TRY_VALUE (const auto rates, parts.bench.copyRates ());
    parts.rates = rates;
    showCopies (parts);
    MELSTROM_TRY (benchResident (parts, *subjects));
    auto streamed = *subjects;
    if (isInDepth)
        streamed.insert (streamed.end (), fast->begin (), fast->end ());
    return benchPinned (parts, streamed);
}

Result<std::unique_ptr<gpu::Device>> openDevice (int index)
{
    MELSTROM_TRY_VALUE (const auto module, gpu::openCudaModule ());
    return module->openDevice (index);
}

} // namespace

Result<void> benchCuda (const BenchContext& context)
{
    auto& json = context.json["cuda"];
    auto device = openDevice (context.request.backend.deviceIndex);
    if (! device && context.request.needsGpu)
        return device.error ();
    if (! device)
    {
        json = {{"absent", device.error ().message}};
        context.out << "\nCUDA is not timed: " << device.error ().message << "\n";
        return {};
    }
    auto choice = context.request.backend;
    choice.kind = BackendChoice::Kind::gpu;
    MELSTROM_TRY_VALUE (auto backend, openReadyBackend (choice, context.log));
    gpu::GpuBench bench (*std::move (device));
    return timeAll ({context, json, *backend, bench, {}});
}

} // namespace melstrom
