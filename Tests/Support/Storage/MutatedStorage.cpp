#include "Tests/Support/Storage/MutatedStorage.h"

#include "Tests/Support/Files/ForwardingStorage.h"

#include <mutex>
#include <utility>
#include <vector>

namespace melstrom::testing
{

namespace
{
std::string nameOf (const std::string& path)
{
    return path.substr (path.rfind ('/') + 1);
}

bool applies (const ProtocolChanges::OfName& asks, const std::string& path)
{
    return asks && asks (nameOf (path));
}

class MutatedFile final : public ForwardingFile
{
public:
    MutatedFile (std::unique_ptr<WritableFile> file, const ProtocolChanges& changes,
                 const std::string& path)
        : ForwardingFile (std::move (file)), syncs_ (! applies (changes.dropsSync, path) &&
                                                     ! applies (changes.syncsAfterRename, path)),
          writesStartLast_ (applies (changes.writesStartLast, path))
    {
    }
    Result<void> writeAt (const void* from, std::size_t bytes, std::int64_t offset) override
    {
        if (! writesStartLast_ || offset > 0)
            return ForwardingFile::writeAt (from, bytes, offset);
        start_.assign (static_cast<const char*> (from), bytes);
        return {};
    }
    Result<void> syncData () override
    {
        return syncs_ ? ForwardingFile::syncData () : Result<void> ();
    }
    Result<void> sync () override { return syncs_ ? ForwardingFile::sync () : Result<void> (); }
    Result<void> close () override
    {
        if (auto written = ForwardingFile::writeAt (start_.data (), start_.size (), 0); ! written)
            return written;
        return ForwardingFile::close ();
    }

private:
    bool syncs_, writesStartLast_;
    std::string start_;
};

class MutatedStorage final : public ForwardingStorage
{
public:
    MutatedStorage (PowerLossStorage& disk, ProtocolChanges changes)
        : ForwardingStorage (disk), changes_ (std::move (changes))
    {
        disk.keepNewFolders (changes_.keepsNewFolders);
    }

    Result<std::unique_ptr<WritableFile>> create (const std::string& path) override
    {
        if (auto done = removeHeld (); ! done)
            return done.error ();
        return wrapped (ForwardingStorage::create (placeOf (path)), path);
    }
    Result<std::unique_ptr<WritableFile>> openForUpdate (const std::string& path) override
    {
        return wrapped (ForwardingStorage::openForUpdate (placeOf (path)), path);
    }

    Result<void> rename (const std::string& from, const std::string& to) override
    {
        if (applies (changes_.removesLast, from))
        {
            heldRemovals_.emplace_back (from, to);
            return {};
        }
        if (auto done = removeHeld (); ! done)
            return done;
        if (applies (changes_.renamesLast, from))
        {
            heldRenames_.emplace_back (from, to);
            return {};
        }
        if (auto renamed = renameNow (from, to); ! renamed)
            return renamed;
        if (nameOf (to) == "dataset.json")
            for (const auto& [heldFrom, heldTo] : std::exchange (heldRenames_, {}))
                if (auto renamed = renameNow (heldFrom, heldTo); ! renamed)
                    return renamed;
        return {};
    }

    Result<void> remove (const std::string& path) override
    {
        progress_.removedLast = true;
        if (! applies (changes_.removesLast, path))
            return ForwardingStorage::remove (path);
        heldRemovals_.emplace_back (path, std::string ());
        return {};
    }

    Result<void> syncFolder (const std::string& path) override
    {
        if (changes_.dropsFolderSync && changes_.dropsFolderSync (progress_))
            return {};
        return ForwardingStorage::syncFolder (path);
    }

private:
    std::string placeOf (const std::string& path) const
    {
        return applies (changes_.writesInPlace, path) ? path.substr (0, path.rfind ('.')) : path;
    }

    Result<std::unique_ptr<WritableFile>> wrapped (Result<std::unique_ptr<WritableFile>> file,
                                                   const std::string& path)
    {
        if (! file)
            return file;
        return std::unique_ptr<WritableFile> (
            std::make_unique<MutatedFile> (std::move (*file), changes_, path));
    }

    Result<void> renameNow (const std::string& from, const std::string& to)
    {
        if (placeOf (from) == from)
            if (auto renamed = ForwardingStorage::rename (from, to); ! renamed)
                return renamed;
        progress_.removedLast = false;
        progress_.hasArrayName = progress_.hasArrayName || from.ends_with (".part");
        progress_.hasDescription = progress_.hasDescription || nameOf (to) == "dataset.json";
        progress_.hasPlan = progress_.hasPlan || nameOf (to) == "plan.json";
        if (! applies (changes_.syncsAfterRename, from))
            return {};
        auto file = ForwardingStorage::openForUpdate (to);
        return file ? (*file)->sync () : Result<void> (file.error ());
    }

    Result<void> removeHeld ()
    {
        for (const auto& [from, to] : std::exchange (heldRemovals_, {}))
            if (auto removed = to.empty () ? ForwardingStorage::remove (from)
                                           : ForwardingStorage::rename (from, to);
                ! removed)
                return removed;
        return {};
    }

    // One thread at a time changes entries. Parts are made concurrently, but nothing is held back
    // then.
    ProtocolChanges changes_;
    ProtocolProgress progress_;
    std::vector<std::pair<std::string, std::string>> heldRenames_;
    /** without a second name: a removal */
    std::vector<std::pair<std::string, std::string>> heldRemovals_;
};
} // namespace

std::unique_ptr<Storage> makeMutatedStorage (PowerLossStorage& disk, ProtocolChanges changes)
{
    return std::make_unique<MutatedStorage> (disk, std::move (changes));
}

} // namespace melstrom::testing
