// Listens to what goes by and has its mel rows ready for a screen.
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
    MelSpec spec; ///< as chosen; what is shown is MelStream::streamable (spec, true)
    TapMix mix = TapMix::sum;
    double historySeconds = 60; ///< of samples that can be taken out
    bool operator== (const TapSettings&) const = default;
};

/** Rows that are new to the screen. */
struct TapRows
{
    std::int64_t firstRow = 0; ///< counts on; a jump means that rows are missing
    int numRows = 0;
    std::vector<float> values; ///< (numRows, features)
    int generation = 0;        ///< counts settings: another one means other rows from 0 on
};

/** Samples that were heard last. */
struct TapSamples
{
    double rateHz = 0;
    std::int64_t firstSample = 0;             ///< counts on from `prepare`
    std::vector<std::vector<float>> channels; ///< two of the same length: left, right
};

/** An audio thread pushes, the worker computes, a screen pops. While nobody watches, what is pushed
    is let go and the worker does not know of the tap; nothing is heard then, nor taken out later.

    Rows are those of `--batch`: where the spec has a rate of its own the sound is resampled to it.
    They lie on a grid of hops that begins with the first sample of a generation: row r covers what a
    batch's row r does of a file that begins there. Where samples were lost, or nobody watched, the
    signal begins anew, with its padding, at the next place of that grid; so indices jump by as many
    rows as are missing, and say which samples a row is made from, to within half a sample where a
    place is no whole one at the host's rate.

    No call waits for a device. While one starts, or makes its plan, the CPU computes rows; then the
    device goes on with the next row of the same generation. A device that is lost is replaced by the
    CPU at the next `pop`: the same generation goes on after a jump.
    Threads: `push` audio. All others any but audio, from several threads at once too (a host's
    thread prepares while an editor reads): one waits for the other, and each answer is of one
    moment. `prepare` not while `push` runs. */
class MelTap
{
public:
    /** Touches no thread, device or audio memory. Fails: outOfMemory. */
    static Result<std::unique_ptr<MelTap>> make ();
    virtual ~MelTap () = default;

    /** Takes the memory for a rate; positions count from 0 and a new generation begins.
        Fails: outOfMemory; and as `set` where settings are there already: it then
        listens, but has no rows until the next `set`. */
    virtual Result<void> prepare (double rateHz, int maxBlockSamples) = 0;
    /** Thread: audio; wait-free. right may be left. Any number of samples; nothing before
        `prepare`. */
    virtual void push (const float* left, const float* right, int numSamples) noexcept = 0;

    /** Someone looks, or nobody does: then the worker has nothing to do. */
    virtual void watch (bool isWatched) = 0;
    /** Takes effect with the next samples; a spec that is impossible at this rate fails and leaves
        the former. device null: the CPU. Fails: badSpec, outOfMemory. */
    virtual Result<void> set (const TapSettings& settings, std::shared_ptr<LiveDevice> device) = 0;
    virtual TapSettings settings () const = 0;
    /** What rows look like, at their own rate; empty before prepare and set. */
    virtual std::optional<MelGeometry> geometry () const = 0;

    /** All rows since the last call; where some are missing in between, only those
        before that: the next call has the rest. The oldest are left out when nobody calls for two
        seconds. */
    virtual TapRows pop () = 0;
    /** Copies the last so many seconds, less if there are less: what follows the
        last gap. */
    virtual TapSamples lastSamples (double seconds) const = 0;
    /** Of the samples behind row `row` of this generation, at the host's rate: the first (counts on,
        may lie before 0), or the nearest where it lies between two. Known once a row was popped. */
    virtual std::int64_t firstSampleOf (std::int64_t row) const = 0;
    /** Of what computes rows now: "cpu", "cuda:0"; nothing before prepare and set. */
    virtual std::string backendName () const = 0;
    /** Why it is not the device that was chosen, as a sentence; empty: it is, or nobody knows yet. */
    virtual std::string notice () const { return {}; }
};

} // namespace melstrom
