#include "Engine/Batch/Dataset/InputsFile.h"
#include "Engine/Batch/Journal/Journal.h"
#include "Engine/Batch/Run/Folder/FinishedDataset.h"
#include "Tests/Fuzz/FuzzTargets.h"
#include "Tests/Fuzz/Resealed.h"
#include "Tests/Support/Storage/CrashScenario.h"

#include <algorithm>

namespace melstrom::testing
{

namespace
{
/** A finished dataset and an unfinished one. The fuzzer replaces one file of either. */
struct Folders
{
    CrashScenario scenario;
    DiskImage begun;

    static const Folders& get ()
    {
        static const Folders folders = []
        {
            CrashScenario scenario = newDataset (OutputFormat::npy);
            DiskImage begun = scenario.almostNamed ();
            return Folders {std::move (scenario), std::move (begun)};
        }();
        return folders;
    }
};

enum class Ending
{
    undisturbed, ///< with the bytes of a run into an empty folder
    any
};

/** Runs the command over a folder in which one file has these bytes. */
void runOver (const CrashScenario& scenario, DiskImage image, const std::string& path,
              std::string bytes, Ending ending)
{
    image.add (path, std::move (bytes));
    PowerLossStorage storage (image, Recording::off);
    const auto outcome = scenario.run (storage);
    if (! outcome)
        return require (outcome.error ().code == ErrorCode::otherPlan,
                        "the run failed: " + outcome.error ().message);
    if (outcome->alreadyComplete || ending == Ending::any)
        return; // a run compares files.csv only by its size; --verify checks its bytes
    const auto fault = scenario.faultAfter (outcome, storage.image ());
    require (! fault, fault.value_or (""));
}

/** A journal or inputs.bin of this run with correct checksums. The run trusts it, so the dataset
    may become a different one. */
std::string vouchedFor (const DiskImage& image, const std::string& path, std::string bytes)
{
    constexpr std::size_t kInputsHeaderBytes = 64; // docs/formats.md
    const std::string& own = *image.files.at (path).bytes;
    const bool isJournal = path.ends_with (kJournalName);
    const std::size_t headerBytes =
        isJournal ? headerRecord (parseJournal (own).header).size () : kInputsHeaderBytes;
    std::copy_n (own.begin (), std::min (headerBytes, bytes.size ()), bytes.begin ());
    return isJournal ? resealedJournal (bytes) : resealedInputs (bytes);
}
} // namespace

void fuzzDataset (std::string_view bytes)
{
    const auto zero = std::min (bytes.find ('\0'), bytes.size ());
    DiskImage image;
    image.add ("out/dataset.json", std::string (bytes.substr (0, zero)));
    image.add ("out/files.csv",
               std::string (zero < bytes.size () ? bytes.substr (zero + 1) : std::string_view ()));
    PowerLossStorage storage (image, Recording::off);
    const auto dataset = readDescription (storage, "out");
    if (! dataset)
        return;
    for (const ArrayLine& array : dataset->arrays)
        require (array.bytes >= 0, "an array of less than nothing");
    (void)readFileLines (storage, *dataset);
}

void fuzzFolder (std::string_view bytes)
{
    const auto slash = bytes.find ('/'), line = bytes.find ('\n');
    if (slash > line || line == std::string_view::npos)
        return;
    const Folders& folders = Folders::get ();
    const std::string_view which = bytes.substr (0, slash);
    if (which != "begun" && which != "finished")
        return;
    const DiskImage& image = which == "begun" ? folders.begun : folders.scenario.after;
    const std::string path = "out/" + std::string (bytes.substr (slash + 1, line - slash - 1));
    if (! image.files.contains (path)) // not a file of the engine
        return;
    const std::string there (bytes.substr (line + 1));
    runOver (folders.scenario, image, path, there, Ending::undisturbed);
    if (path.ends_with (kJournalName) || path.ends_with (kInputsName))
        runOver (folders.scenario, image, path, vouchedFor (image, path, there), Ending::any);
}

} // namespace melstrom::testing
