// Mel rows of an endless signal, bit-identical to the rows of a batch.
#pragma once

#include "Engine/Live/Tap/StreamRows.h"

#include <memory>

namespace melstrom
{

/** Feeds a plan of the backend with a signal piece by piece. The rows do not depend on the pieces:
    they are the rows of `--batch` for the same samples on the same backend. Memory does not grow
    with the signal; positions have 64 bits.
    Thread: one at a time, never audio. */
class MelStream
{
public:
    /** Allocates all memory and makes the plan. rowsAtATime: most rows of one call; it is halved
        until samples and rows fit 16 MiB. The backend must outlive the stream.
        Fails: badSpec, also if a row depends on the whole signal (isStreamable), outOfMemory,
        deviceLost. */
    static Result<std::unique_ptr<MelStream>> make (Backend& backend, const MelSpec& spec,
                                                    int rateHz, int rowsAtATime = 64);

    /** Whether rows can be computed before the signal ends: the spec needs neither the signal's
        maximum nor other statistics of the whole signal. In the segments layout both belong to one
        segment. */
    static bool isStreamable (const MelSpec& spec);
    /** The spec without the steps that need the whole signal: top_db, a reference at the maximum,
        Whisper's and NeMo's normalisation, PCEN.
        forDisplay: a row is one column of float32, one value in dB per band, independent of
        sample_scale; windows, transforms and bands stay. 0 dB is the spec's reference, or full
        scale if its logarithm is not in decibels; the floor is -120 dB. Sound is resampled by
        soxr-vhq, and loaded plainly. */
    static MelSpec streamable (const MelSpec& spec, bool forDisplay);

    /** Copies position and samples of `other`, a stream of the same spec, rate and rowsAtATime on
        any backend: the next rows are those that `other` would compute next. Allocates nothing. */
    void goOnFrom (const MelStream& other) noexcept;
    /** Starts a new signal; signalId seeds its dither as MelSpan::signalId. */
    void begin (std::uint64_t signalId = 0);
    /** Takes samples (mono, float32, full scale 1) until rowsAtATime rows can be computed or all
        samples are taken; returns the number of taken samples. It is 0 if rowsAtATime rows already
        wait for `compute`. Takes nothing between `end` and `begin`. */
    int push (const float* samples, int numSamples);
    /** Ends the signal: rows that reach past its end can be computed now. */
    void end ();
    /** Computes the available rows, rowsAtATime at most. numRows 0: no row is available.
        Fails: deviceLost, outOfMemory. */
    Result<MelRows> compute ();

    const MelGeometry& geometry () const noexcept { return rows_->geometry (); }

private:
    MelStream (std::unique_ptr<SlabMemory> window, std::unique_ptr<StreamRows> rows) noexcept;

    float* samples () const noexcept; ///< the window, from sample windowStart_ on
    std::int64_t samplesToTake (std::int64_t numSamples) const noexcept;
    void dropWhatIsDone () noexcept;

    std::unique_ptr<SlabMemory> window_;
    std::unique_ptr<StreamRows> rows_;
    std::int64_t windowStart_ = 0; ///< position of the window's first sample in the signal
};

} // namespace melstrom
