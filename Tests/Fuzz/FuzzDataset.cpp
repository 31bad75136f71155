#include "Engine/Batch/Run/FinishedDataset.h"
#include "Tests/Fuzz/FuzzTargets.h"
#include "Tests/Support/Storage/CrashScenario.h"

#include <array>

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
    if (bytes.empty ())
        return;
    struct Place
    {
        bool isFinished;
        const char* name;
    };
    static constexpr std::array<Place, 8> kPlaces {{{false, "plan.json"},
                                                    {false, "journal.bin"},
                                                    {false, "features.npy"},
                                                    {false, "plan.json.tmp"},
                                                    {true, "dataset.json"},
                                                    {true, "inputs.bin"},
                                                    {true, "files.csv"},
                                                    {true, "errors.csv"}}};
    const Folders& folders = Folders::get ();
    const Place place = kPlaces[static_cast<unsigned char> (bytes[0]) % kPlaces.size ()];
    DiskImage image = place.isFinished ? folders.scenario.after : folders.begun;
    image.add (std::string ("out/") + place.name, std::string (bytes.substr (1)));
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
