// The saved inputs of the fuzz targets: valid files, and inputs that once caused a fault.
// scripts/fuzz starts from them.
#include "Engine/Batch/Dataset/InputsFile.h"
#include "Tests/Fuzz/FuzzTargets.h"
#include "Tests/Fuzz/Resealed.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/FileBytes.h"
#include "Tests/Support/TestData.h"

#include <filesystem>

using namespace melstrom;
using namespace melstrom::testing;
namespace fs = std::filesystem;

namespace
{
fs::path corpus ()
{
    return fs::path (testDataFolder ()) / "Fuzz" / "Corpus";
}
} // namespace

TEST_CASE ("each saved input of the fuzz targets is read soundly or refused, whole and cut",
           "[fuzz]")
{
    for (const FuzzTarget& target : fuzzTargets ())
    {
        int numFiles = 0;
        for (const auto& entry : fs::directory_iterator (corpus () / target.name))
        {
            ++numFiles;
            INFO (target.name << " " << entry.path ().filename ().string ());
            const std::string bytes = bytesOfFile (entry.path ());
            REQUIRE_FALSE (bytes.empty ());
            CHECK_NOTHROW (target.run (bytes));
            for (int cut = 1; cut < 8; ++cut)
                CHECK_NOTHROW (target.run (std::string_view (bytes).substr (
                    0, bytes.size () * static_cast<std::size_t> (cut) / 8)));
        }
        INFO (target.name);
        CHECK (numFiles > 0);
    }
}

TEST_CASE ("every fuzz target is built by clang, and its saved inputs are small", "[fuzz]")
{
    const std::string lists = bytesOfFile (testDataFolder () + "/Fuzz/CMakeLists.txt");
    std::string names;
    for (const FuzzTarget& target : fuzzTargets ())
        names += std::string (" ") + target.name;
    CHECK (lists.find ("ITEMS" + names + ")") != std::string::npos);
    const auto folders =
        std::distance (fs::directory_iterator (corpus ()), fs::directory_iterator ());
    CHECK (folders ==
           static_cast<std::ptrdiff_t> (fuzzTargets ().size ())); // scripts/fuzz lists them
    std::uintmax_t bytes = 0;
    for (const auto& entry : fs::recursive_directory_iterator (corpus ()))
        bytes += entry.is_regular_file () ? entry.file_size () : 0;
    CHECK (bytes < 200'000);
}

TEST_CASE ("checksums that are put right are those that other programs and the product wrote",
           "[fuzz]")
{
    struct Kind
    {
        const char* folder;
        std::string (*resealed) (std::string_view);
        std::size_t sealAt; ///< of the first checksum
    };
    // Journals of killed runs, tars by GNU tar. The header record has 76 bytes; a tar's sum is at
    // byte 148.
    for (const Kind& kind :
         {Kind {"journal", &resealedJournal, 76}, Kind {"tar", &resealedTar, 148}})
        for (const auto& entry : fs::directory_iterator (corpus () / kind.folder))
        {
            INFO (entry.path ().string ());
            const std::string bytes = bytesOfFile (entry.path ());
            CHECK (kind.resealed (bytes) == bytes);
            std::string damaged = bytes;
            damaged[kind.sealAt] = static_cast<char> (damaged[kind.sealAt] ^ 1);
            REQUIRE (damaged != bytes);
            CHECK (kind.resealed (damaged) == bytes);
        }
    std::string inputs;
    const auto take = [&inputs] (std::string_view piece) -> Result<void>
    {
        inputs += piece;
        return {};
    };
    REQUIRE (writeInputs (take, {"0123456789abcdef", 7, {{{{1, 2, 3}, 4}, 5, 6}}, {}}));
    CHECK (resealedInputs (inputs.substr (0, inputs.size () - 4) + "seal") == inputs);
}
