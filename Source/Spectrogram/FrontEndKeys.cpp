#include "Source/Spectrogram/FrontEndKeys.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

namespace
{
constexpr std::string_view kChanged = "-changed";

/** The setting's spec, or empty if the value is not allowed. */
std::optional<MelSpec> specWith (MelSpec spec, const SpecKey& key, const std::string& text)
{
    return applySetting (spec, key.key + '=' + text) ? std::optional (spec) : std::nullopt;
}
} // namespace

Result<MelPreset> derivedPreset (MelPreset preset)
{
    MELSTROM_TRY (preset.spec.validate ());
    if (! preset.name.ends_with (kChanged))
    {
        preset.description = "changed in the window; was " + preset.name;
        preset.name += kChanged;
    }
    preset.equals.clear ();
    preset.version.clear ();
    return preset;
}

bool isDerivedFrom (const MelPreset& preset, const std::string& name)
{
    return preset.name == name || preset.name == name + std::string (kChanged);
}

const MelPreset* builtInPreset (const std::string& name)
{
    for (const auto* presets : {&screenPresets (), &builtInPresets ()})
        if (const auto found = std::ranges::find (*presets, name, &MelPreset::name);
            found != presets->end ())
            return &*found;
    return nullptr;
}

MelPreset originOf (const MelPreset& preset)
{
    auto name = preset.name;
    if (name.ends_with (kChanged))
        name.resize (name.size () - kChanged.size ());
    const auto* const built = builtInPreset (name);
    return built != nullptr ? *built : preset;
}

std::string keyText (const MelSpec& spec, const SpecKey& key)
{
    auto text = key.write (spec);
    if (text.size () > 1 && text.front () == '"')
        text = text.substr (1, text.size () - 2);
    return text;
}

Result<MelPreset> withKey (MelPreset preset, const SpecKey& key, std::string_view text)
{
    const MelSpec before = preset.spec;
    MELSTROM_TRY (applySetting (preset.spec, key.key + '=' + std::string (text)));
    return preset.spec == before ? preset : derivedPreset (std::move (preset));
}

Result<MelPreset> withKeyOf (const MelSpec& origin, MelPreset preset, const SpecKey& key)
{
    const auto wanted = key.write (origin);
    if (! specWith (preset.spec, key, wanted))
        for (const auto& other : specKeys ())
            if (const auto spec = specWith (preset.spec, other, other.write (origin));
                spec && *spec != preset.spec && key.write (*spec) == wanted)
            {
                preset.spec = *spec;
                return derivedPreset (std::move (preset));
            }
    return withKey (std::move (preset), key, wanted);
}

} // namespace melstrom
