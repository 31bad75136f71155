// Loudness as broadcasters measure it, by libebur128.
#pragma once

#include "Tests/Support/Audio/StereoSound.h"

namespace melstrom::testing
{

/** LUFS of the whole sound, without a gate. Source: ITU-R BS.1770-4.
    sound   at 48 kHz, 10 s at most */
double loudnessOf (const StereoSound& sound);

/** The most that a meter shows which looks at the last 400 ms, every 100 ms: momentary loudness of EBU Tech 3341.
    sound   at 48 kHz, 400 ms at least */
double highestLoudnessOf (const StereoSound& sound);

} // namespace melstrom::testing
