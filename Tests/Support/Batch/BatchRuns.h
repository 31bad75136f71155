// Batch runs over folders that tests make.
#pragma once

#include "Engine/Batch/Run/Batch.h"
#include "Tests/Support/TemporaryFolder.h"

#include <map>

namespace melstrom::testing
{

/** A mono int16 WAV of a chirp over noise. */
std::string chirpWav (int rateHz, std::int64_t numSamples, unsigned seed, int numChannels = 1);

/** Options for one preset over one input, into `outputFolder`. */
BatchOptions batchOptions (const std::string& input, const std::string& outputFolder,
                           const std::string& preset);

struct RunSettings
{
    int numThreads = 2;         ///< threads that compute, and host threads
    Storage* storage = nullptr; ///< null: the real file system
    const std::atomic<bool>* stop = nullptr;
    Backend* backend = nullptr; ///< null: the CPU backend on numThreads
};
Result<BatchOutcome> runWith (const BatchOptions& options, const RunSettings& settings = {});

/** The error's message, or nothing: a failing test then prints it. */
template <typename T>
std::string failureOf (const Result<T>& result)
{
    return result ? ""
                  : std::string (codeName (result.error ().code)) + ": " + result.error ().message;
}

/** Every file of a folder by name, without the lock file and inputs.bin, which holds times. */
std::map<std::string, std::string> contentsOf (const std::string& folder);

/** Bytes behind the 4096-byte header of an NPY file. */
std::string npyData (const std::string& folder, const std::string& name);

} // namespace melstrom::testing
