#include "Standalone/CommandLine/Manual/Offers.h"

#include "Engine/Dsp/Colour/ColourMap.h"
#include "Engine/Spec/Mel/MelSpecFields.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Engine/Spec/Patch/PatchTables.h"
#include "Engine/Spec/Patch/PatchToml.h"

#include <algorithm>
#include <string_view>

namespace melstrom
{

namespace
{

std::vector<std::string_view> parts (std::string_view text, char separator)
{
    std::vector<std::string_view> found;
    while (! text.empty ())
    {
        const auto end = std::min (text.find (separator), text.size ());
        if (end > 0)
            found.push_back (text.substr (0, end));
        text.remove_prefix (std::min (end + 1, text.size ()));
    }
    return found;
}

/** True for "f16" and "root-octave"; false for "NAME", "i/n" and "cuda:N". */
bool isWord (std::string_view text)
{
    return ! text.empty () && text != "-" &&
           std::ranges::all_of (text,
                                [] (char character)
                                {
                                    return (character >= 'a' && character <= 'z') ||
                                           (character >= '0' && character <= '9') ||
                                           character == '-';
                                });
}

std::vector<std::string> presetNames ()
{
    std::vector<std::string> names;
    for (const auto* presets : {&builtInPresets (), &screenPresets ()})
        for (const auto& preset : *presets)
            names.push_back (preset.name);
    return names;
}

std::vector<std::string> patchNames ()
{
    std::vector<std::string> names;
    for (const auto& patch : factoryPatches ())
        names.push_back (patch.name);
    return names;
}

/** Each ends in =. */
std::vector<std::string> settingKeys (Mode mode)
{
    std::vector<std::string> keys;
    if (mode == Mode::render)
        for (const auto& table : patchTables ())
            for (const auto& row : table.rows)
                keys.push_back (settingName (table, row.name) + "=");
    else
        for (const auto& key : specKeys ())
            keys.push_back (key.key + "=");
    return keys;
}

std::vector<std::string> namesIn (NameList list, Mode mode)
{
    switch (list)
    {
        case NameList::presets: return presetNames ();
        case NameList::patches: return patchNames ();
        case NameList::colours: return colourMapNames ();
        case NameList::settings: return settingKeys (mode);
        case NameList::none:
        case NameList::backends: break;
    }
    return {};
}

void append (std::vector<std::string>& words, std::vector<std::string> more)
{
    words.insert (words.end (), more.begin (), more.end ());
}

/** One part between the bars of "NAME|FILE.toml". */
void addAlternative (Offers& offers, std::string_view text, NameList names, Mode mode)
{
    const auto plain = text.substr (0, text.find ('[')); // "auto[/n]"
    const auto dot = plain.rfind ('.');
    if (isWord (plain))
        offers.words.emplace_back (plain);
    else if (plain == "NAME" || plain.starts_with ("KEY="))
        append (offers.words, namesIn (names, mode));
    else if (plain == "PRESET") // of --explain: like the value of --preset
    {
        append (offers.words, presetNames ());
        addAlternative (offers, "FILE.toml", names, mode);
    }
    else if (plain == "PATH" || plain == "FILE" || plain == "AUDIO" || plain == "INPUT")
        offers.files = Offers::Files::any;
    else if (plain == "OUT" || plain == "SHARD" || plain == "DIR")
        offers.files = Offers::Files::folders;
    else if (dot != std::string_view::npos && isWord (plain.substr (dot + 1)))
    {
        offers.files = Offers::Files::withEnding;
        offers.endings.emplace_back (plain.substr (dot + 1));
    }
}

Offers offersFor (std::string_view alternatives, NameList names, Mode mode)
{
    Offers offers;
    for (const auto alternative : parts (alternatives, '|'))
        addAlternative (offers, alternative, names, mode);
    offers.hasDevices = names == NameList::backends;
    return offers;
}

/** "[mel|cuda]..." without brackets and dots. */
std::string_view bare (std::string_view operand)
{
    constexpr std::string_view kMore = "...";
    if (operand.ends_with (kMore))
        operand.remove_suffix (kMore.size ());
    if (operand.starts_with ('[') && operand.ends_with (']'))
        operand = operand.substr (1, operand.size () - 2);
    return operand;
}

} // namespace

Offers valueOffers (const OptionRow& option, Mode mode)
{
    return offersFor (option.value, option.names, mode);
}

std::vector<OperandOffers> operandOffers (const ModeRow& mode)
{
    std::vector<OperandOffers> operands;
    for (const auto operand : parts (mode.operands, ' '))
        operands.push_back ({offersFor (bare (operand), NameList::none, mode.mode),
                             static_cast<int> (operands.size ()) + 1, false});
    if (! operands.empty ())
        operands.back ().isRepeated = mode.mostOperands > operands.back ().place;
    return operands;
}

std::vector<const OptionRow*> optionsOf (Mode mode)
{
    std::vector<const OptionRow*> options;
    for (const auto& row : optionRows ())
        if (std::ranges::find (row.modes, mode) != row.modes.end ())
            options.push_back (&row);
    return options;
}

std::vector<SharedOffers> sharedOffers (const OptionRow& option)
{
    std::vector<SharedOffers> shared;
    for (const Mode mode : option.modes)
    {
        auto offers = valueOffers (option, mode);
        const auto same = std::ranges::find (shared, offers, &SharedOffers::offers);
        if (same == shared.end ())
            shared.push_back ({std::move (offers), {mode}});
        else
            same->modes.push_back (mode);
    }
    return shared;
}

} // namespace melstrom
