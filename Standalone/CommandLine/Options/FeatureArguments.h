// The arguments that say what is computed, by whom and from what: shared by several modes.
#pragma once

#include "Engine/Backend/BackendChoice.h"
#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Standalone/CommandLine/Options/ParsedArguments.h"
#include "Standalone/CommandLine/Terminal/Progress.h"

namespace melstrom
{

/** --preset with every --set and --dtype in it, sound by itself and at its own rate.
    fallback: the preset when none is named; empty: that is an error.
    Fails: badUsage, badSpec. */
Result<MelPreset> readPreset (const ParsedArguments& parsed, const std::string& fallback);

/** A name or a file that stands as an operand. Fails: badSpec. */
Result<MelPreset> readPresetNamed (const std::string& nameOrFile);

/** --truncated, --nonfinite. Fails: badUsage. */
Result<AudioOptions> readAudioOptions (const ParsedArguments& parsed);

/** --backend, --threads, --variant and --device-mem. Loads no driver. Fails: badUsage. */
Result<BackendChoice> readComputation (const ParsedArguments& parsed);

/** --progress. Fails: badUsage. */
Result<ProgressStyle> readProgress (const ParsedArguments& parsed);

/** The same error, said of this option. */
Error under (std::string_view option, const Error& error);

/** Names with commas between them. */
std::string presetNames ();

} // namespace melstrom
