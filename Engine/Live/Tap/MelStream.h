// Mel rows of a signal that is still going on, bit for bit as a batch computes them.
#pragma once

#include "Engine/Backend/Backend.h"

#include <memory>
#include <vector>

namespace melstrom
{

/** Rows that follow each other. */
struct MelRows
{
    std::int64_t firstRow = 0;
    std::int64_t numRows = 0;
    /** (numRows, rowElements) in the spec's stored type; valid until the next call */
    const std::byte* data = nullptr;
};

/** Feeds a plan of the backend with a signal as it comes. However it is cut into pieces, the rows
    are those that `--batch` gives for the same samples on the same backend. Memory does not grow
    with the signal, and places are counted in 64 bits.
    Thread: one at a time, never audio. */
class MelStream
{
public:
    /** Takes all memory and prepares; rowsAtATime: that one call computes at most, fewer where rows
        are so large that they would take more than 16 MiB. The backend must outlive the stream.
        Fails: badSpec, also where a row depends on the whole signal (isStreamable), outOfMemory,
        deviceLost. */
    static Result<std::unique_ptr<MelStream>> make (Backend& backend, const MelSpec& spec,
                                                    int rateHz, int rowsAtATime = 64);

    /** Whether rows can be computed before the signal ends: no floor under its maximum, no
        statistics of all of it. In the segments layout both are of one segment. */
    static bool isStreamable (const MelSpec& spec);
    /** The same spec without what is of the whole signal: top_db, a reference at the maximum,
        Whisper's and NeMo's normalisation, PCEN.
        forDisplay: one row is one column of float32, a band a value in dB, as loud whatever
        sample_scale is; windows, transforms and bands stay. 0 dB is the spec's own reference_db, or
        full scale where its logarithm is none in decibels; -120 dB under that is the floor. */
    static MelSpec streamable (const MelSpec& spec, bool forDisplay);

    /** Goes on where `other` is, which is of the same spec, rate and rowsAtATime on any backend: what
        comes next are its next rows, from the same samples. Allocates nothing. */
    void goOnFrom (const MelStream& other) noexcept;
    /** Begins a new signal; signalId seeds its dither as MelSpan::signalId. */
    void begin (std::uint64_t signalId = 0);
    /** Takes samples (mono, float32, full scale 1) until rowsAtATime rows can be computed or all are
        taken; returns how many it took. 0 of some only where so many rows wait for `compute`
        already. Not between `end` and `begin`. */
    int push (const float* samples, int numSamples);
    /** No more samples will come: rows that reach over the signal's end can be computed now. */
    void end ();
    /** Computes what can be computed, rowsAtATime at most. numRows 0: nothing.
        Fails: deviceLost, outOfMemory. */
    Result<MelRows> compute ();

    const MelGeometry& geometry () const noexcept { return geometry_; }

private:
    MelStream (const MelGeometry& geometry, int rowsAtATime);

    std::size_t inputBytes () const noexcept;
    std::size_t outputBytes () const noexcept;
    Result<void> prepare (Backend& backend);
    float* samples () const noexcept; ///< of the window, the first at windowStart_
    std::int64_t samplesToTake (std::int64_t numSamples) const noexcept;
    void dropWhatIsDone () noexcept;

    MelGeometry geometry_;
    std::int64_t rowsAtATime_;
    std::int64_t windowSamples_;       ///< that the slab holds
    std::unique_ptr<SlabMemory> slab_; ///< the window, then rows
    std::unique_ptr<MelPlan> plan_;

    std::uint64_t signalId_ = 0;
    std::int64_t windowStart_ = 0; ///< first sample of the signal in the slab
    std::int64_t numSamples_ = 0;  ///< of the signal that have come
    std::int64_t nextRow_ = 0;
    bool hasEnded_ = false;
};

} // namespace melstrom
