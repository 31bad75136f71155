#include "Engine/Backend/VoiceRenderer.h"

#include "Tests/Reference/ReferenceVoices.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/VoiceSamples.h"

#include <cmath>

namespace melstrom::testing
{
namespace
{
/** Largest error of the CPU renderer over all samples. */
double errorOf (const Tables& tables, const std::vector<VoiceSegment>& voices)
{
    const int numSegments = voices.back ().segment + 1;
    const RenderedSound sound = rendered (tables, voices, numSegments, numSegments, 1);
    const ReferenceSound reference = referenceVoices (tables, voices, numSegments);
    double worst = 0;
    for (std::size_t n = 0; n < reference.left.size (); ++n)
    {
        worst = std::max (worst, std::abs (sound.left[n] - reference.left[n]));
        worst = std::max (worst, std::abs (sound.right[n] - reference.right[n]));
    }
    CHECK (std::isfinite (worst));
    return worst;
}

/** Bound for one partial of amplitude 1: -108 dB, as for the kernels. */
constexpr double kPartialBound = 4e-6;
/** -100 dB of a sum whose peak is 1. */
constexpr double kSumBound = 1e-5;
} // namespace

TEST_CASE ("one partial agrees with the reference at any frequency", "[voices]")
{
    // From below the audible range to where the partial has faded out, also around a quarter of the
    // rate, and negative.
    for (const double frequency :
         {1e-6,   1e-4, 0.001, 0.01,  0.0397, 0.0399, 0.1,    0.2, 0.2499, 0.25,
          0.2501, 0.3,  0.4,   0.449, 0.47,   0.489,  0.4901, 0.6, -0.01,  -0.3})
    {
        CAPTURE (frequency);
        VoiceSample sample;
        sample.frequency = frequency;
        CHECK (errorOf (tablesOf (sineTable ()), segmentsOf (sample, 16)) < kPartialBound);
        sample.growth = 1.0003; // as fast as a vibrato
        CHECK (errorOf (tablesOf (sineTable ()), segmentsOf (sample, 16)) < kPartialBound);
        sample.growth = 1.05; // as fast as a kick drum
        CHECK (errorOf (tablesOf (sineTable ()), segmentsOf (sample, 16)) < kPartialBound);
    }
}

TEST_CASE ("frequencies that jump and turn agree with the reference", "[voices]")
{
    for (const double frequency : {0.001, 0.05, 0.2})
        for (const double growth : {-1.0, 0.0, 0.3, 1.8, 2.2})
        {
            CAPTURE (frequency, growth);
            VoiceSample sample;
            sample.frequency = frequency;
            sample.growth = growth;
            CHECK (errorOf (tablesOf (sineTable ()), segmentsOf (sample, 2)) < kPartialBound);
        }
}

TEST_CASE ("bends on both sides of the limits between kernels agree with the reference", "[voices]")
{
    // The limit between kernels: pi x growth a sample = 6e-5, or 1.9e-5 x 32 over a segment.
    for (const double frequency : {0.02, 0.1, 0.3, -0.1})
        for (const double rise : {1e-6, 1e-5, 1e-4, 5.9e-4, 6.1e-4, 6.3e-4, 1e-3, -1e-5, -6e-4})
        {
            CAPTURE (frequency, rise);
            VoiceSample sample;
            sample.frequency = frequency;
            sample.growth = 1 + rise / frequency;
            CHECK (errorOf (tablesOf (sineTable ()), segmentsOf (sample, 1)) < kPartialBound);
            sample.filter = FilterType::low;
            sample.cutoff = {0.05f, 0.2f};
            CHECK (errorOf (tablesOf (sineTable ()), segmentsOf (sample, 1)) < kPartialBound);
        }
}

TEST_CASE ("any number of partials agrees with the reference", "[voices]")
{
    for (const int numPartials :
         {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 511, 512})
        for (const bool isResting : {true, false})
        {
            CAPTURE (numPartials, isResting);
            VoiceSample sample;
            sample.frequency = 0.44 / numPartials;
            sample.growth = isResting ? 1.0 : 1.0005;
            CHECK (errorOf (tablesOf (sawTable (numPartials, 1, 1)), segmentsOf (sample, 3)) <
                   kSumBound);
        }
}

TEST_CASE ("unison, clusters, detune, bandwidth and stretch agree with the reference", "[voices]")
{
    for (const int copies : {1, 2, 7, 16})
        for (const int density : {1, 2, 16})
            for (const bool isResting : {true, false})
            {
                CAPTURE (copies, density, isResting);
                VoiceSample sample;
                sample.frequency = 0.0031;
                sample.growth = isResting ? 1.0 : 0.999;
                sample.detune = 0.02;
                sample.bandwidth = 0.03;
                sample.stretch = density == 2 ? -0.002 : 0.004;
                sample.spread = {0.2f, 0.9f};
                sample.pan = {-0.9f, 0.7f};
                CHECK (errorOf (tablesOf (sawTable (40, copies, density)), segmentsOf (sample, 2)) <
                       kSumBound);
            }
}

TEST_CASE ("every filter agrees with the reference, at rest and swept", "[voices]")
{
    for (const auto type : {FilterType::low, FilterType::band, FilterType::high, FilterType::notch})
        for (const auto slope : {FilterSlope::db12, FilterSlope::db24})
            for (const bool isResting : {true, false})
            {
                CAPTURE (static_cast<int> (type), static_cast<int> (slope), isResting);
                VoiceSample sample;
                sample.frequency = 0.0021;
                sample.filter = type;
                sample.slope = slope;
                sample.cutoff = {0.02f, isResting ? 0.02f : 0.08f};
                sample.resonance = {0.707f, isResting ? 0.707f : 4.0f};
                CHECK (errorOf (tablesOf (sawTable (200, 2, 1)), segmentsOf (sample, 4)) <
                       kSumBound);
            }
}

TEST_CASE ("tilt, levels and clusters that open agree with the reference", "[voices]")
{
    for (const Ramp tilt : {Ramp {-1.0f, -1.0f}, Ramp {0.0f, -2.0f}, Ramp {-0.5f, 0.2f}})
    {
        CAPTURE (tilt.start, tilt.end);
        VoiceSample sample;
        sample.frequency = 0.004;
        sample.tilt = tilt;
        sample.level = {-0.3f, 0.8f};
        sample.centre = {2.0f, 1.0f};
        sample.sides = {0.0f, 1.0f};
        sample.bandwidth = 0.01;
        CHECK (errorOf (tablesOf (sawTable (100, 3, 4)), segmentsOf (sample, 3)) < kSumBound);
    }
}

TEST_CASE ("what is left out agrees with the reference, at rest and as floors move", "[voices]")
{
    const auto type = GENERATE (FilterType::off, FilterType::low, FilterType::band,
                                FilterType::high, FilterType::notch);
    const auto slope = GENERATE (FilterSlope::db12, FilterSlope::db24);
    for (const Ramp floor : {Ramp {0, 0}, Ramp {0.01f, 0.01f}, Ramp {0.004f, 0.008f},
                             Ramp {0.5f, 0.0f}, Ramp {100.0f, 200.0f}})
        for (const float tilt : {0.0f, -0.7f, 0.4f})
            for (const double bandwidth : {0.0, 0.02})
            {
                CAPTURE (static_cast<int> (type), static_cast<int> (slope), floor.start, floor.end,
                         tilt, bandwidth);
                VoiceSample sample;
                sample.frequency = 0.0019;
                sample.detune = 0.01;
                sample.bandwidth = bandwidth;
                sample.filter = type;
                sample.slope = slope;
                sample.cutoff = {0.01f, floor.start == 0.01f ? 0.01f : 0.02f};
                sample.tilt = {tilt, tilt};
                sample.floor = floor;
                CHECK (errorOf (tablesOf (sawTable (230, 3, 2)), segmentsOf (sample, 2)) <
                       kSumBound);
            }
}

TEST_CASE ("hours into a note the error is what it was at its start", "[voices]")
{
    VoiceSample sample;
    sample.frequency = 0.0137;
    sample.firstSegment = std::int64_t {12} * 3600 * 192000 / kControlSamples;
    CHECK (errorOf (tablesOf (sawTable (32, 7, 4)), segmentsOf (sample, 4)) < kSumBound);
}

TEST_CASE ("neighbouring segments join: no step is larger than the spectrum allows", "[voices]")
{
    // |x[n] - x[n - 1]| <= sum of amplitudes times 2 pi frequency.
    VoiceSample sample;
    sample.frequency = 0.002;
    const Tables tables = tablesOf (sawTable (1, 1, 1));
    const RenderedSound sound = rendered (tables, segmentsOf (sample, 64), 64, 64, 1);
    const double bound = 2 / 3.14159265 * 2 * 3.14159265 * 0.002 * 1.0001;
    for (std::size_t n = 1; n < sound.left.size (); ++n)
        REQUIRE (std::abs (sound.left[n] - sound.left[n - 1]) < bound);
}

TEST_CASE ("nothing above -100 dB is heard where no partial is", "[voices]")
{
    // A saw's series ends at the fade. Over whole periods, each bin that is not a harmonic is an
    // error.
    for (const int periods : {3, 41, 333, 1201, 1999})
    {
        constexpr int kSegments = 128, kSamples = kSegments * kControlSamples;
        CAPTURE (periods);
        VoiceSample sample;
        sample.frequency = static_cast<double> (periods) / kSamples;
        const RenderedSound sound = rendered (tablesOf (sawTable (512, 1, 1)),
                                              segmentsOf (sample, kSegments), kSegments, 16, 1);
        double loudest = 0, fundamental = 0;
        for (int bin = 0; bin <= kSamples / 2; ++bin)
        {
            const double amplitude = amplitudeOf (sound.left, bin);
            if (bin % periods != 0 || bin == 0)
                loudest = std::max (loudest, amplitude);
            else if (bin == periods)
                fundamental = amplitude;
        }
        CHECK (loudest < 1e-5);
        if (periods < 1800) // 0.45 of 4096
            CHECK (fundamental == Approx (2 / 3.14159265).epsilon (1e-4));
    }
}

} // namespace melstrom::testing
