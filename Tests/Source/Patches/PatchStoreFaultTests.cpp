// A disk that fails while patches are written: files are unchanged, and the error is reported.
#include "Tests/Support/Files/ForwardingStorage.h"
#include "Tests/Support/Patches/PatchStores.h"
#include "Tests/Support/TemporaryFolder.h"

#include <filesystem>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
/** Fails the call of that number, counted over all calls that write. */
struct Failure
{
    int failingCall = -1;
    ErrorCode code = ErrorCode::diskFull;
    int numCalls = 0;

    Result<void> next ()
    {
        if (numCalls++ == failingCall)
            return Error {code, "the disk says no", {}};
        return {};
    }
};

class FailingFile final : public ForwardingFile
{
public:
    FailingFile (std::unique_ptr<WritableFile> file, Failure& failure)
        : ForwardingFile (std::move (file)), failure_ (failure)
    {
    }

    Result<void> writeAt (const void* from, std::size_t bytes, std::int64_t offset) override
    {
        auto failed = failure_.next ();
        return failed ? ForwardingFile::writeAt (from, bytes, offset) : failed;
    }
    Result<void> sync () override
    {
        auto failed = failure_.next ();
        return failed ? ForwardingFile::sync () : failed;
    }
    Result<void> close () override
    {
        auto failed = failure_.next ();
        return failed ? ForwardingFile::close () : failed;
    }

private:
    Failure& failure_;
};

class FailingStorage final : public ForwardingStorage
{
public:
    explicit FailingStorage (Storage& storage) : ForwardingStorage (storage) {}

    Result<std::unique_ptr<WritableFile>> create (const std::string& path) override
    {
        if (auto failed = failure.next (); ! failed)
            return failed.error ();
        auto file = ForwardingStorage::create (path);
        if (! file)
            return file;
        return std::unique_ptr<WritableFile> (
            std::make_unique<FailingFile> (*std::move (file), failure));
    }
    Result<void> rename (const std::string& from, const std::string& to) override
    {
        auto failed = failure.next ();
        return failed ? ForwardingStorage::rename (from, to) : failed;
    }
    Result<void> makeFolders (const std::string& path) override
    {
        auto failed = failure.next ();
        return failed ? ForwardingStorage::makeFolders (path) : failed;
    }

    Failure failure;
};

Patch versionOf (const std::string& author)
{
    Patch patch;
    patch.name = "Mine";
    patch.category = "Pads";
    patch.author = author;
    return patch;
}

std::string authorIn (Storage& storage)
{
    const PatchStore store (kPatchFolder, storage);
    const auto index = store.indexOf ("Mine");
    return index ? store.all ()[*index].patch.author : "no patch";
}
} // namespace

TEST_CASE ("a save that fails at any step leaves the patch as it was and nothing beside it",
           "[patches][fault]")
{
    for (const auto code : {ErrorCode::diskFull, ErrorCode::permissionDenied})
    {
        int numFailures = 0;
        for (int call = 0; call < 20; ++call)
        {
            MemoryStorage memory;
            REQUIRE (PatchStore (kPatchFolder, memory).save (versionOf ("old")).ok ());
            const auto files = filesIn (memory);
            FailingStorage storage (memory);
            PatchStore store (kPatchFolder, storage);
            storage.failure = {call, code};
            const auto saved = store.save (versionOf ("new"));
            INFO ("call " << call);
            CHECK (filesIn (memory) == files);
            CHECK (authorIn (memory) == (saved ? "new" : "old"));
            CHECK (store.all ()[*store.indexOf ("Mine")].patch.author == (saved ? "new" : "old"));
            if (saved)
                continue;
            ++numFailures;
            CHECK (saved.error ().code ==
                   (code == ErrorCode::diskFull ? code : ErrorCode::writeFailed));
            CHECK (saved.error ().message == "the disk says no");
        }
        CHECK (numFailures == 6); // folder, create, write, sync, close, rename
    }
}

TEST_CASE ("a full disk keeps the old favourites", "[patches][fault]")
{
    MemoryStorage memory;
    PatchStore store (kPatchFolder, memory);
    REQUIRE (store.setFavourite (0, true).ok ());
    memory.setCapacity (0);
    const auto set = store.setFavourite (1, true);
    REQUIRE_FALSE (set.ok ());
    CHECK (set.error ().code == ErrorCode::diskFull);
    CHECK_FALSE (store.all ()[1].isFavourite);
    const PatchStore other (kPatchFolder, memory);
    CHECK (other.all ()[0].isFavourite);
    CHECK_FALSE (other.all ()[1].isFavourite);
    CHECK (filesIn (memory) == Names {"favourites.txt"});
}

TEST_CASE ("a folder that is a file and one that cannot be made are told", "[patches][fault]")
{
    const TemporaryFolder folder;
    const auto file = folder.write ("a file", "x");
    for (const auto& path : {file, file + "/below", std::string ("/proc/none/patches")})
    {
        PatchStore store (path);
        const auto saved = store.save (versionOf ("me"));
        INFO (path);
        REQUIRE_FALSE (saved.ok ());
        CHECK (saved.error ().code == ErrorCode::writeFailed);
        CHECK (saved.error ().message.find (path.substr (0, 5)) != std::string::npos);
    }
}

TEST_CASE ("a save on a real disk leaves the patch alone in its folder", "[patches][fault]")
{
    const TemporaryFolder folder;
    const auto path = folder.file ("new/deeper");
    PatchStore store (path);
    REQUIRE (store.save (versionOf ("first")).ok ());
    REQUIRE (store.save (versionOf ("second")).ok ());
    std::size_t numFiles = 0;
    for (const auto& entry : std::filesystem::directory_iterator (path))
        numFiles += entry.is_regular_file ();
    CHECK (numFiles == 1);
    CHECK (PatchStore (path).all ()[*store.indexOf ("Mine")].patch.author == "second");
}
