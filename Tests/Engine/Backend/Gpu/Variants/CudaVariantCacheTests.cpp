#include "Engine/Backend/Gpu/Variants/VariantCache.h"
#include "Engine/Core/Version.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/EnvironmentVariable.h"
#include "Tests/Support/FileBytes.h"
#include "Tests/Support/TemporaryFolder.h"

#include <atomic>
#include <filesystem>
#include <iterator>
#include <random>
#include <set>
#include <sys/stat.h>
#include <thread>

using namespace melstrom;
using namespace melstrom::gpu;
using melstrom::testing::bytesOfFile;
using melstrom::testing::EnvironmentVariable;
using melstrom::testing::TemporaryFolder;
namespace fs = std::filesystem;

namespace
{

std::ptrdiff_t numEntries (const std::string& folder)
{
    return std::distance (fs::directory_iterator (folder), fs::directory_iterator ());
}

DeviceProperties h200 ()
{
    DeviceProperties device;
    device.name = "NVIDIA H200";
    device.computeMajor = 9;
    device.driverVersion = 13000;
    device.driverRelease = "580.65.06";
    return device;
}

MelGeometry geometryOf (const MelSpec& spec, int rateHz)
{
    auto geometry = geometryAt (spec, rateHz);
    REQUIRE (geometry);
    return *geometry;
}

} // namespace

TEST_CASE ("a choice is recalled by its key alone, and the last one counts", "[cuda][variants]")
{
    const TemporaryFolder folder;
    const auto file = folder.file ("deep/down/variants.json");
    CHECK (recallVariant (file, "a").empty ());
    rememberVariant (file, "a", "fused 20x10 t32");
    rememberVariant (file, "b", "cufft");
    CHECK (recallVariant (file, "a") == "fused 20x10 t32");
    CHECK (recallVariant (file, "b") == "cufft");
    CHECK (recallVariant (file, "c").empty ());
    rememberVariant (file, "a", "fused 20x10 t16");
    CHECK (recallVariant (file, "a") == "fused 20x10 t16");
    CHECK (recallVariant (file, "b") == "cufft");
    CHECK (numEntries (folder.file ("deep/down")) == 1);
}

TEST_CASE ("a cache cut off at any byte gives the choice or none", "[cuda][variants]")
{
    const TemporaryFolder folder;
    const auto file = folder.file ("variants.json");
    rememberVariant (file, "key", "fused 8x8x8 t8");
    const auto whole = bytesOfFile (file);
    REQUIRE (whole.size () > 40);
    for (std::size_t size = 0; size <= whole.size (); ++size)
    {
        folder.write ("variants.json", std::string_view (whole).substr (0, size));
        const auto recalled = recallVariant (file, "key");
        CHECK ((recalled.empty () || recalled == "fused 8x8x8 t8"));
        CHECK (recalled.empty () == (size + 1 < whole.size ())); // a newline ends the file
        rememberVariant (file, "other", "cufft");
        CHECK (recallVariant (file, "other") == "cufft");
    }
}

