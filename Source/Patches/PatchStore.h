// Patches to choose from: those that are built in, and the user's own folder.
#pragma once

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Spec/Patch/Patch.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

struct StoredPatch
{
    Patch patch;
    bool isFactory = true;
    std::filesystem::path file; ///< of the user's own
    bool isFavourite = false;
};

/** What is shown of the store. Empty fields ask for nothing. */
struct PatchQuery
{
    /** Words, each of which name, category, author, tags or description contain; case does not matter. */
    std::string text {};
    std::string category {}; ///< exactly
    bool onlyFavourites = false, onlyUser = false;
    bool operator== (const PatchQuery&) const = default;
};

/** By category, then name; a user's patch of a factory patch's name stands behind it. Files that are no sound
    patch are left out and named in faults (see PatchFolder.h). Writing is by a temporary file that is renamed.
    Thread: message. */
class PatchStore
{
public:
    /** folder: of the user's patches, made when first written to; favourites are in favourites.txt there. Reads
        both. "": there is none, and saving says so. storage: outlives the store. */
    explicit PatchStore (std::filesystem::path folder, Storage& storage = posixStorage ());
    /** $MELSTROM_PATCHES, or Melstrom/Patches in the user's folder for application data ($XDG_DATA_HOME,
        ~/.local/share; ~/Library/Application Support; %APPDATA%). "": the environment names none of them. */
    static std::filesystem::path defaultFolder ();

    void reload ();
    const std::vector<StoredPatch>& all () const noexcept;
    std::vector<std::string> categories () const;                  ///< sorted, each once
    std::vector<std::size_t> find (const PatchQuery& query) const; ///< indices of all ()
    const std::vector<std::string>& faults () const noexcept;
    const std::filesystem::path& folder () const noexcept;
    /** The user's own first. Empty: none has that name. */
    std::optional<std::size_t> indexOf (const std::string& name) const;
    /** One of the user's patches has that name, and no factory patch. */
    bool isUsersAlone (const std::string& name) const;
    /** Of `query`, the one after (step 1) or before (-1) `name`, round the ends; where it has none of that
        name, its first or last. Factory patches of whose name the user has one there are passed over. Empty:
        `query` finds nothing. */
    std::optional<std::size_t> neighbour (const std::string& name, int step,
                                          const PatchQuery& query) const;

    /** As a file of its own; one of the user's patches of the same name is replaced. Reads the folder again.
        Fails: badSpec (no name, no category, no sound patch, texts that no file can hold), writeFailed,
        diskFull; files are then as they were. */
    Result<void> save (const Patch& patch);
    Result<void>
    remove (std::size_t index); ///< the user's own. Fails: badUsage (a factory patch), writeFailed
    /** A file of favourites that cannot be understood is kept as favourites.txt.damaged. Fails: badUsage,
        writeFailed, diskFull */
    Result<void> setFavourite (std::size_t index, bool isFavourite);

private:
    Result<std::string> fileNameFor (const Patch& patch) const;
    Result<void> writeFavourite (const StoredPatch& patch, bool isFavourite);

    std::filesystem::path folder_;
    Storage* storage_;
    std::vector<StoredPatch> all_;
    std::vector<std::string> faults_;
};

} // namespace melstrom
