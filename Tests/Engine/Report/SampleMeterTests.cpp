// Peak, DC, clipping, silence and noise against values made by hand.
#include "Engine/Report/SampleMeter.h"

#include "Tests/Support/Catch.h"

#include <cmath>
#include <random>

using namespace melstrom;

namespace
{
constexpr int kRate = 8000; // a block of 20 ms is 160 samples

SampleFacts factsOf (const std::vector<std::vector<float>>& channels, std::size_t piece = 1000)
{
    SampleMeter meter (kRate, static_cast<int> (channels.size ()));
    for (std::size_t first = 0; first < channels[0].size (); first += piece)
        for (std::size_t channel = 0; channel < channels.size (); ++channel)
            meter.add (
                static_cast<int> (channel), channels[channel].data () + first,
                static_cast<std::int64_t> (std::min (piece, channels[channel].size () - first)));
    return meter.facts ();
}
} // namespace

TEST_CASE ("peak and DC are those of the worst channel", "[report]")
{
    std::vector<float> left (1600, 0.125f), right (1600, -0.25f);
    left[700] = -0.75f;
    const auto facts = factsOf ({left, right});
    CHECK (facts.peak == 0.75f);
    CHECK (facts.dcOffset == -0.25f);
    CHECK (factsOf ({left}).dcOffset == Approx (0.125 - 0.875 / 1600));
}

TEST_CASE ("only runs of three samples at full scale are clipped", "[report]")
{
    constexpr float top = 32767.0f / 32768.0f;
    // runs of 3 (counts), of 2, of 4 with both spellings of full scale (counts), a change of sign
    // that makes 2 + 2, and a run of 3 that crosses the edge of a block (counts)
    std::vector<float> samples (480);
    const auto put = [&samples] (std::size_t at, std::initializer_list<float> values)
    { std::copy (values.begin (), values.end (), samples.begin () + static_cast<int> (at)); };
    put (10, {top, top, top});
    put (20, {top, top});
    put (30, {-1, -1, -top, -1.5f});
    put (40, {top, top, -1, -1});
    put (50, {0.999f, 0.999f, 0.999f});
    put (159, {1, 1, 1});
    for (const std::size_t piece : {1, 7, 160, 1000})
        CHECK (factsOf ({samples}, piece).numClipped == 3 + 4 + 3);
    CHECK (factsOf ({samples, samples}).numClipped == 20);
}

TEST_CASE ("silence is the share of blocks below -60 dBFS", "[report]")
{
    std::vector<float> samples (1600, 0.00101f); // 10 blocks of -59.9 dBFS
    for (std::size_t i = 480; i < 960; ++i)
        samples[i] = 0.00099f; // 3 blocks of -60.1 dBFS
    CHECK (factsOf ({samples}).silentRatio == 0.3f);
    CHECK (factsOf ({std::vector<float> (100)}).silentRatio == 1);
    CHECK (factsOf ({std::vector<float> (100, 0.5f)}).silentRatio == 0);
}

TEST_CASE ("the noise of a sound with pauses is found", "[report]")
{
    for (const double snrDb : {10.0, 20.0, 40.0})
    {
        CAPTURE (snrDb);
        std::mt19937 random (3);
        std::normal_distribution<double> noise (0, 0.25 * std::sqrt (0.5) *
                                                       std::pow (10, -snrDb / 20));
        std::vector<float> samples;
        for (int i = 0; i < 20 * kRate; ++i)
        {
            const bool isSound = i / kRate % 2 == 0; // a sine of amplitude 0.25, every other second
            samples.push_back (
                static_cast<float> ((isSound ? 0.25 * std::sin (0.4 * i) : 0) + noise (random)));
        }
        const auto facts = factsOf ({samples});
        REQUIRE (facts.snrDb);
        CHECK (std::fabs (static_cast<double> (*facts.snrDb) - snrDb) < 1.5);
    }
    CHECK_FALSE (factsOf ({std::vector<float> (1600, 0.5f)}).snrDb); // 10 blocks
    CHECK (factsOf ({std::vector<float> (16000, 0.5f)}).snrDb == 0.0f);
}
