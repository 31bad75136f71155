// How a pipeline divides its memory and the host's threads.
#pragma once

#include "Engine/Batch/Run/Pipeline/Chunks.h"

namespace melstrom
{
class Backend;

/** Number and size of slabs, and numbers of threads. */
struct PipelineSize
{
    SlabSize slab;
    int numSlabs = 0;
    int numReaders = 0;
    int numWriters = 0;
};

/** Divides maxMemoryBytes. hostThreads: threads that may read and write. Fails: badUsage with the
    least memory that is enough. */
Result<PipelineSize> sizePipeline (const DatasetPlan& plan, const BatchOptions& options,
                                   Backend& backend, int hostThreads);

} // namespace melstrom
