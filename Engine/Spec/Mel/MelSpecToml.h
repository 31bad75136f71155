// MelSpec as TOML: preset files, `--set key=value`, and back.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace melstrom
{

/** A named spec, and the published tool that it equals. */
struct MelPreset
{
    std::string name;        ///< "whisper-openai-80"
    std::string equals;      ///< the tool: "OpenAI whisper.log_mel_spectrogram, n_mels=80"
    std::string version;     ///< version of the tool
    std::string description; ///< purpose of a preset that equals no published tool
    MelSpec spec;
};

/** Reads a preset: keys of the spec, and name, equals, version, description. Fails: badSpec; the
    message has file, line, column, field, value and what is allowed; for an unknown key it names
    the nearest known key. */
Result<MelPreset> parsePreset (std::string_view toml, const std::string& fileName);

/** Applies "key=value". The value is TOML; bare words are strings. `key=none` empties an optional
    field. Does not validate the whole spec. Fails: badSpec. */
Result<void> applySetting (MelSpec& spec, std::string_view keyEqualsValue);

/** Writes every key that matters, in the order of the arithmetic. Parsing the text gives the same
    spec. */
std::string toToml (const MelSpec& spec);

/** One row per key, for docs, `--explain` and dataset.json. `value` is written as in TOML; "none"
    if empty. */
struct SpecField
{
    std::string key, value, allowed, meaning;
};
std::vector<SpecField> describeFields (const MelSpec& spec);

/** FNV-1a of toToml, 16 hex digits. It differs between specs that compute different numbers. */
std::string specHash (const MelSpec& spec);

/** Presets of Presets/Mel that equal a published tool, in the order of docs/presets.md. Throws
    std::logic_error if a preset does not parse: the program was built from a broken file. */
const std::vector<MelPreset>& builtInPresets ();

/** Presets of Presets/Mel that equal no published tool: front ends of the plugin's spectrogram. The
    first one is the plugin's initial front end. */
const std::vector<MelPreset>& screenPresets ();

/** nameOrFile: a name from builtInPresets or screenPresets, or the path of a TOML file. Fails:
    badSpec, listing the names. */
Result<MelPreset> findPreset (const std::string& nameOrFile);

/** Files of Presets/Mel inside the program: (name, TOML text), in the order of
    cmake/EmbedPresets.cmake, which writes the source. Thread: any. */
const std::vector<std::pair<std::string_view, std::string_view>>& embeddedPresetTexts ();

} // namespace melstrom
