#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Engine/Spec/Mel/PresetFile.h"
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
                    (others.empty () ? "" : "; others with this in their names: " + others));
}

/** What is at the path of a file that is no regular one; failed: why the system does not tell. */
Error noPresetFile (const std::string& path, const std::error_code& failed)
{
    if (failed == std::errc::no_such_file_or_directory)
        return badSpec (quotedText (path) + ": there is no file of this name");
    if (failed)
        return badSpec (quotedText (path) + ": cannot be read: " + failed.message ());
    return badSpec (quotedText (path) + ": is not a regular file");
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

bool meansPresetFile (const std::string& nameOrFile)
{
    std::error_code failed;
    return lowerCaseText (nameOrFile).ends_with (".toml") ||
           std::filesystem::is_regular_file (nameOrFile, failed);
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
        return meansPresetFile (nameOrFile) ? noPresetFile (nameOrFile, failed)
                                            : unknownPreset (nameOrFile);
    MELSTROM_TRY_VALUE (auto text, readSmallFile (path, kMostPresetBytes, "a preset"));
    auto preset = parsePreset (text, nameOrFile);
    if (preset && preset->name.empty ())
        preset->name = path.stem ().string ();
    return preset;
}

} // namespace melstrom
