// plan.json read in pieces, and its head read without its files.
#include "Engine/Batch/Files/ForwardingStorage.h"
#include "Engine/Batch/Run/Folder/PlanFile.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Files/MemoryStorage.h"

namespace melstrom::testing
{

namespace
{
using Json = nlohmann::ordered_json;

constexpr std::int64_t kReadBytes = 1 << 16; ///< of a plan in one read

/** Counts the bytes read. */
class CountingStorage final : public ForwardingStorage
{
public:
    using ForwardingStorage::ForwardingStorage;

    Result<std::unique_ptr<ReadableFile>> openForReading (const std::string& path) override
    {
        auto file = ForwardingStorage::openForReading (path);
        if (! file)
            return file;
        return std::unique_ptr<ReadableFile> (
            std::make_unique<CountingFile> (*std::move (file), numBytes));
    }

    std::int64_t numBytes = 0;

private:
    class CountingFile final : public ReadableFile
    {
    public:
        CountingFile (std::unique_ptr<ReadableFile> file, std::int64_t& numBytes)
            : file_ (std::move (file)), numBytes_ (numBytes)
        {
        }
        FileInfo info () const override { return file_->info (); }
        Result<std::size_t> readAt (void* to, std::size_t bytes, std::int64_t offset) override
        {
            auto got = file_->readAt (to, bytes, offset);
            if (got)
                numBytes_ += static_cast<std::int64_t> (*got);
            return got;
        }

    private:
        std::unique_ptr<ReadableFile> file_;
        std::int64_t& numBytes_;
    };
};

/** A plan in the format of PlanText, with fewer lines. */
std::string planOf (int numFiles)
{
    std::string text = R"({"settings": {"melstrom": "1.0.0", "inputs": ["files", {"files": []}]},
"outputs": ["features.npy"], "labels": [], "annotations": "0", "files": [)";
    for (int i = 0; i < numFiles; ++i)
        text += (i > 0 ? ",\n[\"in/" : "\n[\"in/") + std::to_string (i) + ".wav\", 0, 0, 16000]";
    return text + "\n]}\n";
}

/** The head read from a plan.json of these bytes, on one line; "<discarded>" if it is invalid. */
std::string headOf (const std::string& text)
{
    MemoryStorage storage;
    storage.addFile ("out/plan.json", text);
    const auto head = readPlanHead (storage, "out");
    REQUIRE (failureOf (head) == "");
    return head->value ().dump ();
}

const std::string kNoHead = "<discarded>";
} // namespace

TEST_CASE ("the head of a plan is read without its files", "[batch][plan]")
{
    const std::string text = planOf (20'000);
    MemoryStorage storage;
    storage.addFile ("out/plan.json", text);
    CountingStorage counting (storage);
    REQUIRE (static_cast<std::int64_t> (text.size ()) > 4 * kReadBytes);
    const auto head = readPlanHead (counting, "out");
    REQUIRE (failureOf (head) == "");
    CHECK (counting.numBytes <= kReadBytes);
    Json expected = Json::parse (text);
    expected.erase ("files");
    CHECK (head->value ().dump () == expected.dump ());
    const auto whole = readWholePlanHead (counting, "out");
    REQUIRE (failureOf (whole) == "");
    CHECK (whole->value ().dump () == expected.dump ());
    CHECK (counting.numBytes > static_cast<std::int64_t> (text.size ()));
}

TEST_CASE ("of a plan that is damaged the head is what stands before its files",
           "[batch][plan][faults]")
{
    const std::string text = planOf (3), key = "\"files\"", head = headOf (text);
    const std::size_t keyEnd = text.rfind (key) + key.size ();
    REQUIRE (head.ends_with ("\"annotations\":\"0\"}"));
    MemoryStorage storage;
    for (std::size_t size = 0; size < text.size (); ++size)
    {
        INFO ("cut to " << size << " bytes");
        CHECK (headOf (text.substr (0, size)) == (size < keyEnd ? kNoHead : head));
        storage.addFile ("out/plan.json", text.substr (0, size));
        const auto whole = readWholePlanHead (storage, "out");
        REQUIRE (failureOf (whole) == "");
        // The last byte is a newline.
        CHECK (whole->value ().is_discarded () == (size + 1 < text.size ()));
    }
    const auto nowhere = readPlanHead (storage, "nowhere");
    REQUIRE (failureOf (nowhere) == "");
    CHECK_FALSE (nowhere->has_value ());
}

TEST_CASE ("JSON that is no plan has no head of one", "[batch][plan][faults]")
{
    CHECK (headOf ("5") == "5");
    CHECK (headOf ("[1,{\"files\":2},3]") == "[1,{\"files\":2},3]");
    CHECK (headOf ("{}") == "{}");
    CHECK (headOf ("{\"files\": [], \"outputs\": [1]}") == "{}");
    CHECK (headOf ("{\"a\": 1}") == "{\"a\":1}");
    for (const std::string& text :
         {std::string (200'000, '['), std::string ("{\"a\": 1} {\"files\": 1}"),
          std::string ("\xff\xfe{\"files\": 1}"), std::string ("{\"a\" 1, \"files\": 1}")})
    {
        INFO (text.substr (0, 30));
        CHECK (headOf (text) == kNoHead);
    }
}

} // namespace melstrom::testing
