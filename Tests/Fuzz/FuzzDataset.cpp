#include "Engine/Batch/Run/FinishedDataset.h"
#include "Tests/Fuzz/FuzzTargets.h"
#include "Tests/Support/Storage/CrashScenario.h"

#include <algorithm>

namespace melstrom::testing
{

namespace
{
/** A finished dataset, and one that is being made: of either the fuzzer replaces a file. */
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
    DiskImage image = which == "begun" ? folders.begun : folders.scenario.after;
    const std::string path = "out/" + std::string (bytes.substr (slash + 1, line - slash - 1));
    if (! image.files.contains (path)) // what nobody of ours made
        return;
    image.add (path, std::string (bytes.substr (line + 1)));
    PowerLossStorage storage (image, Recording::off);
    const auto outcome = folders.scenario.run (storage);
    if (! outcome)
    {
        require (outcome.error ().code == ErrorCode::otherPlan,
                 "the run failed: " + outcome.error ().message);
        return;
    }
    if (outcome->alreadyComplete)
        return; // files.csv is compared by its size alone; --verify looks at its bytes
    const auto fault = folders.scenario.faultAfter (outcome, storage.image ());
    require (! fault, fault.value_or (""));
}

} // namespace melstrom::testing
