// Shared by tests of the user's patches.
#pragma once

#include "Source/Patches/PatchStore.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Files/MemoryStorage.h"

#include <string>
#include <vector>

namespace melstrom::testing
{

using Names = std::vector<std::string>;

inline const std::string kPatchFolder = "/music/patches";

inline Patch namedPatch (const std::string& name, const std::string& category = "Pads")
{
    Patch patch;
    patch.name = name;
    patch.category = category;
    return patch;
}

/** Names of the user's patches. */
inline Names ownNames (const PatchStore& store, const std::string& text = {})
{
    Names names;
    for (const auto index : store.find ({.text = text, .onlyUser = true}))
        names.push_back (store.all ()[index].patch.name);
    return names;
}

inline Names filesIn (Storage& storage, const std::string& folder = kPatchFolder)
{
    Names names;
    if (const auto entries = storage.listFolder (folder))
        for (const auto& entry : *entries)
            names.push_back (entry.name);
    return names;
}

inline bool contains (const std::string& text, const std::string& part)
{
    return text.find (part) != std::string::npos;
}

} // namespace melstrom::testing
