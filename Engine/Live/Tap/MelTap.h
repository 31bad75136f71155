// Computes mel rows of the passing audio for a screen.
#pragma once

#include "Engine/Live/Device/LiveDevice.h"
#include "Engine/Live/Tap/MelStream.h"
#include "Engine/Live/Worker/LiveWorker.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

enum class TapMix
{
    sum, ///< (L + R) / 2
    left,
    right,
    mid, ///< the same as sum
    side ///< (L - R) / 2
};

struct TapSettings
{
    MelSpec spec; ///< as chosen; rows use MelStream::streamable (spec, true)
    TapMix mix = TapMix::sum;
    double historySeconds = 60; ///< length of the history for lastSamples
    bool operator== (const TapSettings&) const = default;
};

/** Consecutive new rows. */
struct TapRows
{
    std::int64_t firstRow = 0; ///< a jump from one TapRows to the next means missing rows
    int numRows = 0;
    std::vector<float> values; ///< (numRows, features)
    int generation = 0;        ///< of the settings; a new one restarts rows at 0
};

/** The newest samples of the output. */
struct TapSamples
{
    double rateHz = 0;
    std::int64_t firstSample = 0;             ///< position since `prepare`
    std::vector<std::vector<float>> channels; ///< left, right; of the same length
};

/** An audio thread pushes, the worker computes, a screen pops. While the tap is unwatched, pushed
    samples are discarded, the worker does not ask the tap, and the history gets no samples.

    Rows are those of `--batch`; if the spec has its own rate, the signal is resampled to it. Rows
    lie on a grid of hops that starts at the first sample of a generation: row r covers the same
    samples as row r of a batch for a file that starts there. After lost samples or unwatched time,
    the signal restarts, with its padding, at the next position of that grid. So row indices jump by
    the number of missing rows and still give the samples of each row; if a grid position is no
    whole sample at the host's rate, the error is at most half a sample.

    No call waits for a device. While a device starts or makes its plan, the CPU computes rows; the
    device then continues with the next row of the same generation. At the next `pop` after the loss
    of a device, the CPU replaces it: the same generation continues after a jump.
    Threads: `push`, `skip`: audio. All others: any but audio, also concurrently (a host's thread prepares
    while an editor reads): calls wait for each other, and each result is a consistent snapshot.
    `prepare` not while `push` or `skip` runs. */
class MelTap
{
public:
    /** Starts no thread, uses no device and allocates no sample memory. Fails: outOfMemory. */
    static Result<std::unique_ptr<MelTap>> make ();
    virtual ~MelTap () = default;

    /** Allocates memory for a rate; positions restart at 0 and a new generation starts.
        Fails: badSpec for an unsupported rate; outOfMemory; with settings from an earlier `set`,
        also as `set`: the tap then keeps its history, but has no rows until the next `set`. */
    virtual Result<void> prepare (double rateHz, int maxBlockSamples) = 0;
    /** Any number of samples; does nothing before `prepare`. right may equal left.
        Thread: audio; wait-free. */
    virtual void push (const float* left, const float* right, int numSamples) noexcept = 0;
    /** Counts samples that never came, above 0: a gap of the device. The next pushed samples lie
        behind them, and rows go on there as after lost samples. Thread: audio; wait-free. */
    virtual void skip (std::int64_t numSamples) noexcept = 0;

    /** false: the worker stops its work for this tap. */
    virtual void watch (bool isWatched) = 0;
    /** Takes effect with the next samples. On failure, for example a spec that is impossible at
        this rate, the former settings stay. device: null: the CPU. Fails: badSpec, outOfMemory. */
    virtual Result<void> set (const TapSettings& settings, std::shared_ptr<LiveDevice> device) = 0;
    virtual TapSettings settings () const = 0;
    /** Geometry of the rows at their own rate; empty before prepare and set. */
    virtual std::optional<MelGeometry> geometry () const = 0;

    /** All rows since the last call, up to the first gap: the next call returns the rest. The queue
        holds about two seconds; then the oldest rows are dropped. */
    virtual TapRows pop () = 0;
    /** Copies the last `seconds` of samples, or fewer: the history starts at the last gap. */
    virtual TapSamples lastSamples (double seconds) const = 0;
    /** Position of the first sample of row `row` of this generation, at the host's rate, rounded to
        the nearest sample; may be below 0. Valid once a row was popped. */
    virtual std::int64_t firstSampleOf (std::int64_t row) const = 0;
    /** Backend that computes rows now: "cpu", "cuda:0"; empty before prepare and set. */
    virtual std::string backendName () const = 0;
    /** A sentence: why it is not the chosen device; empty: it is, or not known yet. */
    virtual std::string notice () const { return {}; }
    /** Time that the worker has spent on rows since this tap was made. */
    virtual double computeSeconds () const { return 0; }
};

} // namespace melstrom
