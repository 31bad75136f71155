// Frequencies as musicians name them.
#pragma once

#include <string>

namespace melstrom
{

/** The nearest note of equal temperament and how far it is: "D#6 +12 ct", "A4 +0 ct"; A4 is 440 Hz.
    Empty below 8 Hz, where no key lies, and for what is not finite. Thread: any. */
std::string noteText (double frequencyHz);

/** Of C in an octave, C4 being 261.6 Hz. */
double frequencyOfC (int octave) noexcept;

} // namespace melstrom
