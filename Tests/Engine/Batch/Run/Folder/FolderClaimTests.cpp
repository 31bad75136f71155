// Existing contents of an output folder, and their owner.
#include "Engine/Batch/Dataset/DatasetText.h"
#include "Engine/Batch/Run/Folder/FolderClaim.h"
#include "Engine/Core/Hash.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Files/MemoryStorage.h"

#include <nlohmann/json.hpp>

namespace melstrom::testing
{

namespace
{
/** A run with one input without rows, on a folder in memory. */
struct ClaimRig
{
    ClaimRig ()
    {
        plan.files.resize (1);
        plan.files[0].path = "in/a.wav";
        plan.files[0].error = Error {ErrorCode::emptyFile, "in/a.wav is empty", {}};
        plan.geometries.emplace (16000, *geometryAt (options.preset.spec, 16000));
        settings = settingsJson (options, "cpu");
        const PlanText made (plan, options, settings, 1);
        REQUIRE (made.write (
            [this] (std::string_view piece) -> Result<void>
            {
                text += piece;
                return {};
            }));
        CHECK (made.digest () == hashText (text));
        CHECK (made.numBytes () == static_cast<std::int64_t> (text.size ()));
        CHECK (nlohmann::json::parse (text)["files"].size () == 1);
    }

    Result<FolderClaim> claim ()
    {
        const PlanText made (plan, options, settings, 1);
        return claimFolder ({plan, options, context}, {settings, made, "2026-01-31T12:00:00Z"});
    }

