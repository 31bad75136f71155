// Rows and samples of a whole file as maxima of steps.
#pragma once

#include "Engine/Overview/StepMaxima.h"

#include <memory>
#include <vector>

namespace melstrom
{

/** Joins rows to steps of a power of four rows, the finest whose maxima fit the memory. Thread: one
    at a time. */
class RowScan
{
public:
    RowScan (std::size_t width, std::int64_t numRows, std::size_t mostBytes);

    /** The next rows: (numRows, width). Throws std::bad_alloc. */
    void add (const float* rows, std::int64_t numRows);

    std::int64_t stepRows () const noexcept { return stepRows_; }
    const std::shared_ptr<StepMaxima>& maxima () const noexcept { return maxima_; }

private:
    std::int64_t numRows_, stepRows_ = 1;
    std::int64_t numAdded_ = 0;
    std::shared_ptr<StepMaxima> maxima_;
    std::vector<float> step_; ///< maxima of the step so far
};

/** The same for samples: steps of kBase samples times a power of four, as WaveMaxima. */
class WaveScan
{
public:
    static constexpr std::int64_t kBase = 256;

    WaveScan (int numChannels, std::int64_t numSamples, std::size_t mostBytes);

    /** Samples [first, first + count), interleaved; those before the last ones are skipped.
        Throws std::bad_alloc. */
    void add (const float* samples, std::int64_t first, std::int64_t count);

    std::int64_t stepSamples () const noexcept { return stepSamples_; }
    const std::shared_ptr<StepMaxima>& maxima () const noexcept { return maxima_; }

private:
    void addToStep (const float* samples, std::int64_t count) noexcept;
    void endStep ();

    std::size_t numChannels_;
    std::int64_t numSamples_, stepSamples_ = kBase;
    std::int64_t position_ = 0;
    std::shared_ptr<StepMaxima> maxima_;
    std::vector<float> highest_, lowest_; ///< of the step so far; several lanes a channel
    std::vector<float> step_;
};

} // namespace melstrom
