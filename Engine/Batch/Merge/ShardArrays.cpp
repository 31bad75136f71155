#include "Engine/Batch/Merge/ShardArrays.h"

#include "Engine/Core/Printable.h"

namespace melstrom
{

namespace
{
constexpr std::int64_t kJobBytes = 64 << 20;

/** Finds the array's files, which follow each other in it. */
Result<void> findFiles (ShardArray& array)
{
    const FinishedDataset& dataset = array.shard->dataset;
    const std::size_t firstFile = array.shard->firstFile ();
    std::int64_t numRows = 0;
    for (std::size_t i = 0; i < dataset.files.size (); ++i)
    {
        const FileLine& file = dataset.files[i];
        if (file.splitName () != array.array->split || file.numRows == 0)
            continue;
        if (file.firstRow != numRows)
            return array.damaged ("its rows are not consecutive in files.csv");
        numRows += file.numRows;
        array.files.push_back (static_cast<std::uint32_t> (firstFile + i));
    }
    if (numRows * array.rowBytes != array.array->bytes)
        return array.damaged ("its number of rows differs from files.csv");
    return {};
}
} // namespace

Error ShardArray::damaged (const std::string& what) const
{
    return {ErrorCode::verificationFailed,
            printable (shard->dataset.path (array->file)) + ": " + what +
                "; make this shard again with --overwrite",
            {}};
}

Result<std::vector<ShardArray>> arraysOfShards (const std::vector<FinishedShard>& shards,
                                                const DatasetPlan& plan)
{
    std::vector<ShardArray> arrays;
    for (const FinishedShard& shard : shards)
        for (const ArrayLine& line : shard.dataset.arrays)
        {
            const bool isWaveform = line.name.ends_with ("waveform");
            if (! line.isFeatures () && ! isWaveform)
                continue;
            ShardArray array {&shard, &line, 0, plan.anyGeometry ().rowBytes (), {}, 0};
            if (isWaveform)
                array.rowBytes = 4 * std::int64_t {shard.dataset.spec.shortWindowSamples};
            MELSTROM_TRY (findFiles (array));
            if (array.files.empty ())
                continue;
            array.split = plan.files[array.files.front ()].split;
            arrays.push_back (std::move (array));
        }
    return arrays;
}

std::vector<CopyJob> cutIntoJobs (const std::vector<ShardArray>& arrays, const DatasetPlan& plan)
{
    std::vector<CopyJob> jobs;
    for (const ShardArray& array : arrays)
    {
        std::int64_t bytes = 0;
        for (CopyJob job {&array, 0, 0}; job.end < array.files.size ();)
        {
            bytes += plan.files[array.files[job.end++]].numRows * array.rowBytes;
            if (bytes < kJobBytes && job.end < array.files.size ())
                continue;
            jobs.push_back (job);
            job.first = job.end;
            bytes = 0;
        }
    }
    return jobs;
}

} // namespace melstrom
