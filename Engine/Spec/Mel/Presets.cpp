#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Engine/Spec/Text/PlainText.h"
#include "Engine/Spec/Text/SpecValue.h"

#include <filesystem>
#include <stdexcept>
#include <system_error>

namespace melstrom
{

namespace
{
/** A preset has about one page of text. A file above this limit was named by mistake. */
constexpr std::uintmax_t kMostPresetBytes = 1 << 20;

Error badSpec (std::string message)
{
    return {ErrorCode::badSpec, std::move (message), {}};
}

/** Embedded presets that equal a published tool, or the embedded presets that do not. */
std::vector<MelPreset> parsedPresets (bool equalsSomething)
{
    std::vector<MelPreset> presets;
    for (const auto& [name, toml] : embeddedPresetTexts ())
    {
        auto preset = parsePreset (toml, std::string (name) + ".toml");
        if (! preset)
            throw std::logic_error ("a preset in the program: " + preset.error ().message);
        if (preset->equals.empty () != equalsSomething)
            presets.push_back (*std::move (preset));
    }
    return presets;
}

Error unknownPreset (const std::string& name)
{
    std::vector<std::string> names;
    std::string list;
    for (const auto* presets : {&builtInPresets (), &screenPresets ()})
        for (const auto& preset : *presets)
        {
            names.push_back (preset.name);
            list += (list.empty () ? "" : ", ") + preset.name;
        }
    return badSpec (quotedText (name) +
                    " is neither a preset nor a TOML file; the nearest preset is " +
                    quotedText (nearestName (names, name)) + "; all are: " + list);
}

} // namespace

const std::vector<MelPreset>& builtInPresets ()
{
    static const std::vector<MelPreset> presets = parsedPresets (true);
    return presets;
}

const std::vector<MelPreset>& screenPresets ()
{
    static const std::vector<MelPreset> presets = parsedPresets (false);
    return presets;
}

Result<MelPreset> findPreset (const std::string& nameOrFile)
{
    for (const auto* presets : {&builtInPresets (), &screenPresets ()})
        for (const auto& preset : *presets)
            if (preset.name == nameOrFile)
                return preset;
    std::error_code failed;
    const std::filesystem::path path (nameOrFile);
    if (! std::filesystem::is_regular_file (path, failed))
        return unknownPreset (nameOrFile);
    MELSTROM_TRY_VALUE (auto text, readSmallFile (path, kMostPresetBytes, "a preset"));
    auto preset = parsePreset (text, nameOrFile);
    if (preset && preset->name.empty ())
        preset->name = path.stem ().string ();
    return preset;
}

} // namespace melstrom
