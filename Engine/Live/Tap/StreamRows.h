// Mel rows of an endless signal whose samples lie in memory of another owner.
#pragma once

#include "Engine/Backend/Backend.h"

#include <memory>
#include <optional>

namespace melstrom
{

/** Consecutive rows. */
struct MelRows
{
    std::int64_t firstRow = 0;
    std::int64_t numRows = 0;
    /** (numRows, rowElements) in the spec's stored type; valid until the next call */
    const std::byte* data = nullptr;
};

/** float32, interleaved; the mean of all channels, or one of them. */
struct StreamLayout
{
    int numChannels = 1;
    std::optional<int> channel {};

    std::int64_t sampleBytes () const noexcept
    {
        return static_cast<std::int64_t> (sizeof (float)) * numChannels;
    }
};

/** Knows which rows can be computed, which samples they need, and computes them from there without
    a copy. The rows do not depend on how the signal comes: they are the rows of `--batch` for the
    same samples on the same backend.
    Thread: one at a time, never audio. */
class StreamRows
{
public:
    /** Most rows and most samples of one computation. */
    struct Limits
    {
        std::int64_t rows = 1, samples = 0;
    };
    /** Samples and rows of rowsAtATime rows, or of half as many and so on until they fit mostBytes
        and mostSamples; of one row whatever it takes. */
    static Limits limitsFor (const MelGeometry& geometry, std::int64_t rowsAtATime,
                             std::int64_t mostSamples, std::int64_t mostBytes) noexcept;

    /** Allocates memory for rows and makes the plan. The backend must outlive this.
        Fails: badSpec, outOfMemory, deviceLost. */
    static Result<std::unique_ptr<StreamRows>> make (Backend& backend, const MelGeometry& geometry,
                                                     const Limits& limits,
                                                     const StreamLayout& layout);

    /** Goes on where `other` is, which computes the same rows on any backend. */
    void goOnFrom (const StreamRows& other) noexcept;
    /** Starts a new signal; signalId seeds its dither as MelSpan::signalId. */
    void begin (std::uint64_t signalId = 0) noexcept;
    void extend (std::int64_t numSamples) noexcept { numSamples_ += numSamples; }
    /** Rows that reach past the signal's end can be computed now. */
    void end () noexcept { hasEnded_ = true; }

    struct Due
    {
        std::int64_t numRows = 0;
        std::int64_t firstSample = 0, endSample = 0; ///< of the signal
    };
    /** The next rows, Limits::rows at most; numRows 0: none can be computed. */
    Due due () const noexcept;
    /** samples: sample due.firstSample and the following. Fails: deviceLost, outOfMemory,
        internalFault. */
    Result<MelRows> compute (const Due& due, const float* samples);

    /** The first sample that the next row or a later one may need. At most numSamples (). */
    std::int64_t firstNeeded () const noexcept;
    std::int64_t numSamples () const noexcept { return numSamples_; }
    std::int64_t nextRow () const noexcept { return nextRow_; }
    bool hasEnded () const noexcept { return hasEnded_; }
    const Limits& limits () const noexcept { return limits_; }
    const MelGeometry& geometry () const noexcept { return geometry_; }

private:
    StreamRows (const MelGeometry& geometry, const Limits& limits, const StreamLayout& layout);
    Result<void> prepare (Backend& backend);

    MelGeometry geometry_;
    Limits limits_;
    StreamLayout layout_;
    std::unique_ptr<SlabMemory> rows_;
    std::unique_ptr<MelPlan> plan_;

    std::uint64_t signalId_ = 0;
    std::int64_t numSamples_ = 0; ///< of the signal so far
    std::int64_t nextRow_ = 0;
    bool hasEnded_ = false;
};

} // namespace melstrom
