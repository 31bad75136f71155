// Rows of kept sound for a new front end, by a thread of their own.
#pragma once

#include "Engine/Live/Tap/MelTap.h"
#include "Standalone/App/Audio/KeptSound.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace melstrom
{

/** Consecutive rows of one signal: the sound of one rate. */
struct ComputedRows
{
    int signal = 0; ///< counts from 0; a new one begins where the rate changes
    MelGeometry geometry;
    double originSeconds = 0; ///< of the signal's first sample
    std::int64_t firstRow = 0;
    int numRows = 0;
    std::vector<float> values; ///< (numRows, features)
};

/** The CPU computes rows as a tap does (TapFeed): they are those of `--batch` over the sound, and
    after a gap rows go on along the grid of the signal. In order of time. Rows that are not taken
    wait in 4 MiB at most; then the thread waits. Thread: message. */
class SoundRows
{
public:
    /** Throws std::bad_alloc, std::system_error. */
    SoundRows (const MelSpec& spec, TapMix mix);
    /** Waits for the rows of one piece. */
    ~SoundRows ();

    /** Pieces in order of time, behind those before. */
    void give (std::vector<SoundPiece> pieces);
    void finish (); ///< no more pieces come
    std::vector<ComputedRows> take ();
    /** All rows were taken, or rows of a rate are impossible: those are left out. */
    bool isDone () const;
    double doneRatio () const; ///< 0 .. 1

private:
    void run () noexcept;
    std::optional<SoundPiece> nextPiece ();
    bool deliver (ComputedRows rows);

    const TapSettings settings_;
    mutable std::mutex mutex_; ///< of all below
    std::condition_variable changed_;
    std::deque<SoundPiece> pieces_;
    std::vector<ComputedRows> rows_;
    std::size_t rowBytes_ = 0;
    std::int64_t numGiven_ = 0, numUsed_ = 0; ///< samples
    bool isFinished_ = false, isStopped_ = false, hasEnded_ = false;
    std::thread thread_; ///< the last member: starts when all others are there
};

} // namespace melstrom
