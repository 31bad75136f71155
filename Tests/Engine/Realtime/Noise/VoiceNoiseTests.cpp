#include "Engine/Realtime/Noise/VoiceNoise.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/NoiseRuns.h"

#include <array>
#include <cmath>
#include <memory>
#include <numbers>

namespace melstrom::testing
{

TEST_CASE ("left and right are alike at width 0 and strangers at width 1", "[noise]")
{
    for (const float width : {0.0f, 0.5f, 1.0f})
    {
        const NoiseSound out = soundNoise (4096,
                                           [width] (NoiseSegment& segment) {
                                               segment.width = {width, width};
                                           });
        const double angle = static_cast<double> (width) * std::numbers::pi / 2;
        CHECK (noisePower (out.left) == Approx (1).margin (0.02));
        CHECK (noisePower (out.right) == Approx (1).margin (0.02));
        CHECK (noiseProduct (out.left, out.right) == Approx (std::cos (angle)).margin (0.02));
    }
}

TEST_CASE ("levels and places of noise go in lines", "[noise]")
{
    const NoiseSound plain = soundNoise (1, [] (NoiseSegment&) {});
    const NoiseSound out = soundNoise (1,
                                       [] (NoiseSegment& segment)
                                       {
                                           segment.level = {0.25f, 0.75f};
                                           segment.pan = {0, 1};
                                       });
    for (std::size_t n = 0; n < 32; ++n)
    {
        const double x = static_cast<double> (n) / 32;
        const double level = static_cast<double> (plain.left[n]) * (0.25 + 0.5 * x);
        CHECK (static_cast<double> (out.left[n]) == Approx (level * (1 - x)).margin (1e-6));
        CHECK (static_cast<double> (out.right[n]) ==
               Approx (level * (1 + x * (std::sqrt (2.0) - 1))).margin (1e-6));
    }
}

TEST_CASE ("silent noise adds nothing, and noise begins at its first sample", "[noise]")
{
    const auto noise = std::make_unique<VoiceNoise> (kNoiseRateHz);
    std::array<float, 34> left {}, right {}; // with a canary at both ends
    left.fill (7);
    right.fill (7);
    NoiseSegment segment = plainNoise (0);
    segment.level = {0, 0};
    noise->add (0, segment, &left[1], &right[1]);
    for (std::size_t i = 0; i < 34; ++i)
        CHECK ((left[i] == 7 && right[i] == 7));
    segment.level = {1, 1};
    segment.firstSample = 9;
    segment.samplesBefore = -9;
    noise->add (0, segment, &left[1], &right[1]);
    for (std::int64_t i = 0; i < 34; ++i)
    {
        const bool sounds = i >= 10 && i < 33;
        const double added = sounds ? whiteAt (i - 10) : 0;
        CHECK (static_cast<double> (left[static_cast<std::size_t> (i)]) == Approx (7 + added));
    }
}

TEST_CASE ("noise goes on in another place and object with what it remembers", "[noise]")
{
    const auto segmentAt = [] (std::int64_t number)
    {
        NoiseSegment segment = plainNoise (number);
        const auto hertz = [] (std::int64_t i) { return static_cast<float> (500 + 40 * i); };
        segment.startShape = lowPassShape (hertz (number), -3);
        segment.endShape = lowPassShape (hertz (number + 1), -3);
        segment.startShape.slope = segment.endShape.slope = FilterSlope::db24;
        segment.width = {0.5f, 0.5f};
        segment.smoothSeconds = {0.001f, 0.001f};
        segment.grainDepth = {0.5f, 0.5f};
        segment.grains.turns = static_cast<std::uint64_t> (number) << 42;
        segment.grains.startRate = segment.grains.endRate = std::int64_t {1} << 37;
        return segment;
    };
    using Segment = std::array<float, 32>;
    const auto sounded = [&] (VoiceNoise& noise, int place, std::int64_t number)
    {
        std::array<Segment, 2> sides {};
        noise.add (place, segmentAt (number), sides[0].data (), sides[1].data ());
        return sides;
    };
    const auto one = std::make_unique<VoiceNoise> (kNoiseRateHz),
               two = std::make_unique<VoiceNoise> (kNoiseRateHz);
    for (std::int64_t i = 0; i < 30; ++i)
    {
        const NoiseMemory before = one->memory (0);
        const auto whole = sounded (*one, 0, i);
        const int place = static_cast<int> (i % 3);
        two->setMemory (place, before);
        REQUIRE (sounded (*two, place, i) == whole);
        if (i > 0) // the memory is not empty
        {
            two->setMemory (place, {});
            REQUIRE (sounded (*two, place, i) != whole);
        }
    }
}

TEST_CASE ("filters of noise begin at rest with the note and after silence", "[noise]")
{
    const auto resonant = [] (std::int64_t number)
    {
        NoiseSegment segment = plainNoise (number);
        segment.startShape = segment.endShape = {FilterType::band, FilterSlope::db12, 0.01f, 8, 0};
        return segment;
    };
    const auto noise = std::make_unique<VoiceNoise> (kNoiseRateHz);
    const auto sounded = [&] (const NoiseSegment& segment)
    {
        std::array<std::array<float, 32>, 2> sides {};
        noise->add (0, segment, sides[0].data (), sides[1].data ());
        return sides;
    };
    const auto first = sounded (resonant (0));
    for (std::int64_t i = 1; i < 50; ++i)
        (void)sounded (resonant (i));
    CHECK (sounded (resonant (0)) == first); // a new note with the same seed
    for (std::int64_t i = 1; i < 10; ++i)
        (void)sounded (resonant (i));
    const auto late = sounded (resonant (20)); // segments 10 .. 19 were silent
    noise->setMemory (0, {});
    CHECK (sounded (resonant (20)) == late);
}

TEST_CASE ("grains cut into noise as deep as they are told", "[noise]")
{
    const auto grainy = [] (float depth)
    {
        return soundNoise (64,
                           [depth] (NoiseSegment& segment)
                           {
                               segment.grainDepth = {depth, depth};
                               segment.grains.turns =
                                   static_cast<std::uint64_t> (segment.samplesBefore) << 38;
                               segment.grains.startRate = segment.grains.endRate = std::int64_t {1}
                                                                                   << 38;
                           });
    };
    const NoiseSound whole = grainy (1), half = grainy (0.5f);
    for (std::size_t n = 0; n < whole.left.size (); ++n)
    {
        const double x = whiteAt (static_cast<std::int64_t> (n));
        const double grain = grainsAt (static_cast<std::uint64_t> (n) << 38, kNoiseSeed);
        REQUIRE (static_cast<double> (whole.left[n]) == Approx (x * grain).margin (1e-6));
        REQUIRE (static_cast<double> (half.left[n]) ==
                 Approx (x * (0.5 + 0.5 * grain)).margin (1e-6));
    }
}

} // namespace melstrom::testing
