#include "Engine/Dsp/Voice/NoiseColour.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace melstrom
{
namespace
{

constexpr double kLowestHz = 20, kSpacing = 4, kMiddleHz = 1000;
constexpr double kDbPerExponent = 6.020599913279624; // 20 log10 (2)

/** |(s + zero) / (s + pole)|^2 */
double powerAt (double hertz, double zeroHz, double poleHz) noexcept
{
    const double square = hertz * hertz;
    return (square + zeroHz * zeroHz) / (square + poleHz * poleHz);
}

double warped (double cyclesPerSample) noexcept
{
    const double x = std::tan (std::numbers::pi * cyclesPerSample);
    return x * x;
}

/** Section with the prototype's pole; its magnitude is exact at frequency 0 and at 0.36 of the
    rate. */
ColourSection designSection (double zeroHz, double poleHz, double sampleRateHz) noexcept
{
    constexpr double kSecond = 0.36;
    const double g = std::tanh (std::numbers::pi * poleHz / sampleRateHz);
    const double t = warped (kSecond) / (g * g);
    const double low = zeroHz / poleHz;
    const double second = powerAt (kSecond * sampleRateHz, zeroHz, poleHz);
    const double high = (second * (1 + t) - low * low) / t;
    const double middle = std::sqrt (powerAt (kMiddleHz, zeroHz, poleHz));
    return {g / (1 + g), low / middle, std::sqrt (std::max (high, 0.0)) / middle};
}

/** Mean of the squared magnitude over 0 .. half the rate. */
double powerOf (const ColourSections& sections, double sampleRateHz) noexcept
{
    constexpr int kStepsPerOctave = 12;
    const double lowest = 2.5 / sampleRateHz;
    const int numSteps = static_cast<int> (kStepsPerOctave * std::log2 (0.5 / lowest));
    const double ratio = std::pow (0.5 / lowest, 1.0 / numSteps);
    double sum = lowest * std::pow (colourGain (sections, 0), 2);
    double from = lowest;
    for (int i = 0; i < numSteps; ++i, from *= ratio)
        sum += from * (ratio - 1) * std::pow (colourGain (sections, from * (1 + ratio) / 2), 2);
    return sum / 0.5;
}

} // namespace

ColourSections designColour (double dbPerOctave, double sampleRateHz) noexcept
{
    ColourSections sections;
    const double distance = std::pow (kSpacing, std::abs (dbPerOctave) / kDbPerExponent);
    double edgeHz = kLowestHz;
    for (ColourSection& section : sections)
    {
        section = dbPerOctave < 0 ? designSection (edgeHz * distance, edgeHz, sampleRateHz)
                                  : designSection (edgeHz, edgeHz * distance, sampleRateHz);
        edgeHz *= kSpacing;
    }
    return sections;
}

double colourGain (const ColourSections& sections, double cyclesPerSample) noexcept
{
    const double square = warped (cyclesPerSample);
    double power = 1;
    for (const ColourSection& section : sections)
    {
        const double g = section.share / (1 - section.share), t = square / (g * g);
        power *= (section.low * section.low + section.high * section.high * t) / (1 + t);
    }
    return std::sqrt (power);
}

ColourPower::ColourPower (double sampleRateHz) noexcept
{
    for (int place = 0; place < kNumPlaces; ++place)
    {
        const double dbPerOctave = static_cast<double> (place) / kPlacesPerDb - kMostDb;
        octaves_[static_cast<std::size_t> (place)] =
            -0.5 * std::log2 (powerOf (designColour (dbPerOctave, sampleRateHz), sampleRateHz));
    }
}

double ColourPower::gainFor (double dbPerOctave) const noexcept
{
    const double most = kNumPlaces - 1;
    const double place = std::clamp ((dbPerOctave + kMostDb) * kPlacesPerDb, 0.0, most);
    const auto below = static_cast<std::size_t> (std::min (place, most - 1));
    const double low = octaves_[below], high = octaves_[below + 1];
    return std::exp2 (low + (high - low) * (place - static_cast<double> (below)));
}

} // namespace melstrom
