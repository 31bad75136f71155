#include "Tests/Support/Gpu/EmulatedHash.h"

#include "Engine/Backend/Gpu/Kernels/Hash/SortChunks.h"
#include "Engine/Backend/Gpu/Kernels/Hash/StreamBuckets.h"
#include "Engine/Backend/Gpu/Kernels/Hash/SumBasic.h"
#include "Engine/Backend/Gpu/Kernels/Hash/SumBuckets.h"
#include "Engine/Backend/Gpu/Kernels/Hash/SumShared.h"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

namespace melstrom::testing
{

using namespace gpu;

namespace
{
/** Same interface as DeviceHash: see HashBlock.cuh. Threads run from the last to the first. */
class HostHash : public HostBlock
{
public:
    using HostBlock::HostBlock;

    template <typename Body>
    void each (Body body)
    {
        for (int thread = numThreads () - 1; thread >= 0; --thread)
            body (thread);
    }
    template <typename Body>
    void start (Body body)
    {
        each (body);
    }

    template <typename Value>
    static Value loadOnce (const Value* from)
    {
        return *from;
    }
    static void addGlobal (float* to, float value) { *to += value; }
    static std::uint32_t addShared (std::uint32_t* to, std::uint32_t value)
    {
        const std::uint32_t before = *to;
        *to += value;
        return before;
    }
    static void addShared (float* to, float value) { *to += value; }
    static void countShared (std::uint32_t* counter) { ++*counter; }

    static void shareWithStores () {}
    /** Copies as late as a device may: a store that is not waited for is lost, and one whose source
        is written too early takes the wrong values. */
    void startStore (float* to, const float* from, std::uint32_t numBytes)
    {
        for (const void* const address :
             {static_cast<const void*> (to), static_cast<const void*> (from)})
            if (reinterpret_cast<std::uintptr_t> (address) % 16 != 0 || numBytes % 16 != 0)
                std::abort (); // as a device does
        stores_.push_back ({to, from, numBytes});
    }
    void finishStores ()
    {
        for (const Store& store : std::exchange (stores_, {}))
            std::memcpy (store.to, store.from, store.numBytes);
    }

