// Levels of rows by a plan of a backend.
#pragma once

#include "Engine/Backend/Backend.h"
#include "Engine/Dsp/Mel/BandLevels.h"
#include "Engine/Overview/OverviewFrontEnd.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace melstrom
{

/** A plan of one backend for rows of a front end, and memory for its rows. */
struct RowPlan
{
    Backend* backend = nullptr;
    std::string backendName;
    std::int64_t concurrency = 1;
    std::unique_ptr<SlabMemory> output;
    std::unique_ptr<MelPlan> plan;

    /** backend: outlives the result. Fails: badSpec, outOfMemory, deviceLost. */
    static Result<RowPlan> make (Backend& backend, const OverviewFrontEnd& frontEnd);
};

/** What rows cost: the time from the submission of their work to its end. */
struct RowCost
{
    double seconds = 0;
    std::int64_t numRows = 0;

    /** 0: nothing was computed. */
    double secondsPerRow () const noexcept
    {
        return numRows > 0 ? seconds / static_cast<double> (numRows) : 0;
    }
};

/** Computes rows anywhere in a signal. Rows do not depend on the cuts: they are those of a batch on
    the same backend. Thread: one at a time. */
class RowComputer
{
public:
    /** frontEnd, backend: outlive this object. Fails: as RowPlan::make. */
    static Result<std::unique_ptr<RowComputer>> make (Backend& backend,
                                                      const OverviewFrontEnd& frontEnd);

    /** Rows come from this plan from now on; made for the same front end. Its backend outlives this
        object, or the next call. Input that was allocated before stays valid. */
    void use (RowPlan plan) noexcept;
    /** Goes back to the backend of `make`. Fails: outOfMemory; then the plan stays. */
    Result<void> useOwnBackend ();
    bool usesOwnBackend () const noexcept { return present_.backend == &backend_; }
    const std::string& backendName () const noexcept { return present_.backendName; }
    /** Why `run` went back to the backend of `make`, once. */
    std::optional<Error> takeFailure () { return std::exchange (failure_, std::nullopt); }

    /** Of runs of kCountedRows rows or more since the last change of the plan; then of all runs. */
    const RowCost& cost () const noexcept { return cost_; }
    const RowCost& wholeCost () const noexcept { return wholeCost_; }
    static constexpr std::int64_t kCountedRows = 64; ///< shorter runs tell of their start only

    /** Capacity of one `run`: samples of each channel in its input, and rows. At least kLeastRows
        rows and their samples fit. */
    std::int64_t mostSamples () const noexcept { return mostSamples_; }
    std::int64_t mostRows () const noexcept { return mostRows_; }
    static constexpr std::int64_t kLeastRows = 16;
    static constexpr std::int64_t kMostSpans = 4096; ///< in a run, of kSpanRows rows or fewer
    static constexpr std::int64_t kSpanRows = 128;   ///< few enough that all threads have work

    std::size_t inputBytes () const noexcept;
    std::size_t outputBytes () const noexcept;
    /** Memory for mostSamples () samples, inputBytes (), of the present backend. */
    Result<std::unique_ptr<SlabMemory>> allocateInput () const;

    /** Adds rows [firstRow, firstRow + numRows) to the next run. Sample `position` of the signal
        lies at sample `place` of the input; the input has all samples of the rows. */
    void add (std::int64_t firstRow, std::int64_t numRows, std::int64_t position,
              std::int64_t place);
    /** Computes the added rows, in their order: (rows, width) levels, valid until the next run.
        Where a plan of `use` fails, the backend of `make` computes all rows of the run.
        Fails: deviceLost, outOfMemory. */
    Result<std::span<const float>> run (const float* input);

private:
    RowComputer (Backend& backend, const OverviewFrontEnd& frontEnd);
    MelBatch batchOf (const float* input, std::span<MelSpan> spans) const noexcept;
    Result<void> compute (const float* input);

    Backend& backend_;
    const OverviewFrontEnd& frontEnd_;
    BandLevels levels_;
    const std::int64_t mostSamples_, mostRows_;
    RowPlan present_;
    std::optional<Error> failure_;
    RowCost cost_, wholeCost_;
    std::vector<MelSpan> spans_;
    std::int64_t numRows_ = 0; ///< of spans_
};

} // namespace melstrom
