// A prepared mel computation, and the description of one piece of work for it.
#pragma once

#include "Engine/Backend/SignalStatistics.h"
#include "Engine/Core/SampleFormat.h"
#include "Engine/Spec/Mel/MelGeometry.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace melstrom
{

/** The largest piece of work that will ever be submitted. */
struct MelCapacity
{
    std::size_t inputBytes = 0;
    std::size_t outputBytes = 0;
    int numSpans = 0;
};

/** Consecutive rows of one signal, and where its samples lie in the slab.
    The samples [firstSample, firstSample + numSamples) of the signal must cover
    MelGeometry::samplesOfRows; what lies outside [0, signalSamples) is padding and is never stored.
 */
struct MelSpan
{
    std::int64_t inputByte = 0; ///< of the first stored sample, from the start of the slab's input
    std::int64_t firstSample = 0;   ///< its index in the signal
    std::int64_t numSamples = 0;    ///< stored a channel
    std::int64_t signalSamples = 0; ///< length of the whole signal
    SampleFormat format = SampleFormat::int16;
    int numChannels = 1; ///< interleaved
    int channel = -1;    ///< which one; -1: the mean of all
    /** within the signal; with statistics a multiple of kStatisticsFrames */
    std::int64_t firstRow = 0;
    std::int64_t numRows = 0;
    std::int64_t outputByte = 0; ///< of the first row, from the start of the slab's output
    /** seeds the dither; the same wherever and whenever the signal is computed */
    std::uint64_t signalId = 0;
    /** Filled by MelPass::statistics, read by MelPass::finish; unused by MelPass::whole. Owned by
        the caller. */
    SignalStatistics* statistics = nullptr;
};

enum class MelPass
{
    whole,      ///< every span that needs statistics holds its whole signal: rows come out at once
    statistics, ///< only `MelSpan::statistics` are filled in, for the span's blocks
    finish      ///< rows come out, with the statistics of an earlier pass
};

/** One slab of work. Memory stays the caller's and must stay put until the ticket is done. */
struct MelBatch
{
    const std::byte* input = nullptr;
    std::byte* output = nullptr;
    std::span<const MelSpan> spans;
    MelPass pass = MelPass::whole;
};

using Ticket = std::uint64_t;

/** Thread: one submits at a time; any waits. Rows do not depend on how work was cut into batches
    and spans. */
class MelPlan
{
public:
    virtual ~MelPlan () = default;
    virtual const MelGeometry& geometry () const noexcept = 0;
    /** Neither validates nor takes memory for features; returns at once. A batch that cannot even
        be queued ends as outOfMemory. Spans must lie within the plan's capacity.
     */
    virtual Ticket submit (const MelBatch& batch) = 0;
    /** Blocks until that batch's rows are in its output. Once a ticket. Fails: deviceLost,
        outOfMemory. */
    virtual Result<void> wait (Ticket ticket) = 0;
    virtual bool isDone (Ticket ticket) = 0; ///< polls
};

} // namespace melstrom
