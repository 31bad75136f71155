#include "Engine/Backend/Gpu/Hash/HashSum.h"

#include "Engine/Backend/Gpu/Device/ArrayLayout.h"
#include "Engine/Backend/Gpu/Kernels/Hash/SortChunks.h"
#include "Engine/Backend/Gpu/Kernels/Hash/StreamBuckets.h"
#include "Engine/Backend/Gpu/Kernels/Hash/SumBuckets.h"
#include "Engine/Backend/Gpu/Kernels/Hash/SumShared.h"
#include "Engine/Core/TimedRuns.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

namespace melstrom::gpu
{

namespace
{
constexpr std::int64_t kQuad = 4;         ///< cells that a thread writes at a time
constexpr std::int64_t kLeastCells = 256; ///< of a bucket

std::int64_t upwards (std::int64_t number, std::int64_t divisor)
{
    return (number + divisor - 1) / divisor;
}

template <typename Item>
Item* pointerTo (DeviceAddress address)
{
    return reinterpret_cast<Item*> (static_cast<std::uintptr_t> (address));
}

/** As few chunks a multiprocessor as possible, all of one size. */
std::int64_t recordsOfChunk (std::int64_t numRecords, int numMultiprocessors)
{
    constexpr std::int64_t kMost = std::int64_t {kSortThreads} * kSortHeld, kStep = 8;
    const std::int64_t atOnce = std::int64_t {kSortBlocks} * numMultiprocessors;
    const std::int64_t numRounds = std::max<std::int64_t> (1, upwards (numRecords, atOnce * kMost));
    return std::max (kStep, upwards (upwards (numRecords, atOnce * numRounds), kStep) * kStep);
}

/** As few buckets a multiprocessor as fit, all of one size. A block has a multiprocessor alone. */
template <typename Cells>
std::int64_t cellsOfBucket (std::int64_t numCells, const DeviceProperties& device)
{
    constexpr std::int64_t kMost = 1 << 16; // places are 16 bits
    SortedChunks none;
    none.buckets.divisor = 0;
    const auto room = device.sharedBytesPerBlock - SumRoom<Cells>::bytesOf (none, kSumThreads);
    const auto most =
        std::min (kMost, static_cast<std::int64_t> (room / Cells::bytesOf (1)) / kQuad * kQuad);
    const std::int64_t numRounds = upwards (numCells, device.numMultiprocessors * most);
    const std::int64_t even =
        upwards (upwards (numCells, device.numMultiprocessors * numRounds), kQuad) * kQuad;
    return std::clamp (even, kLeastCells, most);
}

/** Buckets of streamBuckets: a block a multiprocessor, with as few buckets as possible. */
struct StreamedBuckets
{
    std::int64_t cells = 0;
    std::int32_t perBlock = 0;
};

/** None if the records are too many for one round of sortChunks, or the buckets too many. */
template <typename Cells>
std::optional<StreamedBuckets> streamedBuckets (std::int64_t numCells, std::int64_t numChunks,
                                                const DeviceProperties& device)
{
    constexpr std::int64_t kMostBytes = Cells::kHasUnit ? 113'000 : 80'000; // measured: README
    /** Their cursors in SortRoom take 8 KB. */
    constexpr std::int64_t kMostStreamed = 2048;
    const std::int64_t atOnce = device.numMultiprocessors;
    if (numChunks > kSortBlocks * atOnce)
        return std::nullopt;
    SortedChunks none; // the largest one but for its cells
    none.buckets.divisor = 0;
    none.bucketsPerBlock = static_cast<std::int32_t> (kMostStreamed / atOnce + 1);
    none.numChunks = static_cast<std::int32_t> (numChunks);
    const auto room = static_cast<std::int64_t> (device.sharedBytesPerBlock) -
                      static_cast<std::int64_t> (StreamRoom<Cells>::bytesOf (none));
    const std::int64_t most = std::min (kMostBytes, room / kStreamBuffers) /
                              static_cast<std::int64_t> (Cells::bytesOf (kStreamCells)) *
                              kStreamCells;
    if (most < kLeastCells)
        return std::nullopt;
    const std::int64_t numRounds = upwards (numCells, atOnce * most);
    const std::int64_t even =
        upwards (upwards (numCells, atOnce * numRounds), kStreamCells) * kStreamCells;
    const std::int64_t cells = std::max (even, kLeastCells);
    if (upwards (numCells, cells) > kMostStreamed || numRounds > none.bucketsPerBlock)
        return std::nullopt;
    return StreamedBuckets {cells, static_cast<std::int32_t> (numRounds)};
}

/** Twice as many lanes as this hold nearly all runs of random records. */
std::int32_t lanesOfRun (double recordsOfRun)
{
    const double most = recordsOfRun + 2.5 * std::sqrt (recordsOfRun);
    return static_cast<std::int32_t> (std::min<std::uint64_t> (
        32, std::bit_ceil (static_cast<std::uint64_t> (std::ceil (most / kRecordsAhead)))));
}
} // namespace

QuickDivisor quickDivisor (std::uint32_t divisor) noexcept
{
    const auto log2 = static_cast<std::uint32_t> (std::bit_width (divisor - 1)); // rounded up
    const std::uint64_t power = std::uint64_t {1} << log2;
    return {divisor, static_cast<std::uint32_t> (((power - divisor) << 32) / divisor + 1),
            log2 - 1};
}

Result<HashSum> HashSum::make (SharedDevice& device, HashVariant variant,
                               const DeviceRecords& records, const HashedShape& shape,
                               DeviceAddress matrix)
{
    HashSum sum (device);
    sum.variant_ = variant;
    sum.numCells_ = sum.sliceCells_ = static_cast<std::uint32_t> (shape.numCells ());
    HashWork& work = sum.work_;
    work.rows = pointerTo<std::int64_t> (records.rows);
    work.ids = pointerTo<std::int64_t> (records.ids);
    work.weights = pointerTo<float> (records.weights);
    work.numRecords = records.numRecords;
    work.numRows = shape.numRows;
    work.numDimensions = shape.numDimensions;
    work.matrix = pointerTo<float> (matrix);
    work.numCells = sum.numCells_;
    if (variant == HashVariant::shared)
        MELSTROM_TRY (sum.layRows ());
    if (variant == HashVariant::chunked || variant == HashVariant::chunkedFixed)
        MELSTROM_TRY (sum.layChunks ());
    return sum;
}

Result<void> HashSum::layRows ()
{
    const auto& properties = (*device_)->properties ();
    const auto rowBytes = FixedCells::bytesOf (work_.numDimensions + kQuad);
    const auto most = static_cast<std::int64_t> (properties.sharedBytesPerBlock / rowBytes);
    if (most == 0)
        return Error {ErrorCode::badSpec,
                      "a row of " + std::to_string (work_.numDimensions) +
                          " dimensions does not fit into shared memory; choose another variant",
                      {}};
    work_.rowsPerBlock = static_cast<std::int32_t> (
        std::clamp<std::int64_t> (upwards (work_.numRows, properties.numMultiprocessors), 1, most));
    return {};
}

template <typename Cells>
std::int64_t HashSum::layBuckets ()
{
    const auto& properties = (*device_)->properties ();
    if (const auto streamed =
            streamedBuckets<Cells> (numCells_, work_.sorted.numChunks, properties))
    {
        work_.sorted.bucketsPerBlock = streamed->perBlock;
        return streamed->cells;
    }
    const std::int64_t cells = cellsOfBucket<Cells> (numCells_, properties);
    sliceCells_ =
        static_cast<std::uint32_t> (std::min<std::int64_t> (numCells_, cells * kMostBuckets));
    return cells;
}

Result<void> HashSum::layChunks ()
{
    const auto& properties = (*device_)->properties ();
    SortedChunks& sorted = work_.sorted;
    const std::int64_t records = recordsOfChunk (work_.numRecords, properties.numMultiprocessors);
    sorted.chunkRecords = static_cast<std::int32_t> (records);
    sorted.numChunks =
        static_cast<std::int32_t> (std::max<std::int64_t> (1, upwards (work_.numRecords, records)));
    const std::int64_t cells =
        variant_ == HashVariant::chunked ? layBuckets<FloatCells> () : layBuckets<FixedCells> ();
    sorted.buckets = quickDivisor (static_cast<std::uint32_t> (cells));
    sorted.numBuckets = static_cast<std::int32_t> (upwards (sliceCells_, cells));
    sorted.lanesPerRun =
        lanesOfRun (static_cast<double> (records) * static_cast<double> (cells) / sliceCells_);

    ArrayLayout layout;
    const std::int64_t total = std::int64_t {sorted.numChunks} * records;
    const auto weights = layout.add<float> (total);
    const auto placed = layout.add<std::uint16_t> (total);
    const auto starts =
        layout.add<std::uint16_t> (std::int64_t {sorted.numChunks} * (sorted.numBuckets + 1));
    const auto largest = layout.add<std::uint32_t> (sorted.numChunks);
    MELSTROM_TRY (take (scratch_, *device_, (*device_)->allocate (layout.bytes ())));
    sorted.weights = weights.in (scratch_.get ());
    sorted.cells = placed.in (scratch_.get ());
    sorted.starts = starts.in (scratch_.get ());
    sorted.largest = largest.in (scratch_.get ());
    return {};
}

Result<void> HashSum::enqueue (StreamHandle stream) const
{
    constexpr int kFull = 0; // as many blocks as fill the device
    if (variant_ == HashVariant::basic)
        return device_->noted ((*device_)->launch (HashKernel::basic, work_, kFull, stream));
    if (variant_ == HashVariant::shared)
        return device_->noted ((*device_)->launch (HashKernel::shared, work_, kFull, stream));
    for (std::uint32_t first = 0; first < numCells_; first += sliceCells_)
        MELSTROM_TRY (enqueueSlice (first, stream));
    return {};
}

HashKernel HashSum::sumKernel () const noexcept
{
    const bool isFixed = variant_ == HashVariant::chunkedFixed;
    if (work_.sorted.bucketsPerBlock > 0)
        return isFixed ? HashKernel::streamBucketsFixed : HashKernel::streamBuckets;
    return isFixed ? HashKernel::sumBucketsFixed : HashKernel::sumBuckets;
}

Result<void> HashSum::enqueueSlice (std::uint32_t firstCell, StreamHandle stream) const
{
    HashWork slice = work_;
    slice.firstCell = firstCell;
    slice.numCells = std::min (sliceCells_, numCells_ - firstCell);
    slice.sorted.numBuckets =
        static_cast<std::int32_t> (upwards (slice.numCells, slice.sorted.buckets.divisor));
    for (const auto kernel : {HashKernel::sortChunks, sumKernel ()})
        MELSTROM_TRY (device_->noted ((*device_)->launch (kernel, slice, 0, stream)));
    return {};
}

Result<HashVariant> fastestHashVariant (SharedDevice& device, DeviceTimer& timer,
                                        const DeviceRecords& records, const HashedShape& shape,
                                        DeviceAddress matrix, bool orderIndependent)
{
    std::optional<HashVariant> fastest;
    double least = 0;
    for (const auto& row : kHashVariants)
    {
        if (orderIndependent && ! row.isOrderIndependent)
            continue;
        const auto sum = HashSum::make (device, row.variant, records, shape, matrix);
        if (! sum && sum.error ().code == ErrorCode::deviceLost)
            return sum.error ();
        if (! sum)
            continue;
        const auto enqueue = [&sum] (StreamHandle stream) { return sum->enqueue (stream); };
        MELSTROM_TRY_VALUE (const auto times,
                            timedRuns ({1, 5}, [&] { return timer.deviceSeconds (enqueue); }));
        if (! fastest || times.median () < least)
        {
            fastest = row.variant;
            least = times.median ();
        }
    }
    if (! fastest)
        return Error {
            ErrorCode::outOfMemory, "no variant of feature hashing has enough memory", {}};
    return *fastest;
}

} // namespace melstrom::gpu
