// Proves that a finished dataset is what it says: checksums of all bytes, and rows computed anew
// from the audio.
#pragma once

#include "Engine/Batch/Dataset/BatchContext.h"

namespace melstrom
{

struct VerifyOptions
{
    std::string folder;
    /** The share of the files whose rows are checked; of the other arrays every count-th is. */
    std::optional<Shard> subset {};
    int numSampledFiles = 16; ///< spread evenly over the files that are in it
    std::int64_t mostSampledBytes = std::int64_t {64}
                                    << 20; ///< larger audio files are not taken as samples
};

struct VerifyReport
{
    std::optional<Shard> subset;                              ///< as asked for; empty: all
    std::int64_t numFiles = 0, numRows = 0, bytesChecked = 0; ///< of what was checked
    int numRecomputed = 0;    ///< files whose rows were computed again and are equal bit for bit
    int numMissingInputs = 0; ///< sampled files that are no longer there: said, not failed
    int numElsewhere = 0;     ///< sampled files whose rows another kind of device, driver or
                              ///< variant made, so that rounding may differ: said, not compared
    std::vector<std::string> faults; ///< empty: the dataset is sound
};

/** Reads dataset.json and files.csv, checks dataset.json's checksum of itself and that every array
   file is there with its right size, recomputes the CRC-32C of every file's rows and of the mapping, labels and row splits, then
   computes the rows of some files from their audio and compares all bytes, on
   the CPU where that made them. Of a subset sizes and tables are checked whole; all subsets together check what a
   verification without one does. counters (rowsDone,
   bytesRead) move as it goes. Fails: badUsage (no dataset there), readFailed, interrupted. Faults
   in the data are in the report. */
Result<VerifyReport> verifyDataset (const VerifyOptions& options, const BatchContext& context);

} // namespace melstrom
