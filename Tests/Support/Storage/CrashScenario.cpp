#include "Tests/Support/Storage/CrashScenario.h"

#include "Tests/Support/Audio/WavBuilder.h"
#include "Tests/Support/Storage/CheapBackend.h"
#include "Tests/Support/Storage/CommitOften.h"
#include "Tests/Support/Storage/FaultStorage.h"

#include <stdexcept>

namespace melstrom::testing
{

namespace
{
using Contents = std::map<std::string, std::string>;

const std::string kOut = "out";

/** Names without a promise: parts, and files that are replaced as a whole. The journal has its own
    check. */
bool promisesNothing (const std::string& name)
{
    return name.ends_with (".part") || name.ends_with (".tmp") || name.ends_with (".lock") ||
           name.find ("journal") != std::string::npos;
}

DiskImage threeSounds ()
{
    DiskImage image;
    // Larger than the smallest slab's input, so that each file is one chunk.
    for (int i = 0; i < 3; ++i)
        image.add ("in/" + std::to_string (i) + ".wav",
                   wav ({}, testSampleBytes (33000 + 100 * i)));
    return image;
}

BatchOptions tinyOptions (OutputFormat format, int numBands)
{
    BatchOptions options;
    options.inputs.inputs = {"in"};
    options.outputFolder = kOut;
    options.preset = *findPreset ("torchaudio");
    options.format = format;
    MelSpec& spec = options.preset.spec;
    spec.window = {1024};
    spec.fftSamples = 1024;
    spec.hop = {2048};
    spec.numBands = numBands;
    options.maxMemoryBytes = 16 << 20;
    commitOften (options);
    return options;
}

CrashScenario finish (CrashScenario scenario)
{
    PowerLossStorage storage (scenario.before, Recording::off);
    if (const auto outcome = scenario.run (storage); ! outcome)
        throw std::runtime_error (scenario.title + ": " + outcome.error ().message);
    scenario.after = storage.image ();
    return scenario;
}

/** The undisturbed dataset of this dataset.json. */
const Contents* describedBy (const std::string& datasetJson, const Contents& before,
                             const Contents& after)
{
    for (const Contents* contents : {&before, &after})
        if (const auto found = contents->find ("dataset.json");
            found != contents->end () && found->second == datasetJson)
            return contents;
    return nullptr;
}

std::optional<std::string> difference (const Contents& expected, const Contents& actual)
{
    for (const auto& [name, bytes] : expected)
        if (const auto found = actual.find (name); found == actual.end ())
            return name + " is missing";
        else if (found->second != bytes)
            return name + " has other bytes";
    return std::nullopt;
}
} // namespace

Result<BatchOutcome> CrashScenario::run (Storage& storage, int hostThreads) const
{
    static const std::atomic<bool> kNever {false};
    const auto backend = makeCheapBackend ();
    BatchCounters counters;
    Trace trace (false);
    return runBatch (options, {storage, *backend, counters, trace, kNever, hostThreads});
}

DiskImage CrashScenario::almostNamed () const
{
    DiskImage last;
    for (int call = 1;; ++call)
    {
        PowerLossStorage disk (before, Recording::off);
        FaultStorage faulty (disk, StorageFault::processEnds, call);
        (void)run (faulty); // it ends at the fault
        if (disk.info (kOut + "/dataset.json") || ! faulty.hasFailed ())
            return last;
        if (! disk.info (kOut + "/files.csv"))
            last = disk.image ();
    }
}

std::optional<std::string> CrashScenario::faultOf (const DiskImage& crashed,
                                                   bool hadSucceeded) const
{
    const Contents old = before.contentsOf (kOut), whole = after.contentsOf (kOut),
                   now = crashed.contentsOf (kOut);
    if (hadSucceeded)
        if (const auto lacks = difference (whole, now))
            return "it had ended with success, and " + *lacks;
    if (const auto found = now.find ("dataset.json"); found != now.end ())
    {
        const Contents* const described = describedBy (found->second, old, whole);
        if (described == nullptr)
            return "dataset.json has its final name and is not complete";
        if (const auto lacks = difference (*described, now))
            return "dataset.json is there, and " + *lacks;
    }
    for (const auto& [name, bytes] : now)
    {
        if (promisesNothing (name))
            continue;
        const auto isOf = [&, &fileName = name, &fileBytes = bytes] (const Contents& contents)
        {
            const auto found = contents.find (fileName);
            return found != contents.end () && found->second == fileBytes;
        };
        if (isOf (old) || isOf (whole))
            continue;
        if (old.contains (name) || whole.contains (name))
            return name + " has its final name and is not complete";
    }
    return std::nullopt;
}

std::optional<std::string> CrashScenario::faultAfter (const Result<BatchOutcome>& outcome,
                                                      const DiskImage& recovered) const
{
    if (! outcome)
        return "the same command failed: " + outcome.error ().message;
    const Contents whole = after.contentsOf (kOut), now = recovered.contentsOf (kOut);
    if (const auto lacks = difference (whole, now))
        return "the same command ended well, and " + *lacks;
    for (const auto& [name, bytes] : now)
        if (! whole.contains (name))
            return "the same command ended well, and left " + name;
    return std::nullopt;
}

CrashScenario newDataset (OutputFormat format)
{
    CrashScenario scenario;
    scenario.title = format == OutputFormat::h5 ? "a new dataset, HDF5" : "a new dataset, NPY";
    scenario.before = threeSounds ();
    scenario.options = tinyOptions (format, 128);
    return finish (std::move (scenario));
}

CrashScenario normalisedDataset (OutputFormat format)
{
    CrashScenario scenario;
    scenario.title =
        "a normalised dataset" + std::string (format == OutputFormat::h5 ? ", HDF5" : ", NPY");
    scenario.before = threeSounds ();
    scenario.options = tinyOptions (format, 128);
    scenario.options.preset.spec.normalisation = Normalisation::dataset;
    return finish (std::move (scenario));
}

CrashScenario replacedDataset (OutputFormat format)
{
    CrashScenario scenario = newDataset (format);
    CrashScenario other = scenario;
    other.options = tinyOptions (format, 64);
    scenario.before = finish (std::move (other)).after;
    scenario.title =
        "over another dataset" + std::string (format == OutputFormat::h5 ? ", HDF5" : ", NPY");
    scenario.options.overwrite = true;
    return finish (std::move (scenario));
}

} // namespace melstrom::testing
