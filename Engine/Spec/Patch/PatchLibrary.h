// A set of patches with unique names.
#pragma once

#include "Engine/Spec/Patch/Patch.h"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace melstrom
{

/** Files of Presets/Patches inside the program: (file name without .toml, TOML text), sorted by
    name; may be empty. cmake/EmbedPresets.cmake writes the source. Thread: any. */
const std::vector<std::pair<std::string_view, std::string_view>>& embeddedPatchTexts ();

struct PatchLibrary
{
    std::vector<Patch> patches;      ///< sorted by category, then name
    std::vector<std::string> faults; ///< one sentence per file left out: the reason
};

/** texts: (file name without .toml, TOML). A file is left out if it is not a valid patch, has no
    name or no category, or has the name of an earlier file. Letter case is ignored. */
PatchLibrary
readPatchLibrary (std::span<const std::pair<std::string_view, std::string_view>> texts);

/** Factory patch of a new instrument: a warm sound that one CPU core can play. */
inline constexpr std::string_view kOpeningPatch = "Tine";

/** The initial patch: a plain sine named "Init". It is in no library. */
const Patch& initPatch ();
/** The patch's name; "Init" if it is empty. */
const std::string& shownName (const Patch& patch);
/** The factory patch kOpeningPatch; initPatch if it is missing, which a test excludes. Thread: any;
    not audio. */
const Patch& openingPatch ();

/** The library of factoryPatches. Tests check that it has no faults. Thread: any; not audio. */
const PatchLibrary& factoryLibrary ();

/** Ignores letter case. Null: not found. */
const Patch* findByName (std::span<const Patch> patches, std::string_view name);

} // namespace melstrom
