#include "Engine/Batch/Run/Pipeline/Chunks.h"

#include "Engine/Backend/Backend.h"
#include "Engine/Core/NumberText.h"

#include <algorithm>

namespace melstrom
{

namespace
{
/** large enough for fast reads, small enough that several slabs circulate */
constexpr std::int64_t kMostInputBytes = 4 << 20;
constexpr std::int64_t kMostOutputBytes = 4 * kMostInputBytes;
constexpr std::int64_t kSmallestSlabBytes = 64 << 10;
/** at least this number, so that no worker waits long for the last one */
constexpr int kChunksPerWorker = 8;
constexpr double kSlack = 1.125; ///< files differ, and parts start on cache lines
/** by default; files in the page cache: more only wait for each other at the kernel's locks */
constexpr int kMostReaders = 16;
constexpr int kMostWriters = 8;
constexpr int kReadersPerWriter = 3; ///< a file takes one write at a time; checksums take several

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

/** Rows may need many times the bytes of their samples, or far fewer. The capacities of both sides
    match, so that no memory is pinned in vain. */
SlabSize wantedSlab (SlabSize total, std::int64_t numWorkers)
{
    const std::int64_t share = numWorkers * kChunksPerWorker;
    SlabSize wanted {std::clamp (total.inputBytes / share, kSmallestSlabBytes, kMostInputBytes),
                     std::clamp (total.outputBytes / share, kSmallestSlabBytes, kMostOutputBytes)};
    const auto matching = [] (std::int64_t bytes, std::int64_t of, std::int64_t other)
    {
        const double ratio = static_cast<double> (other) / static_cast<double> (of);
        return static_cast<std::int64_t> (kSlack * ratio * static_cast<double> (bytes));
    };
    if (total.inputBytes > 0 && total.outputBytes > 0)
    {
        wanted.outputBytes =
            std::clamp (matching (wanted.inputBytes, total.inputBytes, total.outputBytes),
                        kSmallestSlabBytes, wanted.outputBytes);
        wanted.inputBytes =
            std::clamp (matching (wanted.outputBytes, total.outputBytes, total.inputBytes),
                        kSmallestSlabBytes, wanted.inputBytes);
    }
    return wanted;
}
} // namespace

Result<PipelineSize> sizePipeline (const DatasetPlan& plan, const BatchOptions& options,
                                   Backend& backend, int hostThreads)
{
    PipelineSize size;
    const int workers = backend.concurrency ();
    size.numReaders =
        options.numReaders.value_or (std::clamp (std::max (workers, hostThreads), 2, kMostReaders));
    size.numWriters = std::clamp (hostThreads / kReadersPerWriter, 1, kMostWriters);
    size.numSlabs = workers + size.numReaders + size.numWriters + 2;

    const SlabSize least = leastSlab (plan);
    SlabSize wanted = wantedSlab (totals (plan), std::max (workers, size.numReaders));
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
                              "M is not enough for these files with " +
                              countText (workers, "thread") + "; the least is " +
                              std::to_string (
                                  (memoryOf (size.slab, size.numSlabs, backend, plan) >> 20) + 1) +
                              "M",
                          {}};
    }
}

} // namespace melstrom
