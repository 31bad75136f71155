// MelSpec as TOML: preset files, `--set key=value`, and back.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"

#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** A named spec and what it claims. */
struct MelPreset
{
    std::string name;        ///< "whisper-openai-80"
    std::string equals;      ///< what it equals: "OpenAI whisper.log_mel_spectrogram, n_mels=80"
    std::string version;     ///< and of which version
    std::string description; ///< of one that equals no published tool: what it is for
    MelSpec spec;
};

/** Reads a preset: keys of the spec, and name, equals, version, description. Fails: badSpec; the message
   has file, line, column, field, value and what is allowed; an unknown key names the nearest known one.
 */
Result<MelPreset> parsePreset (std::string_view toml, const std::string& fileName);

/** Applies "key=value"; the value is TOML, and bare words are taken as strings. Does not validate
   the whole. `key=none` empties an optional field. Fails: badSpec. */
Result<void> applySetting (MelSpec& spec, std::string_view keyEqualsValue);

/** Every key that matters, in the order of the arithmetic; parsing it gives the same spec. */
std::string toToml (const MelSpec& spec);

/** One row a key, for docs, `--explain` and dataset.json. `value` as it would stand in TOML, "none"
    if empty. */
struct SpecField
{
    std::string key, value, allowed, meaning;
};
std::vector<SpecField> describeFields (const MelSpec& spec);

/** 16 hex digits that differ between specs which compute different numbers: FNV-1a of toToml. */
std::string specHash (const MelSpec& spec);

/** Those of Presets/Mel that equal a published tool, in the order of docs/presets.md.
    Throws std::logic_error if one does not parse: the program was built from a broken file. */
const std::vector<MelPreset>& builtInPresets ();

/** Those of Presets/Mel that equal no published tool: the front ends of the plugin's spectrogram, the
   one that it opens with first. */
const std::vector<MelPreset>& screenPresets ();

/** A name of either list, or the path of a TOML file. Fails: badSpec, listing the names. */
Result<MelPreset> findPreset (const std::string& nameOrFile);

} // namespace melstrom
