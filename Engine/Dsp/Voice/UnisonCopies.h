// Copies of a unison: pitch, place in the stereo field, and phase at the note's start.
#pragma once

#include <array>
#include <cstdint>

namespace melstrom
{

inline constexpr int kMaxCopies = 16; ///< of a unison

// numCopies: 1 .. kMaxCopies; entries from numCopies on are 0.
// thread: any but audio   fails: never

/** Shares of the detune, -1 .. 1 in steps of 2^-10, ascending. With e evenly spaced from -1 to 1:
    sign (e) |e|^(3/4). So distances of neighbours are equal only by symmetry; the mean is 0. Of
    three copies the middle copy is at 1/5, and the mean is 1/15. One copy: 0. */
std::array<std::int32_t, kMaxCopies> unisonPositions (int numCopies);

/** Places in the stereo field, -1 (left) .. 1 (right) in steps of 2^-10; the largest magnitude is
    1. Two copies: -1, 1. From three copies on, sides alternate with rising pitch. The sum of places
    is 0, so that both channels are equally loud. The sum of places times positions is 0, so that
    both channels have the same mean pitch with any spread. One copy: 0. */
std::array<std::int32_t, kMaxCopies> unisonPlaces (int numCopies);

/** Start phases in 2^-32 turns that give N copies N times the power of one copy: c^2 / (2N) turns
    for copy c; c (c + 1) / (2N) if N is odd. Source: Chu 1972, "Polyphase codes with good periodic
    correlation properties". */
std::array<std::uint32_t, kMaxCopies> unisonPhases (int numCopies);

} // namespace melstrom
