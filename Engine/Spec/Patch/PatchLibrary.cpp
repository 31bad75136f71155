#include "Engine/Spec/Patch/PatchLibrary.h"

#include "Engine/Spec/Patch/PatchToml.h"
#include "Engine/Spec/Text/PlainText.h"
#include "Engine/Spec/Text/SpecValue.h"

#include <algorithm>

namespace melstrom
{

namespace
{
/** A patch file has about one page of text. A file above this limit was named by mistake. */
constexpr std::uintmax_t kMostPatchBytes = 1 << 20;

/** Reason why the patch may not join the library; empty: it may. */
std::string libraryFault (const PatchLibrary& library, const Patch& patch)
{
    if (patch.name.empty ())
        return "name: must not be empty in a library";
    if (patch.category.empty ())
        return "category: must not be empty in a library";
    if (const auto* same = findByName (library.patches, patch.name))
        return "name = " + quotedText (patch.name) + ": there is a patch " +
               quotedText (same->name) + " already";
    return {};
}

Error unknownPatch (const std::string& name)
{
    std::vector<std::string> lowerNames;
    for (const auto& patch : factoryPatches ())
        lowerNames.push_back (lowerCaseText (patch.name));
    auto message = quotedText (name) + " is neither a factory patch nor a TOML file";
    const auto nearest = nearestName (lowerNames, lowerCaseText (name));
    if (const auto* patch = findByName (factoryPatches (), nearest))
        message += "; the nearest patch is " + quotedText (patch->name);
    return badPatch (std::move (message));
}
} // namespace

PatchLibrary readPatchLibrary (std::span<const std::pair<std::string_view, std::string_view>> texts)
{
    PatchLibrary library;
    for (const auto& [name, toml] : texts)
    {
        const auto fileName = std::string (name) + ".toml";
        auto patch = parsePatch (toml, fileName);
        if (! patch)
            library.faults.push_back (patch.error ().message);
        else if (auto fault = libraryFault (library, *patch); ! fault.empty ())
            library.faults.push_back (fileName + ": " + fault);
        else
            library.patches.push_back (*std::move (patch));
    }
    std::sort (library.patches.begin (), library.patches.end (),
               [] (const Patch& a, const Patch& b)
               { return std::tie (a.category, a.name) < std::tie (b.category, b.name); });
    return library;
}

const PatchLibrary& factoryLibrary ()
{
    static const PatchLibrary library = readPatchLibrary (embeddedPatchTexts ());
    return library;
}

const std::vector<Patch>& factoryPatches ()
{
    return factoryLibrary ().patches;
}

const Patch& initPatch ()
{
    static const Patch patch = []
    {
        Patch plain;
        plain.name = "Init";
        return plain;
    }();
    return patch;
}

const Patch& openingPatch ()
{
    const auto* const patch = findByName (factoryPatches (), kOpeningPatch);
    return patch != nullptr ? *patch : initPatch ();
}

const std::string& shownName (const Patch& patch)
{
    return patch.name.empty () ? initPatch ().name : patch.name;
}

const Patch* findByName (std::span<const Patch> patches, std::string_view name)
{
    const auto found = std::ranges::find_if (patches, [name] (const Patch& patch)
                                             { return equalsIgnoringCase (patch.name, name); });
    return found == patches.end () ? nullptr : &*found;
}

Result<Patch> findPatch (const std::string& nameOrFile)
{
    if (const auto* patch = findByName (factoryPatches (), nameOrFile))
        return *patch;
    std::error_code failed;
    const std::filesystem::path path (nameOrFile);
    if (! std::filesystem::is_regular_file (path, failed))
        return unknownPatch (nameOrFile);
    MELSTROM_TRY_VALUE (const auto text, readSmallFile (path, kMostPatchBytes, "a patch"));
    auto patch = parsePatch (text, nameOrFile);
    if (patch && patch->name.empty ())
        patch->name = path.stem ().string ();
    return patch;
}

} // namespace melstrom
