// Noise against values made by hand.
#include "Engine/Report/NoiseMeter.h"

#include "Tests/Support/Catch.h"

#include <cmath>
#include <random>

using namespace melstrom;

namespace
{
constexpr int kRate = 8000; // a block of 20 ms is 160 samples

std::optional<float> snrOf (const std::vector<float>& samples)
{
    constexpr std::size_t piece = 1000;
    NoiseMeter meter (kRate, 1);
    for (std::size_t first = 0; first < samples.size (); first += piece)
        meter.add (0, samples.data () + first,
                   static_cast<std::int64_t> (std::min (piece, samples.size () - first)));
    return meter.snrDb ();
}
} // namespace

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
        const auto found = snrOf (samples);
        REQUIRE (found);
        CHECK (std::fabs (static_cast<double> (*found) - snrDb) < 1.5);
    }
    CHECK_FALSE (snrOf (std::vector<float> (1600, 0.5f))); // 10 blocks
    CHECK (snrOf (std::vector<float> (16000, 0.5f)) == 0.0f);
}
