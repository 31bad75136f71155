// A set of patches that people choose from by name.
#pragma once

#include "Engine/Spec/Patch/Patch.h"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace melstrom
{

struct PatchLibrary
{
    std::vector<Patch> patches;      ///< by category, then name
    std::vector<std::string> faults; ///< what files are left out for, a sentence each
};

/** texts: (file name without .toml, TOML). A file is left out that is no sound patch, that has no name or no
    category, or whose name an earlier one has; letter case does not matter. */
PatchLibrary
readPatchLibrary (std::span<const std::pair<std::string_view, std::string_view>> texts);

/** The factory patch that a new instrument opens with: warm, and light enough for one core. */
inline constexpr std::string_view kOpeningPatch = "Tine";

/** The plain sine that patches begin as. Its name is "Init"; it is in no library. */
const Patch& initPatch ();
/** Its name, or that of initPatch where it has none. */
const std::string& shownName (const Patch& patch);
/** kOpeningPatch. Thread: any; not audio. Fails: never; a test sees that the factory has it. */
const Patch& openingPatch ();

/** The one behind factoryPatches: tests see that it has no faults. Thread: any; not audio. */
const PatchLibrary& factoryLibrary ();

/** Null: none has that name, or one that differs in letter case alone. */
const Patch* findByName (std::span<const Patch> patches, std::string_view name);

} // namespace melstrom
