#include "Source/Patches/PatchFolder.h"

#include "Engine/Batch/Files/ReadWholeFile.h"
#include "Engine/Core/Hash.h"
#include "Engine/Core/Printable.h"
#include "Engine/Spec/Patch/PatchToml.h"
#include "Engine/Spec/Text/PlainText.h"
#include "Engine/Spec/Text/SpecValue.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr std::string_view kExtension = ".toml";

/** Letters and digits in order. A hyphen replaces each run of other characters between them. */
std::string plainWords (std::string_view name)
{
    constexpr std::size_t kMostCharacters = 40;
    std::string out;
    bool isGap = false;
    for (const char c : lowerCaseText (name))
    {
        const bool isPlain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (isPlain && out.size () + (isGap ? 2 : 1) > kMostCharacters)
            break;
        if (isPlain)
            (out += isGap && ! out.empty () ? "-" : "") += c;
        isGap = ! isPlain;
    }
    return out.empty () ? "patch" : out;
}

std::vector<std::string> patchFileNames (const std::vector<FolderEntry>& entries)
{
    std::vector<std::string> names;
    for (const auto& entry : entries)
        if (isPatchFileName (entry.name))
            names.push_back (entry.name);
    std::sort (names.begin (), names.end ());
    return names;
}

Result<Patch> readPatchFile (Storage& storage, const std::string& path)
{
    MELSTROM_TRY_VALUE (const auto text, readWholeFile (storage, path, kMostPatchFileBytes));
    auto patch = parsePatch (text, printable (path));
    if (! patch)
        return patch;
    if (patch->name.empty ())
        patch->name = printable (std::filesystem::path (path).stem ().string ());
    if (patch->category.empty ())
        patch->category = "User";
    return patch;
}

/** File of the patch with that name; empty: none. */
std::filesystem::path fileOf (const std::vector<StoredPatch>& patches, const std::string& name)
{
    const auto same =
        std::find_if (patches.begin (), patches.end (),
                      [&name] (const StoredPatch& other) { return other.patch.name == name; });
    return same == patches.end () ? std::filesystem::path {} : same->file;
}
} // namespace

std::string patchFileName (std::string_view patchName, int attempt)
{
    constexpr std::size_t kHashDigits = 8;
    auto out = plainWords (patchName) + '-' + hashText (patchName).substr (0, kHashDigits);
    if (attempt > 0)
        out += '-' + std::to_string (attempt + 1);
    return out + std::string (kExtension);
}

bool isPatchFileName (std::string_view fileName)
{
    return fileName.size () > kExtension.size () && fileName.front () != '.' &&
           equalsIgnoringCase (fileName.substr (fileName.size () - kExtension.size ()), kExtension);
}

PatchFolder readPatchFolder (Storage& storage, const std::string& folder)
{
    PatchFolder out;
    const auto entries = storage.listFolder (folder);
    if (! entries && entries.error ().code != ErrorCode::fileMissing)
        out.faults.push_back (entries.error ().message);
    if (! entries)
        return out;
    for (const auto& name : patchFileNames (*entries))
    {
        const auto path = folder + '/' + name;
        auto patch = readPatchFile (storage, path);
        if (! patch)
            out.faults.push_back (patch.error ().message);
        else if (const auto same = fileOf (out.patches, patch->name); ! same.empty ())
            out.faults.push_back (printable (path) + ": name = " + quotedText (patch->name) + ": " +
                                  printable (same.filename ().string ()) +
                                  " has that name; change one of them");
        else
            out.patches.push_back ({*std::move (patch), false, path, false});
    }
    return out;
}

} // namespace melstrom
