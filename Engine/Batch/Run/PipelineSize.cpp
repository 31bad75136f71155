#include "Engine/Batch/Run/Pipeline.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr std::int64_t kUsualSlabBytes =
    4 << 20; ///< large enough for fast writes, small enough to go round
constexpr std::int64_t kSmallestSlabBytes = 64 << 10;
constexpr int kChunksPerWorker =
    8; ///< at least so many, so that no worker waits long for the last one

std::int64_t alignedUp (std::int64_t bytes) noexcept
{
    return (bytes + 4095) / 4096 * 4096;
}

/** Bytes of samples and rows of the whole run. */
SlabSize totals (const DatasetPlan& plan)
{
    SlabSize total;
    for (const PlannedFile& file : plan.files)
        if (file.numRows > 0)
        {
            total.inputBytes += file.signalSamples * file.bytesPerFrame ();
            total.outputBytes += file.numRows * plan.anyGeometry ().rowBytes ();
        }
    return total;
}

std::int64_t memoryOf (SlabSize slab, int numSlabs, Backend& backend, const DatasetPlan& plan)
{
    std::int64_t scratch = 0;
    for (const auto& [rate, geometry] : plan.geometries)
        scratch +=
            backend.scratchBytes (geometry, {static_cast<std::size_t> (slab.inputBytes),
                                             static_cast<std::size_t> (slab.outputBytes), 0});
    return numSlabs * (slab.inputBytes + slab.outputBytes) + scratch;
}
} // namespace

Result<PipelineSize> sizePipeline (const DatasetPlan& plan, const BatchOptions& options,
                                   Backend& backend)
{
    PipelineSize size;
    const int workers = backend.concurrency ();
    size.numReaders = std::clamp (workers, 2, 16);
    size.numWriters = std::clamp (workers / 4, 1, 4);
    size.numSlabs = workers + size.numReaders + size.numWriters + 2;

    const SlabSize least = leastSlab (plan), total = totals (plan);
    const std::int64_t share = workers * kChunksPerWorker;
    const auto usual = [] (std::int64_t needed)
    { return std::clamp (needed, kSmallestSlabBytes, kUsualSlabBytes); };
    // Rows may outweigh their samples many times; then the output decides when a slab is full.
    SlabSize wanted {
        usual (total.inputBytes / share),
        std::clamp (total.outputBytes / share, kSmallestSlabBytes, 4 * kUsualSlabBytes)};
    for (;;)
    {
        size.slab = {alignedUp (std::max (wanted.inputBytes, least.inputBytes)),
                     alignedUp (std::max (wanted.outputBytes, least.outputBytes))};
        if (memoryOf (size.slab, size.numSlabs, backend, plan) <= options.maxMemoryBytes)
            return size;
        const bool canShrink =
            wanted.inputBytes > kSmallestSlabBytes || wanted.outputBytes > kSmallestSlabBytes;
        if (canShrink)
            wanted = {std::max (wanted.inputBytes / 2, kSmallestSlabBytes),
                      std::max (wanted.outputBytes / 2, kSmallestSlabBytes)};
        else if (size.numReaders > 1)
        {
            --size.numReaders;
            --size.numSlabs;
        }
        else if (size.numSlabs > workers + 1)
            --size.numSlabs;
        else
            return Error {ErrorCode::badUsage,
                          "--max-mem " + std::to_string (options.maxMemoryBytes >> 20) +
                              "M is too little for these files with " + std::to_string (workers) +
                              " threads; it takes at least " +
                              std::to_string (
                                  (memoryOf (size.slab, size.numSlabs, backend, plan) >> 20) + 1) +
                              "M",
                          {}};
    }
}

} // namespace melstrom
