// Noise that falls or rises with frequency, by so many decibels an octave, as a recursion in time.
#pragma once

#include <array>
#include <cstddef>

namespace melstrom
{

/** A first-order section: gains of its low and its high output, whose sum is heard. Initially it passes all. */
struct ColourSection
{
    double share = 0; ///< of the way to its input that the low output goes in half a sample
    double low = 1, high = 1;
};

inline constexpr int kNumColourSections = 6;
using ColourSections = std::array<ColourSection, kNumColourSections>;

/** A pole and a zero from each of 20, 80, ..., 20480 Hz on, |dbPerOctave| / 6.02 times two octaves apart: the pole below
    where noise falls, the zero where it rises. 0 dB at 1 kHz. From 100 Hz to 18 kHz within 0.6 dB of a straight line where
    |dbPerOctave| is 6 at most, and within 2.4 dB where it is 12; towards 20 Hz and below it levels off. dbPerOctave: -12 .. 12.
    Source: Smith and Smith 2016, Closed Form Fractional Integration and Differentiation via Real Exponentially Spaced
    Pole-Zero Pairs. Bound tested in NoiseColourTests. Thread: any; allocates nothing */
ColourSections designColour (double dbPerOctave, double sampleRateHz) noexcept;

/** Magnitude of all sections. cyclesPerSample: below 0.5 */
double colourGain (const ColourSections& sections, double cyclesPerSample) noexcept;

/** Gains that leave white noise the power that it had before it was coloured. Each object is for one rate. */
class ColourPower
{
public:
    explicit ColourPower (double sampleRateHz) noexcept;
    /** Of designColour's sections: within 0.1 dB. dbPerOctave: -12 .. 12. Thread: any; allocates nothing */
    double gainFor (double dbPerOctave) const noexcept;

private:
    static constexpr int kPlacesPerDb = 4, kMostDb = 12,
                         kNumPlaces = 2 * kMostDb * kPlacesPerDb + 1;
    std::array<double, kNumPlaces>
        octaves_ {}; ///< log2 of them; between two places decibels go in a line
};

/** One sample through all sections, stable under any motion of them. memory (kNumColourSections) */
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