    MemoryStorage storage;
    BatchOptions options = batchOptions ("in", "out", "torchaudio");
    DatasetPlan plan;
    nlohmann::ordered_json settings;
    std::string text;
    BatchCounters counters;
    Trace trace {false};
    std::atomic<bool> stop {false};
    std::unique_ptr<Backend> backend = *makeCpuBackend (1);
    BatchContext context {storage, *backend, counters, trace, stop, 1};
};
} // namespace

TEST_CASE ("a run that ended while it wrote its plan begins again", "[batch]")
{
    const std::size_t planBytes = ClaimRig ().text.size ();
    for (std::size_t written = 0; written <= planBytes; written += written < 40 ? 1 : 97)
    {
        ClaimRig rig;
        rig.storage.addFile ("out/plan.json.tmp", rig.text.substr (0, written));
        const auto claimed = rig.claim ();
        REQUIRE (failureOf (claimed) == "");
        CHECK (claimed->kind == FolderClaim::Kind::fresh);
        CHECK (rig.storage.bytesOf ("out/plan.json") == rig.text);
    }
    ClaimRig rig; // after a power failure the size is there, the bytes are not
    rig.storage.addFile ("out/plan.json.tmp", std::string (planBytes, '\0'));
    REQUIRE (failureOf (rig.claim ()) == "");
    CHECK (rig.storage.bytesOf ("out/plan.json") == rig.text);
}

TEST_CASE ("what another plan, or nobody we know, left in a folder stays", "[batch]")
{
    const bool overwrites = GENERATE (false, true);
    for (const std::string name : {"plan.json.tmp", "features.npy", "features.npy.part",
                                   "dataset.json.tmp", "inputs.bin", "journal.bin"})
    {
        INFO (name);
        ClaimRig rig;
        rig.options.overwrite = overwrites;
        // Longer than an unfinished plan could be.
        const std::string other (rig.text.size () + 1, ' ');
        rig.storage.addFile ("out/" + name, other);
        const auto claimed = rig.claim ();
        REQUIRE_FALSE (claimed);
        CHECK (claimed.error ().code == ErrorCode::otherPlan);
        CHECK (claimed.error ().message.find (name) != std::string::npos);
        CHECK (rig.storage.bytesOf ("out/" + name) == other);
        CHECK_FALSE (rig.storage.exists ("out/plan.json"));
    }
}

TEST_CASE ("overwriting removes what a plan of ours lists and nothing else", "[batch]")
{
    ClaimRig rig;
    rig.options.overwrite = true;
    auto other = nlohmann::ordered_json::parse (rig.text); // its list of files is last
    other["settings"]["format"] = "h5";
    other["outputs"] = {"features.h5", "../precious.txt", "notes.txt"};
    rig.storage.addFile ("out/plan.json", other.dump ());
    for (const std::string name : {"features.h5.part", "journal.bin", "files.csv.tmp"})
        rig.storage.addFile ("out/" + name, "ours");
    for (const std::string name : {"out/notes.txt", "out/mapping.npy", "precious.txt"})
        rig.storage.addFile (name, "the user's");
    REQUIRE (failureOf (rig.claim ()) == "");
    for (const std::string name : {"features.h5.part", "journal.bin", "files.csv.tmp"})
        CHECK_FALSE (rig.storage.exists ("out/" + name));
    for (const std::string name : {"out/notes.txt", "out/mapping.npy", "precious.txt"})
        CHECK (rig.storage.bytesOf (name) == "the user's");
}

TEST_CASE ("a plan that is damaged among its files is refused, and overwritten if asked for",
           "[batch][faults]")
{
    ClaimRig rig;
    const std::size_t at = rig.text.rfind ("in/a.wav");
    const bool isCut = GENERATE (true, false);
    const std::string damaged =
        isCut ? rig.text.substr (0, at) : std::string (rig.text).replace (at, 3, "\"\0{", 3);
    rig.storage.addFile ("out/plan.json", damaged);
    rig.storage.addFile ("out/features.npy.part", "rows");
    const auto claimed = rig.claim ();
    REQUIRE_FALSE (claimed);
    CHECK (claimed.error ().code == ErrorCode::otherPlan);
    CHECK (claimed.error ().message.find ("its plan.json is damaged") != std::string::npos);
    CHECK (rig.storage.bytesOf ("out/plan.json") == damaged);
    CHECK (rig.storage.bytesOf ("out/features.npy.part") == "rows");
    rig.options.overwrite = true;
    REQUIRE (failureOf (rig.claim ()) == "");
    CHECK (rig.storage.bytesOf ("out/plan.json") == rig.text);
    CHECK_FALSE (rig.storage.exists ("out/features.npy.part"));
}

TEST_CASE ("a journal of another run is refused", "[batch]")
{
    ClaimRig rig;
    rig.storage.addFile ("out/plan.json", rig.text);
    const bool isForeign = GENERATE (true, false);
    const std::string digest = isForeign ? "0123456789abcdef" : hashText (rig.text);
    rig.storage.addFile ("out/journal.bin", headerRecord ({digest, "2026-01-01T00:00:00Z"}));
    const auto claimed = rig.claim ();
    if (isForeign)
    {
        REQUIRE_FALSE (claimed);
        CHECK (claimed.error ().code == ErrorCode::otherPlan);
        return;
    }
    REQUIRE (failureOf (claimed) == "");
    CHECK (claimed->kind == FolderClaim::Kind::resumes);
    CHECK (claimed->journal->header.createdAt == "2026-01-01T00:00:00Z");
}

TEST_CASE ("another setting of an unfinished run is refused by name and value", "[batch]")
{
    ClaimRig rig;
    auto other = nlohmann::ordered_json::parse (rig.text); // its list of files is last
    other["settings"]["spec"]["hop_samples"] = 777;
    rig.storage.addFile ("out/plan.json", other.dump ());
    const auto claimed = rig.claim ();
    REQUIRE_FALSE (claimed);
    CHECK (claimed.error ().code == ErrorCode::otherPlan);
    CHECK (claimed.error ().message.find ("spec/hop_samples: 777 there") != std::string::npos);
    CHECK (rig.storage.bytesOf ("out/plan.json") == other.dump ());
}

} // namespace melstrom::testing
