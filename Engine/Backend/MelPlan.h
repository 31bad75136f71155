// A prepared mel computation, and the description of one batch for it.
#pragma once

#include "Engine/Backend/SignalStatistics.h"
#include "Engine/Core/SampleFormat.h"
#include "Engine/Spec/Mel/MelGeometry.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace melstrom
{

/** Upper limits of every batch. */
struct MelCapacity
{
    std::size_t inputBytes = 0;
    std::size_t outputBytes = 0;
    int numSpans = 0;
};

/** Consecutive rows of one signal, and the place of its samples in the slab. The samples
    [firstSample, firstSample + numSamples) of the signal must cover MelGeometry::samplesOfRows.
    Samples outside [0, signalSamples) are padding and are never stored. */
struct MelSpan
{
    std::int64_t inputByte = 0;     ///< first stored sample, from the start of the slab's input
    std::int64_t firstSample = 0;   ///< index in the signal
    std::int64_t numSamples = 0;    ///< stored samples of each channel
    std::int64_t signalSamples = 0; ///< length of the whole signal
    SampleFormat format = SampleFormat::int16;
    int numChannels = 1;           ///< interleaved
    std::optional<int> channel {}; ///< index of one channel; empty: the mean of all
    /** within the signal; for specs with statistics a multiple of kStatisticsFrames */
    std::int64_t firstRow = 0;
    std::int64_t numRows = 0;
    std::int64_t outputByte = 0; ///< first row, from the start of the slab's output
    /** Seeds the dither. The same for every computation of the signal. */
    std::uint64_t signalId = 0;
    /** Filled by MelPass::statistics, read by MelPass::finish, unused by MelPass::whole. The caller
        owns it. */
    SignalStatistics* statistics = nullptr;
};

enum class MelPass
{
    whole,      ///< spans that need statistics hold their whole signal; rows come out in this pass
    statistics, ///< fills `MelSpan::statistics` for the span's blocks; no rows
    finish      ///< rows come out, from the statistics of an earlier pass
};

/** One slab of work. The caller owns the memory and keeps it valid until the ticket is done. */
struct MelBatch
{
    const std::byte* input = nullptr;
    std::byte* output = nullptr;
    std::span<const MelSpan> spans;
    MelPass pass = MelPass::whole;
};

using Ticket = std::uint64_t;

/** Rows do not depend on the cut into batches and spans. Thread: `submit` one at a time; `wait`
    any. */
class MelPlan
{
public:
    virtual ~MelPlan () = default;
    virtual const MelGeometry& geometry () const noexcept = 0;
    /** Returns at once. Neither validates nor allocates memory for features. A batch that cannot be
        queued ends with outOfMemory. Spans must lie within the plan's capacity. */
    virtual Ticket submit (const MelBatch& batch) = 0;
    /** Blocks until the batch's rows are in its output. Call once for each ticket. Fails:
        deviceLost, outOfMemory. */
    virtual Result<void> wait (Ticket ticket) = 0;
    virtual bool isDone (Ticket ticket) = 0; ///< polls
};

} // namespace melstrom
