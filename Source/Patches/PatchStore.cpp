#include "Source/Patches/PatchStore.h"

#include "Engine/Core/Printable.h"
#include "Engine/Spec/Patch/PatchRepair.h"
#include "Engine/Spec/Patch/PatchToml.h"
#include "Engine/Spec/Text/PlainText.h"
#include "Engine/Spec/Text/SpecValue.h"
#include "Source/Patches/Favourites.h"
#include "Source/Patches/PatchFolder.h"
#include "Source/State/UserFiles.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace melstrom
{

namespace
{
/** Order by category and name without regard to case, then with it; the user's patch after the
    factory's. */
bool standsBefore (const StoredPatch& a, const StoredPatch& b)
{
    const auto rank = [] (const StoredPatch& stored)
    {
        const auto& patch = stored.patch;
        return std::tuple (lowerCaseText (patch.category), patch.category,
                           lowerCaseText (patch.name), patch.name, ! stored.isFactory);
    };
    return rank (a) < rank (b);
}

/** Fails with the reason why a patch cannot be saved. */
Result<void> checkSavable (const Patch& patch)
{
    if (trimmedText (patch.name).empty ())
        return badPatch ("the patch has no name; give it one");
    if (trimmedText (patch.category).empty ())
        return badPatch (quotedText (printable (patch.name)) + " has no category; give it one");
    MELSTROM_TRY (patch.validate ());
    if (repairedPatch (patch) != patch)
        return badPatch (
            quotedText (printable (patch.name)) + ": texts must be valid UTF-8 of at most " +
            std::to_string (kMostTextBytes) + " bytes; at most " + std::to_string (kMostTags) +
            " tags are allowed; tags and macro names must have at most " +
            std::to_string (kMostTagBytes) + " bytes");
    return {};
}

Error badIndex ()
{
    return {ErrorCode::badUsage, "there is no such patch; the list has changed", {}};
}

Error noFolder ()
{
    return {
        ErrorCode::writeFailed, "there is no folder for patches; set HOME or MELSTROM_PATCHES", {}};
}
} // namespace

std::filesystem::path PatchStore::defaultFolder ()
{
    if (const char* named = std::getenv ("MELSTROM_PATCHES"); named != nullptr && *named != '\0')
        return named;
    const auto folder = userDataFolder ();
    return folder.empty () ? folder : folder / "Melstrom/Patches";
}

PatchStore::PatchStore (std::filesystem::path folder, Storage& storage)
    : folder_ (std::move (folder)), storage_ (&storage)
{
    reload ();
}

void PatchStore::reload ()
{
    all_.clear ();
    faults_.clear ();
    for (const auto& patch : factoryPatches ())
        all_.push_back ({patch, true, {}, false});
    if (! folder_.empty ())
    {
        auto own = readPatchFolder (*storage_, folder_.string ());
        std::move (own.patches.begin (), own.patches.end (), std::back_inserter (all_));
        faults_ = std::move (own.faults);
        auto favourites = readFavourites (*storage_, folder_.string ());
        if (! favourites)
            faults_.push_back (favourites.error ().message);
        for (auto& stored : all_)
            stored.isFavourite =
                favourites && favourites->of (stored.isFactory).count (stored.patch.name) != 0;
    }
    std::sort (all_.begin (), all_.end (), standsBefore);
}

const std::vector<StoredPatch>& PatchStore::all () const noexcept
{
    return all_;
}

const std::vector<std::string>& PatchStore::faults () const noexcept
{
    return faults_;
}

const std::filesystem::path& PatchStore::folder () const noexcept
{
    return folder_;
}

Result<std::string> PatchStore::fileNameFor (const Patch& patch) const
{
    constexpr int kMostAttempts = 100;
    for (const auto& stored : all_)
        if (! stored.isFactory && stored.patch.name == patch.name)
            return stored.file.filename ().string ();
    for (int attempt = 0; attempt < kMostAttempts; ++attempt)
    {
        // asks the folder: it may hold new files and files that are no patches
        const auto name = patchFileName (patch.name, attempt);
        const auto there = storage_->info ((folder_ / name).string ());
        if (! there && there.error ().code == ErrorCode::fileMissing)
            return name;
        if (! there)
            return asWritingError (there.error ());
    }
    return Error {ErrorCode::writeFailed,
                  printable (folder_.string ()) + ": has too many files of this name",
                  {}};
}

Result<void> PatchStore::save (const Patch& patch)
{
    MELSTROM_TRY (checkSavable (patch));
    if (folder_.empty ())
        return noFolder ();
    reload (); // another program may have saved a patch with that name
    MELSTROM_TRY_VALUE (const auto name, fileNameFor (patch));
    auto written = writeWholeFile (*storage_, folder_.string (), name, toToml (patch));
    reload ();
    return written;
}

Result<void> PatchStore::remove (std::size_t index)
{
    if (index >= all_.size ())
        return badIndex ();
    const auto stored = all_[index];
    if (stored.isFactory)
        return Error {ErrorCode::badUsage,
                      quotedText (stored.patch.name) + " is built in and cannot be removed",
                      {}};
    if (auto removed = storage_->remove (stored.file.string ()); ! removed)
        return asWritingError (removed.error ());
    auto done = storage_->syncFolder (folder_.string ());
    if (done && stored.isFavourite)
        done = writeFavourite (stored, false); // a later patch of that name begins without the mark
    reload ();
    return done ? done : Result<void> (asWritingError (done.error ()));
}

Result<void> PatchStore::setFavourite (std::size_t index, bool isFavourite)
{
    if (index >= all_.size ())
        return badIndex ();
    if (folder_.empty ())
        return noFolder ();
    auto written = writeFavourite (all_[index], isFavourite);
    if (written)
        all_[index].isFavourite = isFavourite;
    return written;
}

Result<void> PatchStore::writeFavourite (const StoredPatch& stored, bool isFavourite)
{
    const auto folder = folder_.string ();
    auto favourites = readFavourites (*storage_, folder); // another program may write it
    if (! favourites && favourites.error ().code != ErrorCode::badSpec)
        return asWritingError (favourites.error ());
    if (! favourites)
    {
        const auto path = folder + '/' + std::string (kFavouritesFile);
        if (auto kept = storage_->rename (path, path + ".damaged"); ! kept)
            return asWritingError (kept.error ());
        favourites = Favourites {};
    }
    auto& names = favourites->of (stored.isFactory);
    if (isFavourite)
        names.insert (stored.patch.name);
    else
        names.erase (stored.patch.name);
    return writeWholeFile (*storage_, folder, std::string (kFavouritesFile),
                           favouritesText (*favourites));
}

} // namespace melstrom
