// delta[t] = sum of n (x[t + n] - x[t - n]) / (2 sum of n^2), appended to the features; then type
// and layout.
// features (frames, static) -> rows (rows, features), or segments (segments, features, frames).
// Consecutive threads write consecutive elements, 4096 elements a thread block.
// Bytes: 4 read a static feature, neighbours from cache; 2 or 4 written a feature.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Mel/MelWork.h"
#include "Engine/Backend/Gpu/Kernels/Mel/RowSearch.h"
#include "Engine/Dsp/Mel/FinishedBand.h"

#include <cstring>

namespace melstrom::gpu
{

inline constexpr int kStoreThreads = 256;
inline constexpr int kStoreElements = 4096; ///< of one thread block at a time

/** One static feature over frames, with repeated edges. */
struct FeatureTrack
{
    const float* values = nullptr; ///< at frame 0
    std::int64_t stride = 0, numFrames = 0;
    int reach = 0;

    /** Order 0: the feature; order 1: its delta; order 2: the delta of the delta. Source:
        torchaudio's compute_deltas. */
    template <int order>
    MELSTROM_BOTH float at (std::int64_t frame) const noexcept
    {
        if constexpr (order == 0)
            return values[frame * stride];
        else
        {
            float sum = 0;
            for (int n = 1; n <= reach; ++n)
            {
                const std::int64_t after = frame + n < numFrames ? frame + n : numFrames - 1;
                const std::int64_t before = frame > n ? frame - n : 0;
                sum += static_cast<float> (n) * (at<order - 1> (after) - at<order - 1> (before));
            }
            return sum / deltaDivisor (reach);
        }
    }
    MELSTROM_BOTH float at (int order, std::int64_t frame) const noexcept
    {
        return order == 0 ? at<0> (frame) : order == 1 ? at<1> (frame) : at<2> (frame);
    }
};

/** Writes a value at an address aligned to its size. */
template <typename Value>
MELSTROM_BOTH void storeAt (std::byte* to, Value value) noexcept
{
    memcpy (__builtin_assume_aligned (to, sizeof value), &value, sizeof value);
}

/** A thread's position in the elements of all spans: (frames of MelWork::rows, features) counted
    continuously, within a span in output order. */
class StoreCursor
{
public:
    MELSTROM_BOTH explicit StoreCursor (const MelWork& work) noexcept : work_ (work) {}

    /** Writes the element if it belongs to a row of its span, not to a neighbour for deltas. */
    template <typename Block>
    MELSTROM_BOTH void store (std::int64_t element) noexcept
    {
        if ((element >= end_ || element < base_) && ! seek (element))
            return;
        const MelProgram& program = work_.program;
        const auto rowElements = static_cast<std::uint32_t> (program.rowElements);
        const std::uint32_t place = offset_ + static_cast<std::uint32_t> (element - base_);
        const auto within = static_cast<int> (place % rowElements);
        const std::int64_t unit = row_ + place / rowElements;
        const std::int64_t rowInSpan = unit - halo_;
        if (rowInSpan < 0 || rowInSpan >= span_->numRows)
            return;
        const float value = valueOf (unit, within);
        const std::int64_t to = rowInSpan * program.rowElements + within;
        std::byte* const output = work_.output + span_->outputByte;
        if (program.isHalf)
            storeAt (output + 2 * to, Block::halfOf (value));
        else
            storeAt (output + 4 * to, value);
    }

private:
    /** unit: index of a computed frame or segment of the span; within: element of its row. */
    MELSTROM_BOTH float valueOf (std::int64_t unit, int within) const noexcept
    {
        const MelProgram& program = work_.program;
        const int perUnit = program.isSegments ? program.framesPerSegment : 1;
        const int feature = within / perUnit;
        const int order = feature / program.numStatic;
        FeatureTrack track;
        track.values = work_.features + span_->scratchRow * program.numStatic +
                       (feature - order * program.numStatic);
        track.stride = program.numStatic;
        track.reach = program.deltaReach;
        track.numFrames = span_->numFrames;
        if (! program.isSegments)
            return track.at (order, unit);
        track.values += unit * perUnit * track.stride;
        track.numFrames = perUnit;
        return track.at (order, within % perUnit);
    }

    MELSTROM_BOTH bool seek (std::int64_t element) noexcept
    {
        const MelProgram& program = work_.program;
        const int index =
            itemOfRow (work_.spans, work_.counts->numSpans, element / program.numFeatures);
        end_ = 0; // until a span is found
        if (index < 0)
            return false;
        span_ = work_.spans + index;
        const std::int64_t first = span_->scratchRow * program.numFeatures;
        base_ = element;
        end_ = first + span_->numFrames * program.numFeatures;
        row_ = (element - first) / program.rowElements;
        offset_ = static_cast<std::uint32_t> ((element - first) % program.rowElements);
        halo_ = program.isSegments ? 0 : span_->firstRow - span_->firstFrame;
        return true;
    }

    const MelWork& work_;
    const DeviceSpan* span_ = nullptr;
    std::int64_t base_ = 0, end_ = 0; ///< elements for which the other members hold
    std::int64_t row_ = 0;            ///< frame or segment of `base_`
    std::uint32_t offset_ = 0;        ///< of `base_` within that row
    std::int64_t halo_ = 0;           ///< computed frames before the first row
};

/** Elements of all spans, including neighbours for deltas. */
MELSTROM_BOTH std::int64_t storeElementsOf (const MelWork& work) noexcept
{
    return work.counts->numFrames * work.program.numFeatures;
}

MELSTROM_BOTH std::int64_t storeChunksOf (const MelWork& work) noexcept
{
    return (storeElementsOf (work) + kStoreElements - 1) / kStoreElements;
}

/** One thread's share of elements [chunk kStoreElements, (chunk + 1) kStoreElements). */
template <typename Block>
MELSTROM_BOTH void storeChunk (const MelWork& work, std::int64_t chunk, int thread) noexcept
{
    const std::int64_t total = storeElementsOf (work);
    const std::int64_t first = chunk * kStoreElements;
    const std::int64_t end = first + kStoreElements < total ? first + kStoreElements : total;
    StoreCursor cursor (work);
    for (std::int64_t element = first + thread; element < end; element += kStoreThreads)
        cursor.store<Block> (element);
}

} // namespace melstrom::gpu
