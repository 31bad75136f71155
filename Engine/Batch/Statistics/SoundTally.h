// Peak, DC, clipping and silence of samples, as they are stored.
#pragma once

#include "Engine/Batch/Statistics/SoundPiece.h"
#include "Engine/Batch/Statistics/SoundRecord.h"

#include <cstddef>
#include <mutex>
#include <vector>

namespace melstrom
{

/** Measures one signal. Its samples come once or more often, in pieces of any size and order, from
    any threads; the record depends on none of this.
    Blocks are 20 ms long, on a grid from the first sample; the power of a block is the mean of x^2
    over its samples and channels. A last block that is not full counts if nothing else is there.
    Clipped: at least LevelRuns::kClippedRun samples of one channel in a row, each at +full scale or
    each at -full scale: |x| >= SoundShape::fullScale.
    How: whole blocks are measured at once, without a lock, and joined with their neighbours
    (SoundPiece). Samples of a block that is not complete wait; memory: a block for each end of a
    piece that has no neighbour yet. Thread: any. */
class SoundTally
{
public:
    explicit SoundTally (const SoundShape& shape) : shape_ (shape) {}

    /** Samples [first, end). */
    struct Range
    {
        std::int64_t first = 0, end = 0;
    };

    /** Samples of all channels, interleaved, from place `first` on; any address. Those that have come
        before are left out. */
    void add (const void* samples, std::int64_t first, std::int64_t numSamples);

    std::int64_t numTaken () const;    ///< samples that have come
    std::int64_t numMeasured () const; ///< less those that a thread is measuring
    /** The first gap below numSamples: samples that have not come. Empty (first == end): all have. */
    Range firstMissing (std::int64_t numSamples) const;

    /** Of a signal whose samples have all been measured. */
    SoundRecord record () const;

private:
    /** Samples of a block that is not complete. */
    struct Edge
    {
        std::int64_t block = 0, numSamples = 0;
        std::vector<std::byte> samples; ///< of the whole block
    };

    Range take (Range wanted);
    void measure (const std::byte* samples, Range range);
    void addEdge (const std::byte* samples, Range range);
    void join (SoundPiece piece);

    const SoundShape shape_;
    mutable std::mutex mutex_; ///< guards the members below
    std::vector<Range> taken_; ///< in order, none touches the next
    std::vector<Edge> edges_;
    std::vector<SoundPiece> pieces_; ///< in order, none touches the next
    std::int64_t numTaken_ = 0, numMeasured_ = 0;
};

} // namespace melstrom
