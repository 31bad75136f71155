// A gliding saw contains only its partials: no images of partials that leave the band.
#include "Tests/Reference/ReferenceDft.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/SynthRuns.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace melstrom::testing
{

namespace
{
constexpr double kRateHz = 48000, kGlideSeconds = 4;
/** A semitone up from a held note. The fade below Nyquist has corners, where a gain's slope changes
    by 4e-6 a sample. The glide is so slow that kMarginBins away these corners are below -105 dB. */
constexpr int kGlideStart = 4800, kGlideEnd = kGlideStart + 4 * 48000;
constexpr int kWindowSamples = 4096;
/** Twice the main lobe of the window. */
constexpr double kMarginBins = 14;
constexpr double kHighest = 0.49;
constexpr double kMostImageDb = -100;

/** Blackman-Harris of seven terms: its side lobes are below -180 dB, its main lobe is 7 bins wide
    on each side.
    Source: Albrecht 2001, A family of cosine-sum windows for high-resolution measurements. */
std::vector<double> blackmanHarris ()
{
    constexpr double kTerms[] = {0.27105140069342, 0.43329793923448, 0.21812299954311,
                                 0.06592544638803, 0.01081174209837, 0.00077658482522,
                                 0.00001388721735};
    std::vector<double> window (kWindowSamples);
    for (std::size_t n = 0; n < window.size (); ++n)
    {
        double sign = 1;
        for (std::size_t i = 0; i < std::size (kTerms); ++i, sign = -sign)
            window[n] +=
                sign * kTerms[i] *
                std::cos (2 * std::numbers::pi * static_cast<double> (i * n) / kWindowSamples);
    }
    return window;
}

/** Frequency of the fundamental in cycles a sample. */
double fundamentalAt (int key, double sample)
{
    const double glided = key + (sample - kGlideStart) / kRateHz / kGlideSeconds;
    return 440 * std::exp2 ((glided - 69) / 12) / kRateHz;
}

/** Whether each bin lies further than the margin from all partials during the window. */
std::vector<bool> clearBins (int key, int first)
{
    std::vector<bool> isClear (kWindowSamples / 2 + 1, true);
    const double lowest = fundamentalAt (key, first);
    const double highest = fundamentalAt (key, first + kWindowSamples);
    for (int h = 1; h <= 512 && h * lowest < kHighest; ++h)
    {
        const double from = h * lowest * kWindowSamples - kMarginBins;
        const double to = std::min (h * highest, kHighest) * kWindowSamples + kMarginBins;
        for (int bin = std::max (0, static_cast<int> (std::ceil (from)));
             bin <= std::min (kWindowSamples / 2, static_cast<int> (to)); ++bin)
            isClear[static_cast<std::size_t> (bin)] = false;
    }
    return isClear;
}

/** The largest level of a clear bin over all windows, relative to the largest level of any bin. */
double loudestImageDb (const std::vector<float>& sound, int key)
{
    static const auto window = blackmanHarris ();
    static const ReferenceDft dft (kWindowSamples);
    double loudestShare = 0;
    for (int first = kGlideStart + 512; first + kWindowSamples < kGlideEnd - 512; first += 2048)
    {
        std::vector<double> x (kWindowSamples);
        for (std::size_t n = 0; n < x.size (); ++n)
            x[n] = window[n] * sound[static_cast<std::size_t> (first) + n];
        const auto spectrum = dft.halfSpectrum (x);
        const auto isClear = clearBins (key, first);
        REQUIRE (isClear.back ());
        double loudest = 0, image = 0;
        for (std::size_t bin = 0; bin < spectrum.size (); ++bin)
        {
            loudest = std::max (loudest, std::abs (spectrum[bin]));
            if (isClear[bin])
                image = std::max (image, std::abs (spectrum[bin]));
        }
        loudestShare = std::max (loudestShare, image / loudest);
    }
    return 20 * std::log10 (loudestShare);
}

std::vector<float> glidingSaw (int key)
{
    Patch patch;
    patch[PatchKey::volume] = 0;
    patch[PatchKey::ampSustain] = 1;
    patch[PatchKey::osc1Spectrum] = static_cast<float> (SpectrumShape::saw);
    patch[PatchKey::voiceMode] = static_cast<float> (VoiceMode::legato);
    patch[PatchKey::glideMode] = static_cast<float> (GlideMode::always);
    patch[PatchKey::glideTime] = static_cast<float> (kGlideSeconds);
    return play (patch, {noteOn (0, key), noteOn (kGlideStart, key + 1)}, kGlideEnd).left;
}
/** For each key, a partial passes the band's end during the glide of a semitone. */
constexpr int kKeys[] = {36, 48, 60, 72, 84, 96, 107, 119};
} // namespace

TEST_CASE ("a saw that glides has nothing between its partials and above them", "[synth]")
{
    for (const int key : kKeys)
    {
        INFO ("from key " << key);
        CHECK (loudestImageDb (glidingSaw (key), key) < kMostImageDb);
    }
}

TEST_CASE ("that measure hears the image of one partial that did not fade", "[synth]")
{
    for (const int key : kKeys)
    {
        INFO ("from key " << key);
        // The first partial that ends above half the rate.
        const int h = static_cast<int> (0.5 / fundamentalAt (key, kGlideEnd)) + 1;
        REQUIRE (h * fundamentalAt (key, kGlideStart) < 0.5);
        auto sound = glidingSaw (key);
        double cycles = 0;
        for (int n = kGlideStart; n < kGlideEnd; ++n)
        {
            cycles += h * fundamentalAt (key, n);
            sound[static_cast<std::size_t> (n)] +=
                static_cast<float> (3e-5 * std::sin (2 * std::numbers::pi * cycles));
        }
        CHECK (loudestImageDb (sound, key) > kMostImageDb);
    }
}

} // namespace melstrom::testing
