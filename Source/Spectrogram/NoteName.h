// Converts frequencies to note names.
#pragma once

#include <string>

namespace melstrom
{

/** The nearest note of equal temperament and the deviation in cents: "D#6 +12 ct", "A4 +0 ct"; A4
    is 440 Hz. Empty below 8 Hz, where MIDI has no key, and for non-finite frequencies. Thread:
    any. */
std::string noteText (double frequencyHz);

/** Frequency of C in the octave; C4 is 261.6 Hz. */
double frequencyOfC (int octave) noexcept;

} // namespace melstrom
