// Loudness by broadcast standards, measured by libebur128.
#pragma once

#include "Tests/Support/Audio/StereoSound.h"

namespace melstrom::testing
{

/** Loudness of the whole sound in LUFS, without a gate. Source: ITU-R BS.1770-4.
    sound   at 48 kHz, 10 s at most */
double loudnessOf (const StereoSound& sound);

/** Highest momentary loudness (EBU Tech 3341): a window of 400 ms, every 100 ms.
    sound   at 48 kHz, 400 ms at least */
double highestLoudnessOf (const StereoSound& sound);

} // namespace melstrom::testing
