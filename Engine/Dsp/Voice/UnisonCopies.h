// Where the copies of a unison stand: in pitch, in the stereo field, and in phase when a note begins.
#pragma once

#include <array>
#include <cstdint>

namespace melstrom
{

inline constexpr int kMaxCopies = 16; ///< of a unison

// numCopies: 1 .. kMaxCopies; entries from numCopies on are 0.   thread: any but audio   fails: never

/** Shares of the detune, -1 .. 1 in steps of 2^-10, that rise. With e evenly from -1 to 1: sign (e) |e|^(3/4), so that
    no two neighbours lie equally far apart but by symmetry; the mean is 0. Of three copies the middle one stands at 1/5,
    and the mean is 1/15.
    One copy: 0. */
std::array<std::int32_t, kMaxCopies> unisonPositions (int numCopies);

/** Places in the stereo field, -1 (left) .. 1 (right) in steps of 2^-10; the largest is 1 or -1. Two copies: -1, 1. From three
    copies on sides alternate with rising pitch. The sum of places is 0, so that both channels are equally loud.
    The sum of places times positions is 0, so that both have the same mean pitch, whatever the spread. One copy: 0. */
std::array<std::int32_t, kMaxCopies> unisonPlaces (int numCopies);

/** Start phases in 2^-32 turns with which N copies together have the power of N: c^2 / (2N) turns for copy c, c (c + 1) / (2N)
    where N is odd. Source: Chu 1972, "Polyphase codes with good periodic correlation properties". */
std::array<std::uint32_t, kMaxCopies> unisonPhases (int numCopies);

} // namespace melstrom