TEST_CASE ("of a cache of any bytes nothing counts but whole entries", "[cuda][variants]")
{
    const TemporaryFolder folder;
    std::mt19937 random (20);
    std::vector<std::string> contents {
        "null",
        "[]",
        "{}",
        R"({"choices": 1})",
        R"({"choices": {"key": "key", "variant": "cufft"}})",
        R"({"choices": ["key", null, 1, [], {}]})",
        R"({"choices": [{"key": "key"}, {"key": "key", "variant": 3}, {"variant": "cufft"}]})",
        R"({"choices": [{"key": ["key"], "variant": "cufft"}, {"key": "key", "variant": ""}]})",
        "{\"choices\": [{\"key\": \"key\", \"variant\": \"\xff\xfe\"}]}",
        std::string (200'000, '['),
        R"({"choices": [{"key": "key", "variant": "cufft"}]})" + std::string (300'000, ' ')};
    for (int i = 0; i < 200; ++i)
    {
        std::string bytes (1 + random () % 300, '\0');
        for (char& byte : bytes)
            byte = static_cast<char> (random ());
        contents.push_back (bytes);
    }
    for (const auto& content : contents)
    {
        const auto file = folder.write ("variants.json", content);
        INFO (content.substr (0, 80));
        CHECK (recallVariant (file, "key").empty ());
        rememberVariant (file, "key", "cufft");
        CHECK (recallVariant (file, "key") == "cufft");
    }
    const auto half = folder.write (
        "variants.json", R"({"choices": [7, {"key": "key", "variant": "cufft"}, {"key": 1}]})");
    CHECK (recallVariant (half, "key") == "cufft");
}

TEST_CASE ("a cache that cannot be read or written does no harm", "[cuda][variants]")
{
    const TemporaryFolder folder;
    folder.write ("file", "text");
    fs::create_directories (folder.file ("folder/variants.json/inside"));
    const auto pipe = folder.file ("pipe");
    REQUIRE (mkfifo (pipe.c_str (), 0600) == 0); // opening a FIFO waits for a writer
    for (const auto& file :
         {folder.file ("file/variants.json"), folder.file ("folder/variants.json"),
          std::string ("/dev/null/x.json"), std::string (5000, 'x'), std::string ()})
    {
        rememberVariant (file, "key", "cufft");
        CHECK (recallVariant (file, "key").empty ());
    }
    CHECK (recallVariant (pipe, "key").empty ());
    CHECK (bytesOfFile (folder.file ("file")) == "text");
    CHECK (numEntries (folder.file ("folder")) == 1);
}

TEST_CASE ("a cache keeps the newest choices and stays small", "[cuda][variants]")
{
    const TemporaryFolder folder;
    const auto file = folder.file ("variants.json");
    constexpr int numChoices = 300;
    for (int i = 0; i < numChoices; ++i)
        rememberVariant (file, "key " + std::to_string (i), "v" + std::to_string (i));
    CHECK (recallVariant (file, "key 0").empty ());
    CHECK (recallVariant (file, "key 299") == "v299");
    CHECK (recallVariant (file, "key 100") == "v100");
    CHECK (fs::file_size (file) < 64 * 1024);
}

TEST_CASE ("those who write a cache at once leave it whole", "[cuda][variants]")
{
    const TemporaryFolder folder;
    const auto file = folder.file ("variants.json");
    rememberVariant (file, "0", "v");
    constexpr int numThreads = 4, numWrites = 50;
    std::vector<std::thread> threads;
    std::atomic<int> numTorn {0};
    for (int thread = 0; thread < numThreads; ++thread)
        threads.emplace_back (
            [&, thread]
            {
                for (int i = 0; i < numWrites; ++i)
                {
                    rememberVariant (file, std::to_string (thread), "v");
                    numTorn += recallVariant (file, "0") == "v" ? 0 : 1;
                }
            });
    for (auto& thread : threads)
        thread.join ();
    CHECK (numTorn == 0);
    CHECK (numEntries (folder.path ()) == 1);
}

TEST_CASE ("a key changes with everything that a choice depends on", "[cuda][variants]")
{
    const auto preset = findPreset ("torchaudio");
    REQUIRE (preset);
    const MelGeometry geometry = geometryOf (preset->spec, 16000);
    const auto key = variantKey (h200 (), geometry);
    CHECK (key == variantKey (h200 (), geometry));
    CHECK (key.find ("melstrom " + std::string (kVersion) + ",") != std::string::npos);
    CHECK (key.find ("interface " + std::to_string (kModuleInterfaceVersion) + ",") !=
           std::string::npos);

    std::set<std::string> keys {key};
    for (const auto change :
         {+[] (DeviceProperties& device) { device.name = "NVIDIA H100"; },
          +[] (DeviceProperties& device) { device.computeMajor = 10; },
          +[] (DeviceProperties& device) { device.computeMinor = 1; },
          +[] (DeviceProperties& device) { device.driverVersion = 12080; },
          +[] (DeviceProperties& device) { device.driverRelease = ""; },
          +[] (DeviceProperties& device) { device.driverRelease = "580.95.05"; }})
    {
        DeviceProperties device = h200 ();
        change (device);
        keys.insert (variantKey (device, geometry));
    }
    MelSpec otherHop = preset->spec, otherLog = preset->spec;
    otherHop.hop.value += 1;
    otherLog.log = LogKind::ln;
    keys.insert (variantKey (h200 (), geometryOf (otherHop, 16000)));
    keys.insert (variantKey (h200 (), geometryOf (otherLog, 16000)));
    keys.insert (variantKey (h200 (), geometryOf (preset->spec, 22050)));
    CHECK (keys.size () == 10);

    DeviceProperties elsewhere = h200 (); // a second GPU of the same kind
    elsewhere.index = 1;
    CHECK (variantKey (elsewhere, geometry) == key);
}

TEST_CASE ("the cache lies where the user's caches lie, if anywhere", "[cuda][variants]")
{
    const EnvironmentVariable noCache ("XDG_CACHE_HOME", nullptr), noHome ("HOME", nullptr);
    CHECK_FALSE (defaultVariantCacheFile ());
    const EnvironmentVariable relativeHome ("HOME", "somewhere");
    CHECK_FALSE (defaultVariantCacheFile ());
    const EnvironmentVariable home ("HOME", "/home/ada");
    CHECK (defaultVariantCacheFile () == "/home/ada/.cache/melstrom/variants.json");
    const EnvironmentVariable emptyCache ("XDG_CACHE_HOME", "");
    CHECK (defaultVariantCacheFile () == "/home/ada/.cache/melstrom/variants.json");
    const EnvironmentVariable cache ("XDG_CACHE_HOME", "/var/cache/ada");
    CHECK (defaultVariantCacheFile () == "/var/cache/ada/melstrom/variants.json");
}
