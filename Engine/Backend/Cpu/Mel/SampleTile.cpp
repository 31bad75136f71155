#include "Engine/Backend/Cpu/Mel/SampleTile.h"

#include "Engine/Backend/Cpu/Mel/LaneKernels.h"
#include "Engine/Dsp/Mel/PaddedIndex.h"
#include "Engine/Dsp/Mel/SampleDecode.h"

#include <algorithm>

namespace melstrom
{

SampleTile::SampleTile (const CpuMelTables& tables, std::size_t mostSamples)
    : tables_ (tables), buffer_ (mostSamples + kMaxLanes + 1)
{
}

void SampleTile::open (const MelSpan& span, const std::byte* input) noexcept
{
    span_ = &span;
    samples_ = input + span.inputByte;
}

float SampleTile::rawAt (std::int64_t signalIndex) const noexcept
{
    if (signalIndex >= span_->signalSamples)
        return 0.0f;
    const std::int64_t frameBytes = span_->numChannels * bytesPerSample (span_->format);
    const std::byte* instant = samples_ + (signalIndex - span_->firstSample) * frameBytes;
    return decodeMono (instant, span_->format, span_->numChannels, span_->channel) *
           tables_.sampleScale;
}

float SampleTile::sampleAt (const PaddedUnit& unit, std::int64_t index) const noexcept
{
    const float now = rawAt (unit.start + index);
    if (tables_.signalPreemphasis == 0.0f || index == 0)
        return now;
    return now - tables_.signalPreemphasis * rawAt (unit.start + index - 1);
}

void SampleTile::convert (std::int64_t signalIndex, std::int64_t count, float* to) const noexcept
{
    const auto real = std::clamp<std::int64_t> (span_->signalSamples - signalIndex, 0, count);
    if (span_->format == SampleFormat::int16 && span_->numChannels == 1)
        convertInt16 (samples_ + (signalIndex - span_->firstSample) * 2,
                      static_cast<std::size_t> (real), tables_.sampleScale / 32768.0f, to);
    else
        for (std::int64_t i = 0; i < real; ++i)
            to[i] = rawAt (signalIndex + i);
    std::fill (to + real, to + count, 0.0f);
}

void SampleTile::copyInside (const PaddedUnit& unit, std::int64_t first, std::int64_t count,
                             float* to) const noexcept
{
    convert (unit.start + first, count, to);
    if (tables_.signalPreemphasis == 0.0f || count == 0)
        return;
    for (std::int64_t i = count - 1; i > 0; --i)
        to[i] -= tables_.signalPreemphasis * to[i - 1];
    to[0] = sampleAt (unit, first);
}

const float* SampleTile::fetch (const PaddedUnit& unit, std::int64_t first,
                                std::int64_t count) noexcept
{
    float* const to = buffer_.data ();
    const std::int64_t inside = std::clamp<std::int64_t> (first, 0, unit.numSamples);
    const std::int64_t insideEnd =
        std::clamp<std::int64_t> (first + count, inside, unit.numSamples);
    copyInside (unit, inside, insideEnd - inside, to + (inside - first));
    const auto pad = [&] (std::int64_t index)
    {
        const auto& geometry = tables_.geometry;
        const auto source =
            paddedIndex (geometry.spec.padding, index, unit.numSamples, geometry.padReachSamples);
        to[index - first] = source < 0 ? 0.0f : sampleAt (unit, source);
    };
    for (std::int64_t index = first; index < std::min (inside, first + count); ++index)
        pad (index);
    for (std::int64_t index = std::max (insideEnd, first); index < first + count; ++index)
        pad (index);
    std::fill (to + count, to + count + kMaxLanes, 0.0f);
    return to;
}

} // namespace melstrom