    std::uint32_t largestOf (PerThread<std::uint32_t>& values, std::uint32_t*) const
    {
        std::uint32_t largest = 0;
        for (int thread = 0; thread < numThreads (); ++thread)
            largest = std::max (largest, values[thread]);
        return largest;
    }
    void sumBefore (PerThread<std::uint32_t>& values, std::uint32_t*) const
    {
        std::uint32_t sum = 0;
        for (int thread = 0; thread < numThreads (); ++thread)
            sum += std::exchange (values[thread], sum);
    }

private:
    struct Store
    {
        float* to;
        const float* from;
        std::uint32_t numBytes;
    };
    std::vector<Store> stores_;
};

/** Shared memory starts with undefined contents; aligned to 16 bytes. */
class PoisonedRoom
{
public:
    explicit PoisonedRoom (std::size_t numBytes) : words_ ((numBytes + 15) / 16)
    {
        std::memset (static_cast<void*> (words_.data ()), 0xff, 16 * words_.size ());
    }
    std::byte* bytes () { return reinterpret_cast<std::byte*> (words_.data ()); }

private:
    std::vector<FourWords> words_;
};

constexpr int kBlocks = 3; // any number of blocks does all the work
} // namespace

void emulateHashBasic (const HashWork& work)
{
    constexpr std::int64_t kThreads = 7;
    std::vector<HeldRecords<kBasicHeld>> held (kThreads);
    for (std::int64_t thread = 0; thread < kThreads; ++thread)
    {
        holdRecords<kBasicHeld, HostHash> (work, thread, kThreads, work.numRecords,
                                           held[static_cast<std::size_t> (thread)].records);
        clearMatrix (work, thread, kThreads);
    }
    for (std::int64_t thread = 0; thread < kThreads; ++thread) // after a barrier of the grid
    {
        addHeld<HostHash> (work, held[static_cast<std::size_t> (thread)].records);
        addRest<HostHash> (work, thread, kThreads);
    }
}

void emulateHashShared (const HashWork& work)
{
    HostHash block (kSharedThreads);
    for (int index = 0; index < kBlocks; ++index)
    {
        PoisonedRoom room (FixedCells::bytesOf (cellsOfRows (work)));
        std::uint32_t scratch[32];
        for (std::int64_t firstRow = std::int64_t {index} * work.rowsPerBlock;
             firstRow < work.numRows; firstRow += std::int64_t {kBlocks} * work.rowsPerBlock)
            sumRows (work, firstRow, block, room.bytes (), scratch);
    }
}

void emulateSortChunks (const HashWork& work)
{
    HostHash block (kSortThreads);
    const bool hasFew = work.sorted.chunkRecords <= kSortThreads * kSortHeldFew;
    for (int index = 0; index < kBlocks; ++index)
    {
        PoisonedRoom room (SortRoom::bytesOf (work.sorted));
        const auto shared = SortRoom::in (room.bytes (), work.sorted);
        for (std::int64_t chunk = index; chunk < work.sorted.numChunks; chunk += kBlocks)
            if (hasFew)
                sortChunk<kSortHeldFew> (work, chunk, block, shared);
            else
                sortChunk<kSortHeld> (work, chunk, block, shared);
    }
}

namespace
{
FixedUnit unitOf (const HashWork& work, HostHash& block, std::uint32_t* scratch)
{
    HostBlock::PerThread<std::uint32_t> sizes (block);
    for (int thread = 0; thread < block.numThreads (); ++thread)
        sizes[thread] = largestOfChunks (work.sorted, thread, block.numThreads ());
    return {block.largestOf (sizes, scratch), work.numRecords};
}

template <typename Cells>
void emulateStream (const HashWork& work)
{
    HostHash block (kStreamThreads);
    for (int first = 0; first < work.sorted.numBuckets; first += work.sorted.bucketsPerBlock)
    {
        PoisonedRoom room (StreamRoom<Cells>::bytesOf (work.sorted));
        const auto shared = StreamRoom<Cells>::in (room.bytes (), work.sorted);
        block.each ([&] (int thread) { shared.clear (thread, block.numThreads ()); });
        streamGroup (work, first, unitOf (work, block, shared.scratch), block, shared);
    }
}

template <typename Cells>
void emulateSum (const HashWork& work)
{
    HostHash block (kSumThreads);
    for (int index = 0; index < kBlocks; ++index)
    {
        PoisonedRoom room (SumRoom<Cells>::bytesOf (work.sorted, kSumThreads));
        const auto shared = SumRoom<Cells>::in (room.bytes (), work.sorted, kSumThreads);
        const FixedUnit unit = unitOf (work, block, shared.scratch);
        for (int bucket = index; bucket < work.sorted.numBuckets; bucket += kBlocks)
            sumBucket (work, bucket, unit, block, shared);
    }
}
} // namespace

void emulateSumBuckets (const HashWork& work)
{
    emulateSum<FloatCells> (work);
}

void emulateSumBucketsFixed (const HashWork& work)
{
    emulateSum<FixedCells> (work);
}

void emulateStreamBuckets (const HashWork& work)
{
    emulateStream<FloatCells> (work);
}

void emulateStreamBucketsFixed (const HashWork& work)
{
    emulateStream<FixedCells> (work);
}

std::size_t sharedBytesOf (HashKernel kernel, const HashWork& work)
{
    switch (kernel)
    {
        case HashKernel::basic: return 0;
        case HashKernel::shared: return FixedCells::bytesOf (cellsOfRows (work));
        case HashKernel::sortChunks: return SortRoom::bytesOf (work.sorted);
        case HashKernel::sumBuckets: return SumRoom<FloatCells>::bytesOf (work.sorted, kSumThreads);
        case HashKernel::sumBucketsFixed:
            return SumRoom<FixedCells>::bytesOf (work.sorted, kSumThreads);
        case HashKernel::streamBuckets: return StreamRoom<FloatCells>::bytesOf (work.sorted);
        case HashKernel::streamBucketsFixed: break;
    }
    return StreamRoom<FixedCells>::bytesOf (work.sorted);
}

} // namespace melstrom::testing
