#include "Tests/Support/Batch/BatchRuns.h"

#include "Tests/Support/Audio/WavBuilder.h"
#include "Tests/Support/Mel/CpuFeatures.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace melstrom::testing
{

std::string chirpWav (int rateHz, std::int64_t numSamples, unsigned seed, int numChannels)
{
    const TestSignal signal =
        storedAs (broadbandSignal (numSamples, seed), SampleFormat::int16, numChannels, {});
    WavFields fields;
    fields.rateHz = static_cast<std::uint32_t> (rateHz);
    fields.numChannels = numChannels;
    return wav (fields,
                {reinterpret_cast<const char*> (signal.bytes.data ()), signal.bytes.size ()});
}

BatchOptions batchOptions (const std::string& input, const std::string& outputFolder,
                           const std::string& preset)
{
    BatchOptions options;
    options.inputs.inputs = {input};
    options.outputFolder = outputFolder;
    auto found = findPreset (preset);
    if (! found)
        throw std::runtime_error (found.error ().message);
    options.preset = *found;
    return options;
}

Result<BatchOutcome> runWith (const BatchOptions& options, const RunSettings& settings)
{
    static const std::atomic<bool> kNever {false};
    auto cpu = makeCpuBackend (settings.numThreads);
    BatchCounters counters;
    Trace trace (false);
    const BatchContext context {settings.storage != nullptr ? *settings.storage : posixStorage (),
                                settings.backend != nullptr ? *settings.backend : **cpu,
                                counters,
                                trace,
                                settings.stop != nullptr ? *settings.stop : kNever,
                                settings.numThreads};
    return runBatch (options, context);
}

std::map<std::string, std::string> contentsOf (const std::string& folder)
{
    std::map<std::string, std::string> contents;
    for (const auto& entry : std::filesystem::directory_iterator (folder))
    {
        std::ifstream file (entry.path (), std::ios::binary);
        const std::string name = entry.path ().filename ().string ();
        if (name != ".lock" && name != "inputs.bin")
            contents[name] = {std::istreambuf_iterator<char> (file), {}};
    }
    return contents;
}

std::string npyData (const std::string& folder, const std::string& name)
{
    return contentsOf (folder).at (name).substr (4096);
}

} // namespace melstrom::testing
