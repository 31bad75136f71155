// Feature hashing on a GPU: records and matrix in its memory, by one of several variants.
#pragma once

#include "Engine/Backend/Gpu/Device/DeviceTimer.h"
#include "Engine/Dsp/Hash/FeatureHash.h"

#include <array>
#include <vector>

namespace melstrom::gpu
{

enum class HashVariant
{
    basic,       ///< atomic additions to device memory
    shared,      ///< rows in shared memory; for few records
    chunked,     ///< sorted chunks, then buckets in shared memory; for many records
    chunkedFixed ///< the same in whole numbers
};

struct HashVariantRow
{
    HashVariant variant;
    const char* name;
    /** Same bits on any device and in any run: whole numbers of FixedUnit are summed. Otherwise
        float32 is summed, in an order that changes from run to run. */
    bool isOrderIndependent;
};
inline constexpr std::array<HashVariantRow, 4> kHashVariants {{
    {HashVariant::basic, "basic", false},
    {HashVariant::shared, "shared", true},
    {HashVariant::chunked, "chunked", false},
    {HashVariant::chunkedFixed, "chunked-fixed", true},
}};

constexpr const HashVariantRow& rowOf (HashVariant variant) noexcept
{
    return kHashVariants[static_cast<std::size_t> (variant)];
}

/** Arrays of FeatureRecords in device memory, aligned to 16 bytes. Rows are below numRows, weights
    finite: the caller checked them. */
struct DeviceRecords
{
    DeviceAddress rows = 0, ids = 0, weights = 0;
    std::int64_t numRecords = 0;
};

/** One sum that can be computed again and again. The device must outlive it. Thread: holds the
    device's mutex. */
class HashSum
{
public:
    /** Allocates scratch memory: none, or 6 bytes a record and some more for chunks.
        matrix  (rows, dimensions) float32, aligned to 16 bytes; numCells () below 2^31
        fails   badSpec: `shared` needs 8 bytes a cell of one row in shared memory; outOfMemory */
    static Result<HashSum> make (SharedDevice& device, HashVariant variant,
                                 const DeviceRecords& records, const HashedShape& shape,
                                 DeviceAddress matrix);

    /** Sets the matrix to zero and sums the records. Fails: deviceLost. */
    Result<void> enqueue (StreamHandle stream) const;

private:
    explicit HashSum (SharedDevice& device) : device_ (&device) {}
    Result<void> layRows ();
    Result<void> layChunks ();
    /** Returns the cells of a bucket. */
    template <typename Cells>
    std::int64_t layBuckets ();
    HashKernel sumKernel () const noexcept; ///< the second half of `chunked`
    Result<void> enqueueSlice (std::uint32_t firstCell, StreamHandle stream) const;

    SharedDevice* device_;
    HashVariant variant_ = HashVariant::basic;
    HashWork work_;
    std::uint32_t numCells_ = 0, sliceCells_ = 0; ///< of the matrix; of one launch of sorted chunks
    DeviceMemory scratch_;
};

/** The fastest variant for these records on this device: each one is timed. A variant without
    enough memory is left out. orderIndependent: only variants of which this is true.
    memory  as HashSum      fails  outOfMemory: none has enough; deviceLost */
Result<HashVariant> fastestHashVariant (SharedDevice& device, DeviceTimer& timer,
                                        const DeviceRecords& records, const HashedShape& shape,
                                        DeviceAddress matrix, bool orderIndependent);

/** divisor at least 2 */
QuickDivisor quickDivisor (std::uint32_t divisor) noexcept;

} // namespace melstrom::gpu
