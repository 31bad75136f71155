// Verifies a finished dataset: checksums of all bytes, and some rows computed anew from the audio.
#pragma once

#include "Engine/Batch/Dataset/BatchContext.h"

namespace melstrom
{

struct VerifyOptions
{
    std::string folder;
    /** the share of the files whose rows are checked; of the other arrays every count-th is
        checked */
    std::optional<Shard> subset {};
    int numSampledFiles = 16; ///< spread evenly over the files in the dataset
    std::int64_t mostSampledBytes = std::int64_t {64} << 20; ///< larger audio files are not sampled
};

struct VerifyReport
{
    std::optional<Shard> subset;                              ///< as requested; empty: all
    std::int64_t numFiles = 0, numRows = 0, bytesChecked = 0; ///< of what was checked
    int numRecomputed = 0;    ///< files whose rows, computed again, are equal bit for bit
    int numMissingInputs = 0; ///< sampled files that no longer exist: reported, no fault
    /** sampled files whose rows another kind of device, driver or variant made: rounding may
        differ; reported, not compared */
    int numElsewhere = 0;
    std::vector<std::string> faults; ///< empty: the dataset is sound
};

/** Reads dataset.json and files.csv. Checks dataset.json's checksum of itself, and the size of
    every array file. Recomputes the CRC-32C of every file's rows and of the mapping, labels and row
    splits, and compares statistics.bin with these rows. Then computes the rows of some files from
    their audio, on the CPU if a CPU made them, and compares all bytes, and the samples of these files
    with statistics.bin.
    Of a subset, sizes and tables are checked whole; all subsets together check what a verification
    without a subset does. The counters rowsDone and bytesRead advance.
    Faults in the data are in the report. Fails: badUsage (no dataset there), readFailed,
    interrupted. */
Result<VerifyReport> verifyDataset (const VerifyOptions& options, const BatchContext& context);

} // namespace melstrom
