// Statistics of a whole signal for its features: maximum, moments, state of PCEN's smoother.
#pragma once

#include "Engine/Dsp/Mel/MelConstants.h"
#include "Engine/Spec/Mel/MelGeometry.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace melstrom
{

/** Frames of one statistics block. Blocks lie on a grid from frame 0 and are joined in order, so
    that the bits of the statistics do not depend on the cut of the signal. */
inline constexpr int kStatisticsFrames = 1024;

/** Statistics of one signal. A backend fills the blocks that a span covers; `join` computes the
    rest. Thread: different threads may fill different blocks. */
struct SignalStatistics
{
    /** Contribution of one block of frames. */
    struct Block
    {
        std::int64_t numFrames = 0;
        float maximum = -std::numeric_limits<float>::infinity ();
        /** (bands): mean of the block; squares about that mean */
        std::vector<double> mean, sumOfSquares;
        /** (bands): PCEN's smoother after the block, from state zero */
        std::vector<float> smootherEnd;
    };
    std::vector<Block> blocks;

    // filled by join
    float maximum = -std::numeric_limits<float>::infinity ();
    std::vector<double> mean, deviation;           ///< (bands); deviation divides by N - 1
    std::vector<std::vector<float>> smootherStart; ///< one vector a block: (bands)

    SignalStatistics () = default;
    explicit SignalStatistics (std::int64_t numFrames)
        : blocks (
              static_cast<std::size_t> ((numFrames + kStatisticsFrames - 1) / kStatisticsFrames))
    {
    }

    /** Joins the blocks in order. smootherDecay: (1 - b) of PCEN; 0 without PCEN. */
    void join (double smootherDecay);
};

} // namespace melstrom
