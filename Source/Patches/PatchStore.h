// All patches to choose from: factory patches and the user's folder.
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
    std::filesystem::path file; ///< empty for factory patches
    bool isFavourite = false;
};

/** A search in the store. Empty fields match all patches. */
struct PatchQuery
{
    /** Words. Each must occur in name, category, author, tags or description, in any case. */
    std::string text {};
    std::string category {}; ///< exact match
    bool onlyFavourites = false, onlyUser = false;
    bool operator== (const PatchQuery&) const = default;
};

/** Sorted by category, then name; a user's patch follows the factory patch of the same name.
    `faults` names invalid files, which are omitted (see PatchFolder.h). A write goes to a temporary
    file, which is then renamed. Thread: message. */
class PatchStore
{
public:
    /** Reads patches and favourites.txt. folder: of the user's patches; the first write creates it.
        "": no folder, and saving fails. storage: outlives the store. */
    explicit PatchStore (std::filesystem::path folder, Storage& storage = posixStorage ());
    /** $MELSTROM_PATCHES, or Melstrom/Patches in the user's folder for application data
        ($XDG_DATA_HOME, ~/.local/share). "": the environment names no folder. */
    static std::filesystem::path defaultFolder ();

    void reload ();
    const std::vector<StoredPatch>& all () const noexcept;
    std::vector<std::string> categories () const;                  ///< sorted, without duplicates
    std::vector<std::size_t> find (const PatchQuery& query) const; ///< indices into all ()
    const std::vector<std::string>& faults () const noexcept;
    const std::filesystem::path& folder () const noexcept;
    /** Prefers the user's patch. Empty: no patch has that name. */
    std::optional<std::size_t> indexOf (const std::string& name) const;
    /** True if a user's patch has that name and no factory patch has it. */
    bool isUsersAlone (const std::string& name) const;
    /** The patch after (step 1) or before (-1) `name` in the results of `query`; wraps at the ends.
        If no result has that name: the first or the last. Skips factory patches whose name a user's
        result has. Empty: `query` finds nothing. */
    std::optional<std::size_t> neighbour (const std::string& name, int step,
                                          const PatchQuery& query) const;

    /** Writes a file; replaces the user's patch of the same name. Reads the folder again. Fails:
        badSpec (no name, no category, invalid sound, texts that a file cannot hold), writeFailed,
        diskFull; the files are then unchanged. */
    Result<void> save (const Patch& patch);
    /** Removes a user's patch. Fails: badUsage (a factory patch), writeFailed */
    Result<void> remove (std::size_t index);
    /** Renames an invalid file of favourites to favourites.txt.damaged. Fails: badUsage,
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
