// "osc1.detune=12": one value of a patch from a command line.
#include "Engine/Spec/Patch/PatchFields.h"
#include "Engine/Spec/Patch/PatchText.h"
#include "Engine/Spec/Patch/PatchToml.h"
#include "Engine/Spec/SpecKeyKinds.h"

#include <charconv>

namespace melstrom
{

namespace
{
/** TOML if it is a TOML value; else a number that TOML would write otherwise, as .5; else the words
    themselves. Under the key "value". */
toml::table commandLineTable (std::string_view text)
{
    auto table = parseTomlText ("value = " + std::string (text), "");
    if (table && table->size () == 1)
        return *std::move (table);
    double number = 0;
    const auto* end = text.data () + text.size ();
    const auto parsed = std::from_chars (text.data (), end, number);
    toml::table made;
    if (parsed.ec == std::errc {} && parsed.ptr == end)
        made.insert ("value", number);
    else
        made.insert ("value", std::string (text));
    return made;
}
} // namespace

Result<void> applySetting (Patch& patch, std::string_view keyEqualsValue)
{
    const auto equals = keyEqualsValue.find ('=');
    if (equals == std::string_view::npos)
        return badPatch (quotedText (keyEqualsValue) + ": a setting is written key=value");
    const auto key = trimmedText (keyEqualsValue.substr (0, equals));
    const auto table = commandLineTable (trimmedText (keyEqualsValue.substr (equals + 1)));
    const auto& value = *table.get ("value");
    if (isPatchTitle (key))
        return setPatchTitle (patch, key, value);
    const auto dot = key.find ('.');
    const auto* patchTable = findPatchTable (key.substr (0, dot));
    if (patchTable == nullptr)
        return badPatch (unknownTable (key.substr (0, dot)));
    if (dot == std::string_view::npos)
        return badPatch (quotedText (key) + " is a table; a setting of it is written " +
                         settingName (*patchTable, patchTable->rows.front ().name) + "=value");
    return setPatchField (patch, *patchTable, key.substr (dot + 1), value);
}

} // namespace melstrom
