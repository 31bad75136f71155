#include "Source/Spectrogram/FrequencyAxis.h"

#include <array>
#include <cmath>

namespace melstrom
{

namespace
{

constexpr double kConcertPitchHz = 440;
constexpr int kConcertKey = 69, kKeysPerOctave = 12;
constexpr double kLowestNoteHz = 8; // a little below MIDI key 0, 8.18 Hz

} // namespace

std::string noteText (double frequencyHz)
{
    constexpr std::array<const char*, kKeysPerOctave> names {"C",  "C#", "D",  "D#", "E",  "F",
                                                             "F#", "G",  "G#", "A",  "A#", "B"};
    if (! (frequencyHz >= kLowestNoteHz) || ! std::isfinite (frequencyHz))
        return {};
    const double key = kConcertKey + kKeysPerOctave * std::log2 (frequencyHz / kConcertPitchHz);
    const int nearest = static_cast<int> (std::lround (key));
    const int cents = static_cast<int> (std::lround ((key - nearest) * 100));
    const int octave = nearest / kKeysPerOctave - 1;
    return names[static_cast<std::size_t> (nearest % kKeysPerOctave)] + std::to_string (octave) +
           (cents < 0 ? " -" : " +") + std::to_string (std::abs (cents)) + " ct";
}

double frequencyOfC (int octave) noexcept
{
    const int key = (octave + 1) * kKeysPerOctave;
    return kConcertPitchHz * std::exp2 ((key - kConcertKey) / double {kKeysPerOctave});
}

} // namespace melstrom
