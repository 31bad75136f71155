#include "Engine/Live/Voices/SegmentNoise.h"

namespace melstrom
{

namespace
{
constexpr std::int64_t kNothingKept = -1; // never the start of a segment

/** The segment with the filter of the former timbre. */
NoiseSegment formerSegment (NoiseSegment segment, const Timbre& former) noexcept
{
    for (NoiseShape* const shape : {&segment.startShape, &segment.endShape})
    {
        shape->type = former.filterType;
        shape->slope = former.filterSlope;
    }
    return segment;
}
} // namespace

SegmentNoise::SegmentNoise (double sampleRateHz) noexcept
    : current_ (sampleRateHz), former_ (current_)
{
    keptAt_.fill (kNothingKept);
}

void SegmentNoise::add (int place, const NoiseSegment& segment, const NoisePlace& at,
                        NoiseSides current, NoiseSides former) noexcept
{
    if (at.isLast)
        keep (place, at.start);
    const bool fadeBegins = at.fade.isFading () && at.fade.shareAt (0) == 0;
    if (fadeBegins) // the former timbre continues its filters
        former_.setMemory (place, current_.memory (place));
    current_.add (place, segment, current.left, current.right);
    if (at.fade.isFading ())
        former_.add (place, formerSegment (segment, at.fade.former ()), former.left, former.right);
}

/** Saves once per segment: a note that starts within it may take over a voice's place. */
void SegmentNoise::keep (int place, std::int64_t start) noexcept
{
    const auto i = static_cast<std::size_t> (place);
    if (keptAt_[i] == start)
        return;
    keptAt_[i] = start;
    before_.current[i] = current_.memory (place);
    before_.former[i] = former_.memory (place);
}

void SegmentNoise::jumpTo (const NoiseMemories& noise,
                           std::span<const std::int16_t> places) noexcept
{
    keptAt_.fill (kNothingKept);
    for (const std::int16_t place : places)
    {
        const auto i = static_cast<std::size_t> (place);
        current_.setMemory (place, noise.current[i]);
        former_.setMemory (place, noise.former[i]);
    }
}

void SegmentNoise::save (std::span<const std::int16_t> places, std::int64_t beforeStart,
                         NoiseMemories& noise) const noexcept
{
    for (const std::int16_t place : places)
    {
        const auto i = static_cast<std::size_t> (place);
        const bool isKept = keptAt_[i] == beforeStart;
        noise.current[i] = isKept ? before_.current[i] : current_.memory (place);
        noise.former[i] = isKept ? before_.former[i] : former_.memory (place);
    }
}

} // namespace melstrom
