#include "Engine/Dsp/Voice/NoiseColour.h"
#include "Tests/Support/Catch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>

namespace melstrom::testing
{
namespace
{
double gainDb (const ColourSections& sections, double hertz, double rateHz)
{
    return 20 * std::log10 (colourGain (sections, hertz / rateHz));
}
} // namespace

TEST_CASE ("colour is a straight line of so many decibels an octave about 1 kHz", "[noise]")
{
    for (const double rateHz : {44100.0, 48000.0, 96000.0})
        for (const double colour :
             {-12.0, -9.0, -6.0, -4.5, -3.0, -1.0, 0.0, 1.0, 3.0, 6.0, 9.0, 12.0})
        {
            const ColourSections sections = designColour (colour, rateHz);
            const double bound = std::abs (colour) <= 6 ? 0.6 : 2.4;
            for (double hertz = 100; hertz <= 18000; hertz *= 1.1)
            {
                CAPTURE (rateHz, colour, hertz);
                CHECK (gainDb (sections, hertz, rateHz) ==
                       Approx (colour * std::log2 (hertz / 1000)).margin (bound));
            }
            // Flat below its range: no rumble.
            CHECK (std::abs (gainDb (sections, 1, rateHz) - gainDb (sections, 0.1, rateHz)) < 0.1);
        }
}

TEST_CASE ("sections have the magnitude that is said of them", "[noise]")
{
    const ColourSections sections = designColour (-4, 48000);
    std::array<double, kNumColourSections> memory {};
    std::complex<double> sum;
    for (int n = 0; n < 60000; ++n)
        sum += stepColour (sections, memory.data (), n == 0 ? 1 : 0) *
               std::polar (1.0, -2 * std::numbers::pi * 0.013 * n);
    CHECK (std::abs (sum) == Approx (colourGain (sections, 0.013)).epsilon (1e-4));
}

TEST_CASE ("coloured white noise has the power of white noise", "[noise]")
{
    // The mean of |H|^2 over all frequencies is the sum of the squares of the impulse response.
    for (const double rateHz : {44100.0, 96000.0})
    {
        const ColourPower power (rateHz);
        for (const double colour : {-12.0, -7.1, -6.0, -3.0, -0.3, 0.0, 2.0, 3.3, 6.0, 12.0})
        {
            const ColourSections sections = designColour (colour, rateHz);
            std::array<double, kNumColourSections> memory {};
            double squares = 0;
            for (int n = 0; n < 200'000; ++n)
                squares += std::pow (stepColour (sections, memory.data (), n == 0 ? 1 : 0), 2);
            CAPTURE (rateHz, colour);
            CHECK (10 * std::log10 (squares) + 20 * std::log10 (power.gainFor (colour)) ==
                   Approx (0).margin (0.1));
        }
        CHECK (power.gainFor (0) == Approx (1).epsilon (1e-4));
    }
}

} // namespace melstrom::testing
