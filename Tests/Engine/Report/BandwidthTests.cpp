// Bandwidths of spectra made by hand.
#include "Engine/Report/Bandwidth.h"
#include "Engine/Report/MeanSpectrum.h"

#include "Tests/Support/Catch.h"

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

using namespace melstrom;

namespace
{
/** Levels in dB over the share of the spectrum, as powers. */
template <typename Level>
std::optional<Bandwidth> bandwidthOfLevels (Level levelAt)
{
    std::vector<double> powers;
    for (int bin = 0; bin < MeanSpectrum::kNumBins; ++bin)
        powers.push_back (
            std::pow (10, levelAt (static_cast<double> (bin) / (MeanSpectrum::kNumBins - 1)) / 10));
    return bandwidthOf (powers);
}
} // namespace

TEST_CASE ("a steep edge is found where it is", "[report]")
{
    for (const double edge : {0.1, 0.1667, 0.3333, 0.5, 0.7256, 0.9})
    {
        CAPTURE (edge);
        const auto found = bandwidthOfLevels (
            [edge] (double place)
            {
                const double fall = (place - 0.96 * edge) / (0.08 * edge); // 8 % wide
                return -10 * place - 70 * std::clamp (fall, 0.0, 1.0);
            });
        REQUIRE (found);
        CHECK (found->hasEdge);
        CHECK (std::fabs (found->ratio - edge) < 0.04);
    }
}

TEST_CASE ("spectra without an edge below the top have none", "[report]")
{
    const auto hasEdge = [] (auto levelAt) { return bandwidthOfLevels (levelAt)->hasEdge; };
    CHECK_FALSE (hasEdge ([] (double) { return 0.0; }));
    CHECK_FALSE (hasEdge ([] (double place) { return -60 * place; }));                    // a voice
    CHECK_FALSE (hasEdge ([] (double place) { return -40 * std::log2 (place + 0.01); })); // a drum
    CHECK_FALSE (hasEdge ([] (double place) { return place < 0.97 ? 0.0 : -80.0; })); // its rate
    CHECK_FALSE (hasEdge ([] (double place) { return place < 0.03 ? 0.0 : -80.0; })); // a deep tone
    CHECK_FALSE (
        hasEdge ([] (double place) { return std::fabs (place - 0.4) < 0.01 ? 0.0 : -90.0; }));
    CHECK_FALSE (bandwidthOf (std::vector<double> (MeanSpectrum::kNumBins)));
}

TEST_CASE ("without an edge the bandwidth ends 80 dB below the strongest band", "[report]")
{
    const auto found = bandwidthOfLevels ([] (double place) { return -160 * place; });
    REQUIRE (found);
    CHECK_FALSE (found->hasEdge);
    CHECK (std::fabs (found->ratio - 0.5) < 0.02);
    CHECK (bandwidthOfLevels ([] (double) { return -30.0; })->ratio == 1);
}

TEST_CASE ("the mean spectrum has the power of the signal, in pieces of any size", "[report]")
{
    std::mt19937 random (1);
    std::uniform_real_distribution<float> noise (-1, 1);
    std::vector<float> samples (10 * MeanSpectrum::kFrameSamples + 100);
    for (auto& sample : samples)
        sample = noise (random);
    MeanSpectrum whole, pieces;
    whole.add (samples.data (), static_cast<std::int64_t> (samples.size ()));
    for (std::size_t first = 0; first < samples.size (); first += 777)
        pieces.add (samples.data () + first, static_cast<std::int64_t> (std::min<std::size_t> (
                                                 777, samples.size () - first)));
    CHECK (whole.numFrames () == 10);
    CHECK (std::ranges::equal (whole.powers (), pieces.powers ()));
    // Parseval: bins 1 .. N/2 - 1 count twice; the mean square of Hann is 3/8, of this noise 1/3
    double sum = -whole.powers ().front () - whole.powers ().back ();
    for (const double power : whole.powers ())
        sum += 2 * power;
    const double frames = 10, size = MeanSpectrum::kFrameSamples;
    CHECK (sum / (frames * size * size) == Approx (3.0 / 8 / 3).epsilon (0.03));
}
