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
    if (name.ends_with (".toml"))
        return badSpec (quotedText (name) + ": there is no file of this name");
    std::vector<std::string> names;
    for (const auto* presets : {&builtInPresets (), &screenPresets ()})
        for (const auto& preset : *presets)
            names.push_back (preset.name);
    const auto nearest = nearestName (names, name);
    std::string others;
    for (const auto& other : names)
        if (! name.empty () && other != nearest && other.find (name) != std::string::npos)
            others += (others.empty () ? "" : ", ") + other;
    return badSpec (quotedText (name) +
                    " is neither a preset nor a TOML file; the nearest preset is " +
                    quotedText (nearest) +
                    (others.empty () ? "" : "; others with this in their names: " + others) +
                    "; --list presets shows all");
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
