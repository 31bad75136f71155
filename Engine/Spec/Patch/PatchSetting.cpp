// "osc1.detune=12": one value of a patch from a command line.
#include "Engine/Spec/Patch/PatchFields.h"
#include "Engine/Spec/Patch/PatchToml.h"
#include "Engine/Spec/Text/PlainText.h"
#include "Engine/Spec/Text/SpecValue.h"

#include <algorithm>
#include <charconv>

namespace melstrom
{

namespace
{
/** Table with one key, "value". */
template <typename Value>
toml::table tableOf (const Value& value)
{
    toml::table made;
    made.insert ("value", value);
    return made;
}

/** True if the text is a name of the row's choices. TOML would read the name 7#9 as the number
    7. */
bool isChoiceOf (const PatchTable& table, std::string_view rowName, std::string_view text)
{
    const auto* row = findPatchRow (table, rowName);
    return row != nullptr && std::ranges::find (row->choices, text) != row->choices.end ();
}

/** tableOf the text's value. The text is read as a TOML value; else as a number that TOML does
    not accept, such as .5; else as a string. */
toml::table commandLineTable (std::string_view text)
{
    auto table = parseTomlText ("value = " + std::string (text), "");
    if (table && table->size () == 1)
        return *std::move (table);
    double number = 0;
    const auto* end = text.data () + text.size ();
    const auto parsed = std::from_chars (text.data (), end, number);
    const bool isNumber = parsed.ec == std::errc {} && parsed.ptr == end;
    return isNumber ? tableOf (number) : tableOf (std::string (text));
}
} // namespace

Result<void> applySetting (Patch& patch, std::string_view keyEqualsValue)
{
    const auto equals = keyEqualsValue.find ('=');
    if (equals == std::string_view::npos)
        return badPatch (quotedText (keyEqualsValue) + ": a setting is written key=value");
    const auto key = trimmedText (keyEqualsValue.substr (0, equals));
    const auto text = trimmedText (keyEqualsValue.substr (equals + 1));
    if (isPatchTitle (key))
        return setPatchTitle (patch, key, *commandLineTable (text).get ("value"));
    const auto dot = key.find ('.');
    const auto* patchTable = findPatchTable (key.substr (0, dot));
    if (patchTable == nullptr)
        return badPatch (unknownTable (key.substr (0, dot)));
    if (dot == std::string_view::npos)
        return badPatch (quotedText (key) + " is a table; a setting of it is written " +
                         settingName (*patchTable, patchTable->rows.front ().name) + "=value");
    const auto rowName = key.substr (dot + 1);
    const bool isName = isChoiceOf (*patchTable, rowName, text);
    const auto table = isName ? tableOf (std::string (text)) : commandLineTable (text);
    return setPatchField (patch, *patchTable, rowName, *table.get ("value"));
}

} // namespace melstrom
