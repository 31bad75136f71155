// The exact pass over a whole file, in order.
#pragma once

#include "Engine/Dsp/Resample/Resampler.h"
#include "Engine/Overview/OverviewScan.h"
#include "Engine/Overview/RowComputer.h"
#include "Engine/Overview/SoundFile.h"

#include <memory>
#include <optional>
#include <vector>

namespace melstrom
{

/** Reads the file once and scans all rows, bit for bit those of a batch, and all samples. Thread:
    one at a time. */
class OverviewPass
{
public:
    /** All arguments outlive this object. rowBytes: for the maxima of rows.
        Fails: badRate, outOfMemory. */
    static Result<std::unique_ptr<OverviewPass>> make (SoundFile& file,
                                                       const OverviewFrontEnd& frontEnd,
                                                       RowComputer& computer, WaveScan& wave,
                                                       std::size_t rowBytes);

    /** Reads and computes some MiB. Fails: as SoundFile::read, RowComputer::run; then the pass has
        ended. Throws std::bad_alloc. */
    Result<void> goOn ();
    /** Moves the samples to memory that the computer's present device prefers. Fails: outOfMemory;
        then the former memory stays. */
    Result<void> renewMemory ();
    bool isDone () const noexcept;
    double doneRatio () const noexcept;
    std::int64_t numRowsLeft () const noexcept { return numRows_ - nextRow_; }
    const RowScan& rows () const noexcept { return rows_; }

private:
    OverviewPass (SoundFile& file, const OverviewFrontEnd& frontEnd, RowComputer& computer,
                  WaveScan& wave, std::size_t rowBytes);

    Result<std::int64_t> read (std::int64_t most);
    Result<void> addSamples (const float* mixed, std::int64_t count);
    Result<void> addResampled (const float* mixed, std::int64_t count);
    Result<void> addSilence ();
    Result<void> computeRows ();
    std::int64_t numComputableRows () const noexcept;
    void dropUsedSamples () noexcept;
    float* end () const noexcept; ///< of the samples in the slab
    std::int64_t room () const noexcept { return computer_.mostSamples () - (end_ - start_); }

    SoundFile& file_;
    const OverviewFrontEnd& frontEnd_;
    RowComputer& computer_;
    WaveScan& wave_;
    RowScan rows_;
    std::optional<Resampler> resampler_;
    std::unique_ptr<SlabMemory> slab_; ///< signal samples [start_, end_), interleaved
    std::vector<float> stored_, mixed_;
    std::int64_t filePosition_ = 0;
    std::int64_t start_ = 0, end_ = 0;
    std::int64_t nextRow_ = 0;
    const std::int64_t signalSamples_, numRows_;
};

} // namespace melstrom
