#include "Tests/Support/Gpu/GpuEmulation.h"

#include "Engine/Backend/Gpu/GpuBackend.h"

#include <algorithm>

namespace melstrom::testing
{

namespace
{
constexpr std::byte kUntouched {0x5a};
}

gpu::GpuOptions fusedOptions ()
{
    gpu::GpuOptions options;
    options.variant = gpu::MelVariant::fused;
    return options;
}

GpuEmulation emulateGpu (const EmulationOptions& device, const gpu::GpuOptions& options)
{
    GpuEmulation emulation;
    emulation.backend =
        gpu::makeGpuBackend (std::make_unique<EmulatedDevice> (device, emulation.record), options);
    return emulation;
}

GpuEmulation emulateFaultyGpu (const DeviceFault& fault, const gpu::GpuOptions& options)
{
    GpuEmulation emulation;
    EmulationOptions late;
    late.runsLate = true;
    auto device = std::make_unique<EmulatedDevice> (late, emulation.record);
    emulation.backend = gpu::makeGpuBackend (
        std::make_unique<FaultyDevice> (std::move (device), fault, emulation.calls), options);
    return emulation;
}

RandomBatches::RandomBatches (const MelSpec& spec, int rateHz, const TestSignal& signal,
                              int numBatches, unsigned seed)
    : geometry_ (*geometryAt (spec, rateHz)), signal_ (signal)
{
    std::mt19937 random (seed);
    const bool isWhole = spec.layout == Layout::frames && spec.needsSignalStatistics ();
    MelSpan span;
    span.numSamples = span.signalSamples = signal.numSamples;
    span.format = signal.format;
    span.numChannels = signal.numChannels;
    span.channel = signal.channel;
    span.signalId = 77;
    const std::int64_t numRows = geometry_.numRows (signal.numSamples);
    for (int i = 0; i < numBatches; ++i)
    {
        std::uniform_int_distribution<std::int64_t> firstRow (0, numRows - 1);
        span.firstRow = isWhole ? 0 : firstRow (random);
        std::uniform_int_distribution<std::int64_t> rows (1, numRows - span.firstRow);
        span.numRows = isWhole ? numRows : rows (random);
        spans_.push_back (span);
        outputs_.emplace_back (static_cast<std::size_t> (span.numRows * geometry_.rowBytes ()));
    }
}

Result<std::unique_ptr<MelPlan>> RandomBatches::plan (Backend& backend) const
{
    std::size_t outputBytes = 0;
    for (const auto& output : outputs_)
        outputBytes = std::max (outputBytes, output.size ());
    return backend.planMel (geometry_.spec, geometry_.rateHz,
                            {signal_.bytes.size (), outputBytes, 1});
}

void RandomBatches::submit (MelPlan& plan)
{
    tickets_.clear ();
    for (std::size_t i = 0; i < spans_.size (); ++i)
    {
        std::fill (outputs_[i].begin (), outputs_[i].end (), kUntouched);
        tickets_.push_back (plan.submit (
            {signal_.bytes.data (), outputs_[i].data (), {&spans_[i], 1}, MelPass::whole}));
    }
}

bool RandomBatches::isRight (std::size_t index, const std::vector<std::byte>& whole) const
{
    const auto& output = outputs_[index];
    return std::equal (output.begin (), output.end (),
                       whole.begin () + spans_[index].firstRow * geometry_.rowBytes ());
}

bool RandomBatches::isUntouched (std::size_t index) const
{
    return std::all_of (outputs_[index].begin (), outputs_[index].end (),
                        [] (std::byte value) { return value == kUntouched; });
}

} // namespace melstrom::testing
