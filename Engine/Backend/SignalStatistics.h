// What features that depend on a whole signal need to know of it: a maximum, moments, a smoother's
// state.
#pragma once

#include "Engine/Spec/Mel/MelGeometry.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace melstrom
{

/** Statistics are gathered a block of this many frames at a time, on a grid from frame 0, and
   blocks are joined in order: so their bits do not depend on how the signal was cut. */
inline constexpr int kStatisticsFrames = 1024;

/** (1 - b) of PCEN's one-pole smoother, 0 for specs without PCEN. Source: librosa.pcen, T = time
   constant in hops, b = (sqrt (1 + 4 T^2) - 1)/(2 T^2). */
double smootherDecay (const MelGeometry& geometry) noexcept;

/** Of one signal. A backend fills the blocks that a span covers; `join` does the rest.
    Thread: blocks of different index may be filled by different threads. */
struct SignalStatistics
{
    /** What one block of frames contributes. */
    struct Block
    {
        std::int64_t numFrames = 0;
        float maximum = -std::numeric_limits<float>::infinity ();
        std::vector<double> mean, sumOfSquares; ///< (bands): of the block, and about its own mean
        /** (bands): PCEN's smoother after the block, started from zero */
        std::vector<float> smootherEnd;
    };
    std::vector<Block> blocks;

    // after join
    float maximum = -std::numeric_limits<float>::infinity ();
    std::vector<double> mean, deviation;           ///< (bands); deviation with N - 1
    std::vector<std::vector<float>> smootherStart; ///< a block: (bands)

    SignalStatistics () = default;
    explicit SignalStatistics (std::int64_t numFrames)
        : blocks (
              static_cast<std::size_t> ((numFrames + kStatisticsFrames - 1) / kStatisticsFrames))
    {
    }

    /** Joins the blocks in order. smootherDecay: (1 - b) of PCEN, or 0 without it. */
    void join (double smootherDecay);
};

} // namespace melstrom
