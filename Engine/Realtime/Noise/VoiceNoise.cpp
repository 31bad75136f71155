#include "Engine/Realtime/Noise/VoiceNoise.h"

#include "Engine/Dsp/Voice/CounterHash.h"
#include "Engine/Dsp/Voice/PartialGain.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace melstrom
{
namespace
{

/** Distinct from the indices of partials, which share the note's seed. */
constexpr std::uint32_t kNoiseIndex = 0xf2000000u;
constexpr double kWhiteStep = std::numbers::sqrt3 / 2147483648.0;
constexpr float kPerSample = 1.0f / kControlSamples;

/** A stream's samples as integers, so that sums are exact in any order; toWhite adds the missing
    0.5. */
class WhiteStream
{
public:
    WhiteStream (std::uint32_t noteSeed, int stream) noexcept
        : seed_ (hashOf (noteSeed, kNoiseIndex + static_cast<std::uint32_t> (stream)))
    {
    }
    std::int32_t operator[] (std::int64_t index) const noexcept
    {
        return static_cast<std::int32_t> (hashOf (seed_, static_cast<std::uint32_t> (index)));
    }

private:
    std::uint32_t seed_;
};

float toWhite (std::int32_t bits) noexcept
{
    return static_cast<float> ((static_cast<double> (bits) + 0.5) * kWhiteStep);
}

/** Running mean of a stream for `count` samples from `first` on: a box of meanSamples around each
    sample. If meanSamples is no odd integer, both end samples have a fractional weight. meanSamples
    up to 1: no mean. */
void runningMean (const WhiteStream& white, std::int64_t first, int count, double meanSamples,
                  float* out) noexcept
{
    if (meanSamples <= 1)
    {
        for (int n = 0; n < count; ++n)
            out[n] = toWhite (white[first + n]);
        return;
    }
    const double reach = (meanSamples - 1) / 2;
    const auto whole = static_cast<std::int64_t> (reach);
    const double rest = reach - static_cast<double> (whole);
    std::int64_t sum = 0;
    for (std::int64_t k = -whole; k <= whole; ++k)
        sum += white[first + k];
    for (int n = 0; n < count; ++n)
    {
        const std::int64_t before = first + n - whole - 1, after = first + n + whole + 1;
        const std::int64_t ends = static_cast<std::int64_t> (white[before]) + white[after];
        const double total =
            static_cast<double> (sum) + rest * static_cast<double> (ends) + 0.5 * meanSamples;
        out[n] = static_cast<float> (total * kWhiteStep / meanSamples);
        sum += static_cast<std::int64_t> (white[after]) - white[before + 1];
    }
}

float valueAt (const Ramp& ramp, int sample) noexcept
{
    return ramp.start + (ramp.end - ramp.start) * (static_cast<float> (sample) * kPerSample);
}

/** Gains of both streams on both sides. Left is a sum of the streams, right a difference: at width
    1 both are uncorrelated. */
struct SideGains
{
    Ramp first, second;
};
struct NoiseMix
{
    SideGains left, right;
};

void setMix (NoiseMix& mix, float Ramp::*end, float pan, float width) noexcept
{
    const float angle = std::clamp (width, 0.0f, 1.0f) * std::numbers::pi_v<float> / 4;
    const StereoGain side = panGain (pan);
    mix.left.first.*end = side.left * std::cos (angle);
    mix.left.second.*end = side.left * std::sin (angle);
    mix.right.first.*end = side.right * std::cos (angle);
    mix.right.second.*end = -side.right * std::sin (angle);
}

float grainGain (const NoiseSegment& segment, int sample) noexcept
{
    const float depth = valueAt (segment.grainDepth, sample);
    if (depth == 0)
        return 1;
    const TurnRamp& grains = segment.grains;
    const std::uint64_t cycles =
        turnsAfter (grains.turns, grains.startRate, grains.endRate, sample, kControlSamples);
    return 1 - depth + depth * static_cast<float> (grainsAt (cycles, segment.noteSeed));
}

} // namespace

float whiteNoise (std::uint32_t noteSeed, int stream, std::int64_t index) noexcept
{
    return toWhite (WhiteStream (noteSeed, stream)[index]);
}

void VoiceNoise::learn (ShapePair& designs, const NoiseSegment& segment) const noexcept
{
    const std::array<const NoiseShape*, 2> shapes {&segment.startShape, &segment.endShape};
    for (std::size_t i = 0; i < designs.size (); ++i)
    {
        const NoiseShape& shape = *shapes[i];
        const KnownDesign& other = designs[1 - i];
        if (designs[i].isKnown && designs[i].shape == shape)
            continue;
        designs[i] = other.isKnown && other.shape == shape
                         ? other
                         : KnownDesign {true, shape, designNoise (shape, sampleRateHz_, power_)};
    }
}

VoiceNoise::Samples VoiceNoise::streamOf (const ShapePair& designs, const NoiseSegment& segment,
                                          int stream, NoiseStream& memory) const noexcept
{
    const WhiteStream white (segment.noteSeed, stream);
    const auto meanOf = [&] (float seconds)
    {
        const double meanSamples = std::min (static_cast<double> (seconds) * sampleRateHz_,
                                             static_cast<double> (kMostSmoothSamples));
        Samples mean;
        runningMean (white, segment.samplesBefore, kControlSamples, meanSamples, mean.data ());
        return mean;
    };
    const Ramp& smooth = segment.smoothSeconds;
    Samples out = meanOf (smooth.start);
    if (smooth.start != smooth.end)
    {
        const Samples next = meanOf (smooth.end);
        for (int n = 0; n < kControlSamples; ++n)
        {
            const auto i = static_cast<std::size_t> (n);
            out[i] += (next[i] - out[i]) * (static_cast<float> (n) * kPerSample);
        }
    }
    const NoiseShape &start = segment.startShape, &end = segment.endShape;
    const NoiseRun run {designs[0].design, designs[1].design, start != end, segment.firstSample,
                        out.data ()};
    shapeNoise (run, start, end, memory);
    return out;
}

void VoiceNoise::add (int place, const NoiseSegment& segment, float* left, float* right) noexcept
{
    if (segment.isSilent ())
        return;
    ShapePair& designs = known_[static_cast<std::size_t> (place)];
    learn (designs, segment);
    NoiseMemory& memory = memories_[static_cast<std::size_t> (place)];
    const bool goesOn = segment.samplesBefore > 0 && memory.noteSeed == segment.noteSeed &&
                        memory.nextSample == segment.samplesBefore;
    if (! goesOn)
        memory = {};
    memory.noteSeed = segment.noteSeed;
    memory.nextSample = segment.samplesBefore + kControlSamples;
    NoiseMix mix;
    setMix (mix, &Ramp::start, segment.pan.start, segment.width.start);
    setMix (mix, &Ramp::end, segment.pan.end, segment.width.end);
    const Samples first = streamOf (designs, segment, 0, memory.streams[0]);
    const bool isWide = segment.width.start > 0 || segment.width.end > 0;
    if (! isWide)
        memory.streams[1] = {};
    const Samples second = isWide ? streamOf (designs, segment, 1, memory.streams[1]) : Samples {};
    for (int n = segment.firstSample; n < kControlSamples; ++n)
    {
        const auto i = static_cast<std::size_t> (n);
        const float gain = valueAt (segment.level, n) * grainGain (segment, n);
        left[n] += gain * (valueAt (mix.left.first, n) * first[i] +
                           valueAt (mix.left.second, n) * second[i]);
        right[n] += gain * (valueAt (mix.right.first, n) * first[i] +
                            valueAt (mix.right.second, n) * second[i]);
    }
}

} // namespace melstrom
