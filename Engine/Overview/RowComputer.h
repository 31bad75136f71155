// Levels of rows by a plan of a backend.
#pragma once

#include "Engine/Backend/Backend.h"
#include "Engine/Dsp/Mel/BandLevels.h"
#include "Engine/Overview/OverviewFrontEnd.h"

#include <memory>
#include <span>
#include <vector>

namespace melstrom
{

/** Computes rows anywhere in a signal. Rows do not depend on the cuts: they are those of a batch on
    the same backend. Thread: one at a time. */
class RowComputer
{
public:
    /** frontEnd, backend: outlive this object. Fails: badSpec, outOfMemory, deviceLost. */
    static Result<std::unique_ptr<RowComputer>> make (Backend& backend,
                                                      const OverviewFrontEnd& frontEnd);

    /** Capacity of one `run`: samples of each channel in its input, and rows. At least kLeastRows
        rows and their samples fit. */
    std::int64_t mostSamples () const noexcept { return mostSamples_; }
    std::int64_t mostRows () const noexcept { return mostRows_; }
    static constexpr std::int64_t kLeastRows = 16;
    static constexpr std::int64_t kMostSpans = 4096; ///< in a run, of kSpanRows rows or fewer
    static constexpr std::int64_t kSpanRows = 128;   ///< few enough that all threads have work

    std::size_t inputBytes () const noexcept;
    std::size_t outputBytes () const noexcept;
    /** Memory for mostSamples () samples: inputBytes (). */
    Result<std::unique_ptr<SlabMemory>> allocateInput () const;

    /** Adds rows [firstRow, firstRow + numRows) to the next run. Sample `position` of the signal
        lies at sample `place` of the input; the input has all samples of the rows. */
    void add (std::int64_t firstRow, std::int64_t numRows, std::int64_t position,
              std::int64_t place);
    /** Computes the added rows, in their order: (rows, width) levels, valid until the next run.
        Fails: deviceLost, outOfMemory. */
    Result<std::span<const float>> run (const float* input);

private:
    RowComputer (Backend& backend, const OverviewFrontEnd& frontEnd);
    Result<void> prepare ();
    MelBatch batchOf (const float* input, std::span<MelSpan> spans) const noexcept;

    Backend& backend_;
    const OverviewFrontEnd& frontEnd_;
    BandLevels levels_;
    std::int64_t concurrency_;
    std::int64_t mostSamples_ = 0, mostRows_ = 0;
    std::unique_ptr<MelPlan> plan_;
    std::unique_ptr<SlabMemory> output_;
    std::vector<MelSpan> spans_;
    std::int64_t numRows_ = 0; ///< of spans_
};

} // namespace melstrom
