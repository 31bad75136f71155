#include "Engine/Live/Voices/SegmentBuffer.h"

#include "Engine/Realtime/Control/ControlPoint.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

namespace
{
float centreOf (float sides, float centreShare) noexcept
{
    return static_cast<float> (
        clusterCentre (static_cast<double> (sides), static_cast<double> (centreShare)));
}
} // namespace

SegmentBuffer::SegmentBuffer (const VoiceCapacity& capacity)
    : fades_ (static_cast<std::size_t> (capacity.maxSegments)), sums_ (capacity.maxSegments),
      noise_ (capacity.sampleRateHz)
{
    late_.left.resize (kControlSamples);
    late_.right.resize (kControlSamples);
    batch_.reserve (static_cast<std::size_t> (capacity.maxVoices) *
                    static_cast<std::size_t> (capacity.maxSegments));
}

bool SegmentBuffer::endsWithSlot (int slot) const noexcept
{
    if (numSegments_ == 0)
        return false;
    const TimbreFade& fade = fades_[static_cast<std::size_t> (numSegments_ - 1)];
    return fade.current ().tableSlot == slot || fade.former ().tableSlot == slot;
}

void SegmentBuffer::clear (std::int64_t start) noexcept
{
    start_ = start;
    numSegments_ = 0;
}

void SegmentBuffer::jumpTo (std::int64_t start, const NoiseMemories& noise,
                            std::span<const std::int16_t> places) noexcept
{
    clear (start);
    noise_.jumpTo (noise, places);
}

void SegmentBuffer::addSegment (const TimbreFade& fade) noexcept
{
    fades_[static_cast<std::size_t> (numSegments_++)] = fade;
}

void SegmentBuffer::silence () noexcept
{
    sums_.silence (numSegments_);
}

Result<void> SegmentBuffer::begin (VoiceRenderer& renderer, const SlotTablesList& slots,
                                   const ScheduledVoices& voices) noexcept
{
    silence ();
    const auto begun = beginPartials (renderer, slots, voices.partials ());
    addNoise (voices.noises ()); // while a device renders
    return begun;
}

Result<void> SegmentBuffer::beginPartials (VoiceRenderer& renderer, const SlotTablesList& slots,
                                           std::span<const VoiceSegment> partials) noexcept
{
    if (isOneBatch () && ! partials.empty ())
    {
        const Timbre& timbre = fades_.front ().current ();
        renderer.useTables (slots[static_cast<std::size_t> (timbre.tableSlot)].prepared);
        const auto begun = renderer.begin ({partials, numSegments_});
        isBegun_ = begun.ok ();
        return begun;
    }
    for (const Way way : {Way::current, Way::former})
        MELSTROM_TRY (renderPartials (renderer, slots, partials, way));
    return {};
}

void SegmentBuffer::skip (const ScheduledVoices& voices) noexcept
{
    addNoise (voices.noises ());
    silence ();
}

Result<void> SegmentBuffer::finish (VoiceRenderer& renderer) noexcept
{
    if (! std::exchange (isBegun_, false))
        return {};
    SegmentSums::Stereo& out = sums_.of (Way::current).partials;
    return renderer.finish (out.left.data (), out.right.data ());
}

Result<void> SegmentBuffer::renderPartials (VoiceRenderer& renderer, const SlotTablesList& slots,
                                            std::span<const VoiceSegment> voices, Way way) noexcept
{
    for (int first = 0; first < numSegments_;)
    {
        const int end = endOfRun (first, way);
        if (way == Way::current || fadeAt (first).isFading ())
            MELSTROM_TRY (renderRun (renderer, slots, voices, way, first, end));
        first = end;
    }
    return {};
}

int SegmentBuffer::endOfRun (int first, Way way) const noexcept
{
    const auto begin = fades_.begin () + first;
    const auto isOther = [&] (const TimbreFade& fade)
    {
        return way == Way::current ? fade.current ().tableSlot != begin->current ().tableSlot
                                   : fade.isFading () != begin->isFading () ||
                                         fade.former ().tableSlot != begin->former ().tableSlot;
    };
    const auto end = std::find_if (begin, fades_.begin () + numSegments_, isOther);
    return static_cast<int> (end - fades_.begin ());
}

