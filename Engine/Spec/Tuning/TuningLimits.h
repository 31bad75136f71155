// How far tunings go.
#pragma once

namespace melstrom
{

/** Of a scale's notes, and of a degree that a map names: no scale that is played has more. */
inline constexpr int kMostDegree = 4096;
/** Of a pitch, up or down: 100 octaves, beyond which nothing is heard of any reference. */
inline constexpr double kMostCents = 120000;
inline constexpr double kHighestReferenceHz = 20000;
/** Keys that would sound above are silent: so that frequencies stay finite, however wide the steps. */
inline constexpr double kHighestKeyHz = 200000;

} // namespace melstrom
