#include "Engine/Batch/Duplicates/ShortSound.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{
constexpr float kSoundsRatio = 1e-3f, kSilentLevel = 1e-4f;
constexpr double kLeastVaryingRatio = 1e-3;
/** More than the filter of readMonoSound reaches: 6 zero crossings at half of the rate. */
constexpr std::size_t kEdgeSamples = 32;
constexpr std::size_t kMostOfMedian = std::size_t {1} << 16;

/** The part of a recording that sounds. */
struct Part
{
    std::size_t first = 0, end = 0;
    float level = 0, largest = 0; ///< the largest distance from the level
    std::size_t size () const { return end - first; }
};

/** The part that is away from a level. Empty if the recording is silent. */
Part partAwayFrom (float level, std::span<const float> samples)
{
    const auto distanceAt = [&] (std::size_t i)
    {
        const float distance = std::abs (samples[i] - level);
        const bool isEdge = std::min (i, samples.size () - 1 - i) < kEdgeSamples;
        return isEdge && distance <= 2 * std::abs (level) ? 0.0f : distance;
    };
    Part part;
    part.level = level;
    for (std::size_t i = 0; i < samples.size (); ++i)
        part.largest = std::max (part.largest, distanceAt (i));
    if (! (part.largest >= kSilentLevel) || ! std::isfinite (part.largest))
        return part;
    const auto sounds = [&] (std::size_t i)
    { return distanceAt (i) >= part.largest * kSoundsRatio; };
    part.end = samples.size ();
    while (! sounds (part.first))
        ++part.first;
    while (! sounds (part.end - 1))
        --part.end;
    return part;
}

/** Of at most kMostOfMedian samples, evenly spread. */
float medianOf (std::span<const float> samples)
{
    std::vector<float> some;
    const std::size_t step = samples.size () / kMostOfMedian + 1;
    for (std::size_t i = 0; i < samples.size (); i += step)
        if (! std::isnan (samples[i]))
            some.push_back (samples[i]);
    if (some.empty ())
        return 0;
    const auto middle = some.begin () + static_cast<std::ptrdiff_t> (some.size () / 2);
    std::ranges::nth_element (some, middle);
    return *middle;
}

Part soundingPart (std::span<const float> samples)
{
    const auto part = partAwayFrom (0, samples);
    if (part.size () <= kMostShortSamples)
        return part;
    const auto other = partAwayFrom (medianOf (samples), samples);
    return other.size () < part.size () ? other : part;
}
} // namespace

ShortSound shortSoundOf (std::span<const float> samples)
{
    const auto part = soundingPart (samples);
    if (part.size () < kLeastShortSamples || part.size () > kMostShortSamples)
        return {};
    const auto sounding = samples.subspan (part.first, part.size ());
    ShortSound sound {{sounding.begin (), sounding.end ()}, static_cast<std::int64_t> (part.first)};
    for (float& sample : sound.samples)
        sample = (sample - part.level) / part.largest;
    double sum = 0, squares = 0, varying = 0;
    for (const double sample : sound.samples)
    {
        sum += sample;
        squares += sample * sample;
    }
    const double mean = sum / static_cast<double> (part.size ());
    for (float& sample : sound.samples)
    {
        sample -= static_cast<float> (mean);
        varying += static_cast<double> (sample) * sample;
    }
    return varying >= squares * kLeastVaryingRatio ? sound : ShortSound {};
}

} // namespace melstrom
