// Noise with a slope in decibels per octave, as a recursion in time.
#pragma once

#include <array>
#include <cstddef>

namespace melstrom
{

/** A first-order section: gains of its low and high outputs. Its output is their sum. Initially it
    passes all frequencies. */
struct ColourSection
{
    double share = 0; ///< share of the way to the input that the low output moves in half a sample
    double low = 1, high = 1;
};

inline constexpr int kNumColourSections = 6;
using ColourSections = std::array<ColourSection, kNumColourSections>;

/** Pole-zero pairs at 20, 80, ..., 20480 Hz. One of each pair is at that frequency, the other
    |dbPerOctave| / 6.02 times two octaves above: the pole is the lower one for falling noise, the
    zero for rising noise. 0 dB at 1 kHz. From 100 Hz to 18 kHz the deviation from a straight line
    is at most 0.6 dB if |dbPerOctave| is at most 6, and at most 2.4 dB if it is 12. Towards 20 Hz
    and below the curve levels off. dbPerOctave: -12 .. 12.
    Source: Smith and Smith 2016, Closed Form Fractional Integration and Differentiation via Real
    Exponentially Spaced Pole-Zero Pairs. Bound tested in NoiseColourTests. Thread: any; allocates
    nothing */
ColourSections designColour (double dbPerOctave, double sampleRateHz) noexcept;

/** Magnitude of all sections. cyclesPerSample: below 0.5 */
double colourGain (const ColourSections& sections, double cyclesPerSample) noexcept;

/** Gains that give coloured white noise its original power. Each object is for one rate. */
class ColourPower
{
public:
    explicit ColourPower (double sampleRateHz) noexcept;
    /** Gain for designColour's sections, accurate to 0.1 dB. dbPerOctave: -12 .. 12. Thread: any;
        allocates nothing */
    double gainFor (double dbPerOctave) const noexcept;

private:
    static constexpr int kPlacesPerDb = 4, kMostDb = 12,
                         kNumPlaces = 2 * kMostDb * kPlacesPerDb + 1;
    std::array<double, kNumPlaces> octaves_ {}; ///< log2 of the gains; linear in between
};

/** Filters one sample by all sections; stable under any modulation of the sections. memory
    (kNumColourSections) */
inline double stepColour (const ColourSections& sections, double* memory, double input) noexcept
{
    for (std::size_t i = 0; i < sections.size (); ++i)
    {
        const ColourSection& section = sections[i];
        const double way = section.share * (input - memory[i]);
        const double low = memory[i] + way;
        memory[i] = low + way;
        input = section.high * (input - low) + section.low * low;
    }
    return input;
}

} // namespace melstrom
