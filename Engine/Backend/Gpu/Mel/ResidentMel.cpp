#include "Engine/Backend/Gpu/Mel/ResidentMel.h"

#include "Engine/Dsp/Mel/Dither.h"

#include <algorithm>

namespace melstrom::gpu
{

namespace
{

/** White noise, a function of the index alone. */
std::vector<float> makeSignal (std::int64_t numSamples)
{
    constexpr float full = 32768.0f;
    std::vector<float> samples (static_cast<std::size_t> (numSamples));
    for (std::size_t i = 0; i < samples.size (); ++i)
        samples[i] =
            static_cast<float> (static_cast<std::int16_t> (mixBits (i + 1) & 0xFFFF)) / full;
    return samples;
}

MelSpan spanOf (const MelGeometry& geometry)
{
    MelSpan span;
    span.numSamples = span.signalSamples =
        std::int64_t {ResidentMel::kSignalSeconds} * geometry.rateHz;
    span.format = SampleFormat::float32;
    span.numRows = geometry.numRows (span.signalSamples);
    return span;
}

MelCapacity capacityFor (const MelGeometry& geometry, const MelSpan& span, int numSignals)
{
    const auto count = static_cast<std::size_t> (numSignals);
    return {count * static_cast<std::size_t> (span.numSamples) * sizeof (float),
            count * static_cast<std::size_t> (span.numRows * geometry.rowBytes ()), numSignals};
}

Error spoiltRows (std::int64_t signal)
{
    return {ErrorCode::verificationFailed,
            "rows of signal " + std::to_string (signal) +
                " on the device differ from those of the first signal, or are not numbers; they "
                "are not timed",
            {}};
}

} // namespace

ResidentMel::ResidentMel (SharedDevice& device, const MelGeometry& geometry,
                          const ChosenVariant& variant, int numSignals)
    : device_ (device), numSignals_ (numSignals), span_ (spanOf (geometry)),
      computation_ (device, geometry, variant, capacityFor (geometry, span_, numSignals)),
      layout_ (computation_.sizes (), computation_.steps (), geometry.numBands)
{
}

std::size_t ResidentMel::deviceBytes () const noexcept
{
    return computation_.deviceBytes () + layout_.deviceBytes ();
}

std::int64_t ResidentMel::signalBytes () const noexcept
{
    return span_.numSamples * static_cast<std::int64_t> (sizeof (float));
}

std::int64_t ResidentMel::rowBytes () const noexcept
{
    return span_.numRows * computation_.geometry ().rowBytes ();
}

const WorkCounts& ResidentMel::counts () const noexcept
{
    return *reinterpret_cast<const WorkCounts*> (tables_.data () + layout_.counts.offset);
}

Result<void> ResidentMel::buildTables ()
{
    tables_.resize (layout_.input.offset);
    std::byte* const host = tables_.data ();
    WorkTables tables {layout_.counts.in (host),
                       layout_.spans.in (host),
                       layout_.tiles.in (host),
                       layout_.units.in (host),
                       layout_.blocks.in (host),
                       {},
                       {}};
    std::vector<MelSpan> spans (static_cast<std::size_t> (numSignals_), span_);
    for (std::size_t i = 0; i < spans.size (); ++i)
    {
        spans[i].inputByte = static_cast<std::int64_t> (i) * signalBytes ();
        spans[i].outputByte = static_cast<std::int64_t> (i) * rowBytes ();
    }
    MelBatch batch;
    batch.spans = spans;
    if (! computation_.builder ().build (batch, MelPass::whole, tables))
        return Error {ErrorCode::internalFault, "signals do not fit into their own plan", {}};
    return {};
}

DeviceAddress ResidentMel::inputOf (int signal) const noexcept
{
    const auto* const spans =
        reinterpret_cast<const DeviceSpan*> (tables_.data () + layout_.spans.offset);
    return memory_.get () + layout_.input.offset +
           static_cast<DeviceAddress> (spans[signal].inputByte);
}

Result<void> ResidentMel::fillInput (const std::vector<float>& signal, StreamHandle stream)
{
    const auto numBytes = static_cast<std::size_t> (signalBytes ());
    MELSTROM_TRY (device_->copyIn (inputOf (0), reinterpret_cast<const std::byte*> (signal.data ()),
                                   numBytes, stream));
    for (int i = 1; i < numSignals_; ++i)
        MELSTROM_TRY (device_->copyWithin (inputOf (i), inputOf (0), numBytes, stream));
    return {};
}

Result<void> ResidentMel::prepare (DeviceTimer& timer)
{
    std::vector<float> signal;
    Result<void> built;
    timer.withoutDevice (
        [&]
        {
            signal = makeSignal (span_.numSamples);
            built = buildTables ();
        });
    if (! built)
        return built;
    MELSTROM_TRY (take (memory_, device_, device_->allocate (layout_.deviceBytes ())));
    const auto done = timer.hostSeconds (
        [&] (StreamHandle stream) -> Result<void>
        {
            MELSTROM_TRY (computation_.prepare (stream));
            MELSTROM_TRY (
                device_->copyIn (memory_.get (), tables_.data (), tables_.size (), stream));
            return fillInput (signal, stream);
        });
    if (! done)
        return done.error ();
    work_ = computation_.work ();
    layout_.place (work_, memory_.get ());
    return {};
}

Result<void> ResidentMel::launch (StreamHandle stream)
{
    return computation_.launch (work_, MelPass::whole, counts ().numFrames, stream);
}

Result<void> ResidentMel::readRows (std::int64_t signal, std::vector<std::byte>& rows,
                                    DeviceTimer& timer)
{
    const auto done = timer.hostSeconds (
        [&] (StreamHandle stream)
        {
            const auto place = memory_.get () + layout_.output.offset +
                               static_cast<DeviceAddress> (signal * rowBytes ());
            return device_->copyOut (rows.data (), place, rows.size (), stream);
        });
    return done ? Result<void> () : done.error ();
}

Result<void> ResidentMel::check (DeviceTimer& timer)
{
    const auto done = timer.hostSeconds (
        [&] (StreamHandle stream) -> Result<void>
        {
            MELSTROM_TRY (device_->clear (memory_.get () + layout_.output.offset,
                                          layout_.output.bytes (), stream));
            return launch (stream);
        });
    if (! done)
        return done.error ();
    std::vector<std::byte> first (static_cast<std::size_t> (rowBytes ())), other (first.size ());
    MELSTROM_TRY (readRows (0, first, timer));
    const auto isZero = [] (std::byte value) { return value == std::byte {0}; };
    if (std::ranges::all_of (first, isZero))
        return spoiltRows (0);
    for (std::int64_t signal = 1; signal < numSignals_; ++signal)
    {
        MELSTROM_TRY (readRows (signal, other, timer));
        if (other != first)
            return spoiltRows (signal);
    }
    return {};
}

} // namespace melstrom::gpu
