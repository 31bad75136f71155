#include "Engine/Report/Origin/PresetSettings.h"

#include "Engine/Spec/Mel/MelSpecFields.h"
#include "Engine/Spec/Mel/MelSpecToml.h"

#include <algorithm>

namespace melstrom
{

namespace
{
/** A text in quotes without them: words need none after --set. */
std::string bare (const std::string& value)
{
    const bool isQuoted = value.size () > 2 && value.front () == '"' && value.back () == '"';
    return isQuoted ? value.substr (1, value.size () - 2) : value;
}

/** The key's value of `from` in `to`. False if the key does not allow it alone. */
bool takeValue (MelSpec& to, const MelSpec& from, const SpecKey& key)
{
    return applySetting (to, key.key + "=" + key.write (from)).ok ();
}

/** Keys that matter in one of the specs and differ; a length only in the unit that it has. */
std::vector<const SpecKey*> differingKeys (const MelSpec& base, const MelSpec& spec)
{
    std::vector<const SpecKey*> keys;
    for (const auto& key : specKeys ())
    {
        const bool isLength = key.key.starts_with ("window_samples") ||
                              key.key.starts_with ("window_ms") || key.key.starts_with ("hop_");
        const auto value = key.write (spec);
        const bool counts = key.matters (spec) || key.key == "pcen"; // the switch itself
        if (value != key.write (base) && counts && ! (isLength && value == "none"))
            keys.push_back (&key);
    }
    return keys;
}

/** The same spec, written like the base where both mean the same. */
MelSpec likeBase (MelSpec spec, const MelSpec& base, int rateHz)
{
    const int own = spec.rateHz.value_or (rateHz);
    for (const auto length : {&MelSpec::window, &MelSpec::hop})
        if ((spec.*length).samplesAt (own) == (base.*length).samplesAt (own))
            spec.*length = base.*length;
    if (! base.rateHz && own == rateHz)
        spec.rateHz.reset ();
    if (base.rateHz == own)
        spec.rateHz = base.rateHz;
    const int window = spec.window.samplesAt (own);
    const auto transformOf = [window] (const MelSpec& one)
    {
        if (one.fftSamples)
            return *one.fftSamples;
        int power = 1;
        while (power < window)
            power *= 2;
        return one.fftPowerOfTwo ? power : window;
    };
    if (transformOf (spec) == transformOf (base))
    {
        spec.fftSamples = base.fftSamples;
        spec.fftPowerOfTwo = base.fftPowerOfTwo;
    }
    if (spec.highestHz.value_or (own / 2.0) == base.highestHz.value_or (own / 2.0))
        spec.highestHz = base.highestHz;
    for (const auto& key : specKeys ()) // values without effect
        if (! key.matters (spec) && key.key != "window_ms" && key.key != "hop_ms" &&
            key.key != "window_samples" && key.key != "hop_samples")
            takeValue (spec, base, key);
    return spec;
}

std::vector<std::string> settingsOf (const MelSpec& base, const MelSpec& spec)
{
    std::vector<std::string> settings;
    for (const auto* key : differingKeys (base, spec))
        settings.push_back (key->key + "=" + bare (key->write (spec)));
    return settings;
}

/** Gives one key the value of the base, if that is as good; false: there is none. */
bool revertOne (MelSpec& spec, const MelSpec& base,
                const std::function<bool (const MelSpec&)>& isAsGood)
{
    for (const auto* key : differingKeys (base, spec))
    {
        MelSpec reverted = spec;
        if (takeValue (reverted, base, *key) && ! (reverted == spec) && isAsGood (reverted))
        {
            spec = reverted;
            return true;
        }
    }
    return false;
}
} // namespace

PresetSettings presetSettingsOf (const MelSpec& spec, int rateHz,
                                 const std::function<bool (const MelSpec&)>& isAsGood)
{
    struct Choice
    {
        const MelPreset* preset;
        std::size_t numSettings;
    };
    std::vector<Choice> choices;
    for (const auto& preset : builtInPresets ())
        choices.push_back (
            {&preset, differingKeys (preset.spec, likeBase (spec, preset.spec, rateHz)).size ()});
    std::ranges::stable_sort (choices, {}, &Choice::numSettings);

    PresetSettings best;
    constexpr std::size_t mostTried = 3;
    for (std::size_t i = 0; i < std::min (mostTried, choices.size ()); ++i)
    {
        const MelSpec& base = choices[i].preset->spec;
        MelSpec now = likeBase (spec, base, rateHz);
        while (revertOne (now, base, isAsGood)) // a floor only after the top_db that hides it
            ;
        auto settings = settingsOf (base, now);
        if (! best.preset.empty () && settings.size () >= best.settings.size ())
            continue;
        MelSpec made = base;
        for (const auto& setting : settings)
            if (! applySetting (made, setting))
                made = now; // cannot be: the value was written by the same table
        best = {choices[i].preset->name, std::move (settings), made};
    }
    return best;
}

} // namespace melstrom
