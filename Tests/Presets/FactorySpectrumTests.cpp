// Factory patches differ from each other. MELSTROM_SHOW_FACTORY=1 prints the nearest neighbour of
// each patch.
#include "Engine/Spec/Patch/PatchToml.h"
#include "Tests/Support/Audio/Loudness.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/FactoryNotes.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numbers>
#include <vector>

namespace melstrom::testing
{

namespace
{
constexpr double kLeastDistanceDb = 6;

struct PatchSpectrum
{
    const Patch* patch = nullptr;
    double lufs = 0;
    ThirdOctaves bands {};
};

double distanceDb (const PatchSpectrum& a, const PatchSpectrum& b)
{
    return spectralDistanceDb (a.bands, a.lufs, b.bands, b.lufs);
}

void showNearest (const std::vector<PatchSpectrum>& spectra)
{
    std::printf ("| patch | centroid, Hz | nearest | dB RMS |\n");
    for (const auto& spectrum : spectra)
    {
        const PatchSpectrum* nearest = nullptr;
        double least = std::numeric_limits<double>::infinity ();
        for (const auto& other : spectra)
            if (other.patch != spectrum.patch && distanceDb (spectrum, other) < least)
            {
                least = distanceDb (spectrum, other);
                nearest = &other;
            }
        if (nearest != nullptr)
            std::printf ("| %s | %.0f | %s | %.1f |\n", spectrum.patch->name.c_str (),
                         centroidHz (spectrum.bands), nearest->patch->name.c_str (), least);
    }
}

StereoSound sineOf (double hertz, double gain)
{
    StereoSound sound (kFactoryRate);
    for (std::size_t n = 0; n < sound.left.size (); ++n)
        sound.left[n] = sound.right[n] =
            static_cast<float> (gain * std::sin (2 * std::numbers::pi * hertz *
                                                 static_cast<double> (n) / kFactoryRate));
    return sound;
}
} // namespace

TEST_CASE ("third octaves put a sine into its band and white noise into all, 1 dB more each",
           "[patches]")
{
    for (const int band : {0, 7, 16, 28})
    {
        const auto bands = thirdOctavesOf (sineOf (std::round (thirdOctaveHz (band)), 0.5));
        // A cosine fade over a quarter of a second leaves 3/8 of its power. The lowest band's edge
        // is 3 Hz from its sine: some power of a second with an abrupt start lies beyond the edge.
        CHECK (bands[static_cast<std::size_t> (band)] ==
               Approx (0.25 * (0.75 + 0.25 * 3 / 8)).epsilon (band == 0 ? 0.04 : 0.01));
    }
    ThirdOctaves two {}; // amplitudes 2 and 1
    two[16] = 4;
    two[26] = 1;
    CHECK (centroidHz (two) == Approx ((2 * 1000 + 10000) / 3.0));
    CHECK (centroidHz ({}) == 0);
    const auto noise = thirdOctavesOf (whiteNoise (10 * kFactoryRate, 1));
    for (std::size_t band = 14; band < noise.size (); ++band)
        CHECK (10 * std::log10 (noise[band] / noise[band - 1]) == Approx (1).margin (0.6));
}

TEST_CASE ("spectra of equal loudness are compared in the bands that one of them fills",
           "[patches]")
{
    const ThirdOctaves silent {};
    ThirdOctaves one {}, two {};
    one[10] = 1;
    two[10] = 1;
    two[20] = 0.01;
    CHECK (spectralDistanceDb (silent, 0, silent, 0) == 0);
    CHECK (spectralDistanceDb (one, 0, one, -3) == Approx (3)); // one band, 3 dB off
    // one band is equal; the other is at -20 dB or counts as -60
    CHECK (spectralDistanceDb (one, 0, two, 0) == Approx (40 / std::sqrt (2.0)));
    two[20] = 1e-7; // 70 dB down: counts as unfilled in both
    CHECK (spectralDistanceDb (one, 0, two, 0) == 0);
}

TEST_CASE ("any two factory patches of equal loudness differ by 6 dB in their third octaves at C3",
           "[patches]")
{
    std::vector<PatchSpectrum> spectra;
    forFactoryPatches (
        [&] (const Patch& patch)
        {
            const StereoSound sound = heldC3 (patch, 4);
            spectra.push_back ({&patch, loudnessOf (sound), thirdOctavesOf (sound)});
        });
    if (showsFactory ())
        showNearest (spectra);
    for (std::size_t i = 0; i < spectra.size (); ++i)
        for (std::size_t j = 0; j < i; ++j)
        {
            INFO (spectra[i].patch->name << " and " << spectra[j].patch->name);
            CHECK (distanceDb (spectra[i], spectra[j]) >= kLeastDistanceDb);
        }
}

} // namespace melstrom::testing