/** Renders segments first .. end - 1, which use the same tables. */
Result<void> SegmentBuffer::renderRun (VoiceRenderer& renderer, const SlotTablesList& slots,
                                       std::span<const VoiceSegment> voices, Way way, int first,
                                       int end) noexcept
{
    const auto begin = std::ranges::lower_bound (voices, first, {}, &VoiceSegment::segment);
    const auto behind = std::ranges::lower_bound (voices, end, {}, &VoiceSegment::segment);
    if (begin == behind)
        return {};
    std::span<const VoiceSegment> batch (begin, behind);
    if (way == Way::former || first > 0) // else the renderer takes them unchanged
    {
        batch_.clear ();
        for (const VoiceSegment& voice : batch)
            batch_.push_back (recordOf (voice, slots, way, first));
        batch = batch_;
    }
    const TimbreFade& fade = fadeAt (first);
    const Timbre& timbre = way == Way::current ? fade.current () : fade.former ();
    renderer.useTables (slots[static_cast<std::size_t> (timbre.tableSlot)].prepared);
    SegmentSums::Stereo& out = sums_.of (way).partials;
    return renderer.render ({batch, end - first}, out.left.data () + offsetOfSegment (first),
                            out.right.data () + offsetOfSegment (first));
}

/** Renders one voice at a time: the sums are then bit-identical to one batch of all voices. */
Result<void> SegmentBuffer::add (VoiceRenderer& renderer, const SlotTablesList& slots,
                                 const ScheduledVoices& voices) noexcept
{
    addNoise (voices.noises ());
    for (const VoiceSegment& voice : voices.partials ())
    {
        MELSTROM_TRY (addPartials (renderer, slots, voice, Way::current));
        if (fadeAt (voice.segment).isFading ())
            MELSTROM_TRY (addPartials (renderer, slots, voice, Way::former));
    }
    return {};
}

Result<void> SegmentBuffer::addPartials (VoiceRenderer& renderer, const SlotTablesList& slots,
                                         const VoiceSegment& voice, Way way) noexcept
{
    const TimbreFade& fade = fadeAt (voice.segment);
    const Timbre& timbre = way == Way::current ? fade.current () : fade.former ();
    renderer.useTables (slots[static_cast<std::size_t> (timbre.tableSlot)].prepared);
    batch_.assign (1, recordOf (voice, slots, way, voice.segment));
    MELSTROM_TRY (renderer.render ({batch_, 1}, late_.left.data (), late_.right.data ()));
    SegmentSums::Stereo& out = sums_.of (way).partials;
    const std::size_t offset = offsetOfSegment (voice.segment);
    for (std::size_t n = 0; n < kControlSamples; ++n)
    {
        out.left[offset + n] += late_.left[n];
        out.right[offset + n] += late_.right[n];
    }
    return {};
}

void SegmentBuffer::addNoise (std::span<const ScheduledNoise> voices) noexcept
{
    for (const auto& [place, segment, noise] : voices)
    {
        const std::size_t offset = offsetOfSegment (segment);
        const auto sidesOf = [&] (Way way) -> NoiseSides
        {
            SegmentSums::Stereo& out = sums_.of (way).noise;
            return {out.left.data () + offset, out.right.data () + offset};
        };
        const NoisePlace at {start_ + std::int64_t {segment} * kControlSamples,
                             segment + 1 == numSegments_, fadeAt (segment)};
        noise_.add (place, noise, at, sidesOf (Way::current), sidesOf (Way::former));
    }
}

/** The renderer's record of the voice, for a batch that starts with firstSegment. A record for the
    former timbre has that timbre's filter, and centres for that timbre's tables. */
VoiceSegment SegmentBuffer::recordOf (const VoiceSegment& voice, const SlotTablesList& slots,
                                      Way way, int firstSegment) const noexcept
{
    VoiceSegment record = voice;
    record.segment -= firstSegment;
    if (way == Way::current)
        return record;
    const auto sharesOf = [&] (const Timbre& timbre)
    { return slots[static_cast<std::size_t> (timbre.tableSlot)].centreShares; };
    const TimbreFade& fade = fadeAt (voice.segment);
    const auto former = sharesOf (fade.former ()), current = sharesOf (fade.current ());
    record.filter.type = fade.former ().filterType;
    record.filter.slope = fade.former ().filterSlope;
    for (std::size_t i = 0; i < record.oscillators.size (); ++i)
    {
        OscillatorSegment& oscillator = record.oscillators[i];
        if (former[i] != current[i]) // else the centre is already bit-identical
            oscillator.centre = {centreOf (oscillator.sides.start, former[i]),
                                 centreOf (oscillator.sides.end, former[i])};
    }
    return record;
}

void SegmentBuffer::takeOut (std::int64_t position, float* left, float* right,
                             int numSamples) const noexcept
{
    sums_.takeOut (fades_, static_cast<std::size_t> (position - start_), left, right, numSamples);
}

} // namespace melstrom
