// What stands in an output folder already, and whose it is.
#include "Engine/Batch/Run/FolderClaim.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/MemoryStorage.h"

namespace melstrom::testing
{

namespace
{
const std::string kPlan = "{\"plan\": 1}";

/** Of an output folder that holds one file. */
Result<bool> claimWith (MemoryStorage& storage, const std::string& name, const std::string& bytes)
{
    storage.addFile ("out/" + name, bytes);
    BatchOptions options;
    options.outputFolder = "out";
    return claimFolder (storage, options, kPlan);
}
} // namespace

TEST_CASE ("a run that was killed while it wrote its plan begins again", "[batch]")
{
    for (std::size_t written = 0; written <= kPlan.size (); ++written)
    {
        MemoryStorage storage;
        const auto claimed = claimWith (storage, "plan.json.tmp", kPlan.substr (0, written));
        REQUIRE (claimed);
        CHECK_FALSE (*claimed);
        CHECK (storage.bytesOf ("out/plan.json") == kPlan);
    }
}

TEST_CASE ("what another plan, or nobody we know, left in a folder stays", "[batch]")
{
    for (const std::string name : {"plan.json.tmp", "features.npy", "features.npy.part"})
    {
        INFO (name);
        MemoryStorage storage;
        const auto claimed = claimWith (storage, name, "{\"plan\": 2");
        REQUIRE_FALSE (claimed);
        CHECK (claimed.error ().code == ErrorCode::otherPlan);
        CHECK (storage.bytesOf ("out/" + name) == "{\"plan\": 2");
        CHECK_FALSE (storage.exists ("out/plan.json"));
    }
}

} // namespace melstrom::testing
