// Which files are mapped, and the cached measurement behind it.
#include "Engine/Backend/Choice/MeasuredValues.h"
#include "Engine/Batch/Output/FileSystem.h"
#include "Engine/Batch/Output/OutputRates.h"
#include "Engine/Batch/Output/OutputStorage.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Skip.h"
#include "Tests/Support/Storage/MappedFiles.h"
#include "Tests/Support/TemporaryFolder.h"

#include <filesystem>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
const std::atomic<bool> kGoOn {false};
constexpr std::int64_t kLargeBytes = std::int64_t {1} << 30;

FileSystem systemOf (const TemporaryFolder& folder)
{
    const auto system = fileSystemOf (folder.path ());
    REQUIRE (system.ok ());
    return *system;
}

/** Whether a file of this name and size is mapped under these settings. */
bool mapsNew (const TemporaryFolder& folder, const OutputSettings& settings,
              const std::string& name, std::int64_t bytes)
{
    OutputStorage storage (posixStorage (), settings, kGoOn);
    auto file = storage.create (folder.file (name));
    REQUIRE (file.ok ());
    REQUIRE ((*file)->allocate (bytes).ok ());
    CHECK (*(*file)->size () == bytes);
    const bool mapped = isMapped (folder.file (name));
    REQUIRE ((*file)->close ().ok ());
    std::filesystem::remove (folder.file (name));
    return mapped;
}

void remember (const std::string& file, const FileSystem& system, double pwrite, double mapping)
{
    MeasuredOn on = measuredHere ();
    on.device = system.type + ", device " + system.device;
    on.driver = system.system;
    REQUIRE (
        rememberMeasured (file, {"writing",
                                 on,
                                 "2026-11-23T05:54:00Z",
                                 {{"pwrite_gb_per_s", pwrite}, {"mapping_gb_per_s", mapping}}}));
}
} // namespace

TEST_CASE ("only parts are mapped, by choice or by what was measured", "[storage]")
{
    const TemporaryFolder folder;
    const FileSystem system = systemOf (folder);
    if (! system.isMappable || system.freeBytes < 2 * kLargeBytes)
        return skipTest ("the folder for temporary files is no tmpfs, ext4 or xfs with room");
    const auto cache = folder.file ("measured.json");
    CHECK (mapsNew (folder, {OutputWay::mapping}, "a.npy.part", 10'000));
    CHECK_FALSE (mapsNew (folder, {OutputWay::mapping}, "journal.bin", 10'000));
    CHECK_FALSE (mapsNew (folder, {OutputWay::pwrite}, "a.npy.part", 10'000));

    remember (cache, system, 1, 5);
    constexpr std::int64_t kMappedBytes = 256 << 20; // and without a cache kLargeBytes
    CHECK (mapsNew (folder, {OutputWay::automatic, cache}, "a.npy.part", kMappedBytes));
    CHECK_FALSE (mapsNew (folder, {OutputWay::automatic, cache}, "a.npy.part", kMappedBytes - 1));
    CHECK_FALSE (mapsNew (folder, {OutputWay::automatic, {}}, "a.npy.part", kLargeBytes - 1));
    remember (cache, system, 5, 5.4); // less than a tenth faster
    std::string said;
    const auto hear = [&said] (const std::string& line) { said += line + "\n"; };
    CHECK_FALSE (mapsNew (folder, {OutputWay::automatic, cache, hear}, "a.npy.part", kLargeBytes));
    CHECK (said == "output " + folder.file ("a.npy.part") +
                       ": pwrite, measured: pwrite 5.00 GB/s, mapping 5.40 GB/s\n");
}

TEST_CASE ("a part that was closed is mapped when it is opened again", "[storage]")
{
    const TemporaryFolder folder;
    if (! systemOf (folder).isMappable)
        return skipTest ("the folder for temporary files is no tmpfs, ext4 or xfs");
    const auto path = folder.write ("a.h5.part", std::string (10'000, 'a'));
    OutputStorage storage (posixStorage (), {OutputWay::mapping}, kGoOn);
    auto file = storage.openForUpdate (path);
    REQUIRE (file.ok ());
    CHECK (isMapped (path));
    CHECK (*(*file)->size () == 10'000);
    REQUIRE ((*file)->writeAt ("b", 1, 9'999).ok ());
    std::string end (2, '?');
    CHECK (*(*file)->readAt (end.data (), 2, 9'998) == 2);
    CHECK (end == "ab");
}

TEST_CASE ("rates of a file system are measured once, and leave no file", "[storage]")
{
    const TemporaryFolder folder, caches;
    const FileSystem system = systemOf (folder);
    if (system.freeBytes < kLargeBytes)
        return skipTest ("the folder for temporary files has no room");
    const auto cache = caches.file ("measured.json");
    const auto rates = outputRates (folder.path (), cache, kGoOn);
    REQUIRE (rates.ok ());
    CHECK (rates->pwriteGbPerS > 0);
    CHECK (rates->mappingGbPerS.has_value () == system.isMappable);
    CHECK (std::filesystem::is_empty (folder.path ()));
    const auto values = measuredValues (cache);
    REQUIRE (values.size () == 1);
    CHECK (values[0].what == "writing");
    CHECK (values[0].on.device.find (system.type) == 0);
    const auto again = outputRates (folder.path (), cache, kGoOn);
    REQUIRE (again.ok ());
    CHECK (again->pwriteGbPerS == Approx (rates->pwriteGbPerS).epsilon (1e-12));
    CHECK (measuredValues (cache) == values);

    const std::atomic<bool> stopped {true};
    CHECK (outputRates (folder.path (), {}, stopped).error ().code == ErrorCode::interrupted);
    CHECK_FALSE (outputRates (folder.file ("none"), {}, kGoOn).ok ());
}
