// What stands in an output folder already, and whose it is.
#include "Engine/Batch/Run/FolderClaim.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/MemoryStorage.h"

namespace melstrom::testing
{

namespace
{
const std::string kPlan = "{\"plan\": 1}";
const std::string kOther = "{\"plan\": 2, \"more\": 3"; ///< longer than a plan that was begun

/** Of an output folder that holds one file. */
Result<bool> claimWith (MemoryStorage& storage, const std::string& name, const std::string& bytes)
{
    storage.addFile ("out/" + name, bytes);
    BatchOptions options;
    options.outputFolder = "out";
    return claimFolder (storage, options, kPlan);
}
} // namespace

TEST_CASE ("a run that ended while it wrote its plan begins again", "[batch]")
{
    for (std::size_t written = 0; written <= kPlan.size (); ++written)
    {
        MemoryStorage storage;
        const auto claimed = claimWith (storage, "plan.json.tmp", kPlan.substr (0, written));
        REQUIRE (claimed);
        CHECK_FALSE (*claimed);
        CHECK (storage.bytesOf ("out/plan.json") == kPlan);
    }
    MemoryStorage storage; // the power failed: the size is there, the bytes are not
    const auto claimed = claimWith (storage, "plan.json.tmp", std::string (kPlan.size (), '\0'));
    REQUIRE (claimed);
    CHECK (storage.bytesOf ("out/plan.json") == kPlan);
}

TEST_CASE ("what another plan, or nobody we know, left in a folder stays", "[batch]")
{
    for (const std::string name : {"plan.json.tmp", "features.npy", "features.npy.part"})
    {
        INFO (name);
        MemoryStorage storage;
        const auto claimed = claimWith (storage, name, kOther);
        REQUIRE_FALSE (claimed);
        CHECK (claimed.error ().code == ErrorCode::otherPlan);
        CHECK (storage.bytesOf ("out/" + name) == kOther);
        CHECK_FALSE (storage.exists ("out/plan.json"));
    }
}

} // namespace melstrom::testing
