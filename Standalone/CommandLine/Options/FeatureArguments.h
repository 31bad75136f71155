// Reads the arguments for features, backend and audio, shared by several modes.
#pragma once

#include "Engine/Backend/BackendChoice.h"
#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Standalone/CommandLine/Options/ParsedArguments.h"
#include "Standalone/CommandLine/Terminal/Progress.h"

namespace melstrom
{

/** --preset with all of --set and --dtype applied, valid by itself and at its own rate.
    fallback: the preset without --preset; empty: --preset is required.
    Fails: badUsage, badSpec. */
Result<MelPreset> readPreset (const ParsedArguments& parsed, const std::string& fallback);

/** A preset by name or file, from an operand. Fails: badSpec. */
Result<MelPreset> readPresetNamed (const std::string& nameOrFile);

/** --truncated, --nonfinite. Fails: badUsage. */
Result<AudioOptions> readAudioOptions (const ParsedArguments& parsed);

/** --backend, --devices, --threads, --variant and --device-mem. Loads no driver. Fails: badUsage. */
Result<BackendChoice> readComputation (const ParsedArguments& parsed);

/** --progress. Fails: badUsage. */
Result<ProgressStyle> readProgress (const ParsedArguments& parsed);

/** The error with the option's name in its message. */
Error under (std::string_view option, const Error& error);

} // namespace melstrom
