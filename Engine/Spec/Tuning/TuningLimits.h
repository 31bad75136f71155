// Limits of tunings.
#pragma once

namespace melstrom
{

/** Most notes of a scale, and highest degree in a map. No scale in use has more notes. */
inline constexpr int kMostDegree = 4096;
/** Most cents of a pitch, up or down: 100 octaves. Pitches beyond are inaudible at any
    reference. */
inline constexpr double kMostCents = 120000;
inline constexpr double kHighestReferenceHz = 20000;
/** Keys above this frequency are silent, so that frequencies stay finite with any step size. */
inline constexpr double kHighestKeyHz = 200000;

} // namespace melstrom
