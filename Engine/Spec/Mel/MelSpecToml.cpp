#include "Engine/Spec/Mel/MelSpecToml.h"

#include "Engine/Spec/Mel/MelSpecFields.h"
#include "Engine/Spec/Text/PlainText.h"
#include "Engine/Spec/Text/SpecValue.h"
#include "Engine/Spec/Text/TomlText.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace melstrom
{

namespace
{
Error badSpec (std::string message)
{
    return {ErrorCode::badSpec, std::move (message), {}};
}

Result<void> setField (MelSpec& spec, const SpecKey& row, const std::optional<SpecValue>& value)
{
    if (value && row.read (spec, *value))
        return {};
    const auto shown = value ? " = " + valueText (*value) : std::string {};
    return badSpec (row.key + shown + ": must be " + row.allowed);
}

std::string unknownKey (std::string_view key, const std::vector<std::string>& moreKeys)
{
    std::vector<std::string> names;
    for (const auto& row : specKeys ())
        names.push_back (row.key);
    names.insert (names.end (), moreKeys.begin (), moreKeys.end ());
    return quotedText (key) + " is not a key of a spec; the nearest is \"" +
           nearestName (names, key) + '"';
}

/** Reads one preset file. */
class PresetReader
{
public:
    PresetReader (const toml::table& table, const std::string& fileName)
        : table_ (table), fileName_ (fileName)
    {
    }

    Result<MelPreset> read () const
    {
        MelPreset preset;
        for (const auto step : {&PresetReader::refuseUnknown, &PresetReader::refuseTwoUnits,
                                &PresetReader::readTitles, &PresetReader::readFields})
            MELSTROM_TRY ((this->*step) (preset));
        if (auto fault = firstSpecFault (preset.spec))
            return badSpec (placeOf (fault->key) + fault->message);
        return preset;
    }

private:
    using Title = std::pair<const char*, std::string MelPreset::*>;
    static constexpr Title kTitles[] {{"name", &MelPreset::name},
                                      {"equals", &MelPreset::equals},
                                      {"version", &MelPreset::version},
                                      {"description", &MelPreset::description}};

    /** Place of the key in the file; without line and column if the file lacks the key. */
    std::string placeOf (std::string_view key) const { return placeOfKey (table_, key, fileName_); }

    Result<void> refuseUnknown (MelPreset&) const
    {
        std::vector<std::string> titles;
        for (const auto& title : kTitles)
            titles.emplace_back (title.first);
        for (const auto& [name, node] : table_)
            if (! findSpecKey (name.str ()) &&
                std::find (titles.begin (), titles.end (), name.str ()) == titles.end ())
                return badSpec (placeOf (name.str ()) + unknownKey (name.str (), titles));
        return {};
    }

    Result<void> refuseTwoUnits (MelPreset&) const
    {
        for (const std::string length : {"window", "hop"})
            if (table_.contains (length + "_samples") && table_.contains (length + "_ms"))
                return badSpec (placeOf (length + "_ms") + length + "_ms: " + length +
                                "_samples is given too; keep one of them");
        return {};
    }

    Result<void> readTitles (MelPreset& preset) const
    {
        for (const auto& [key, member] : kTitles)
            if (const auto* node = table_.get (key))
            {
                const auto* text = node->as_string ();
                if (! text)
                    return badSpec (placeOf (key) + key + ": must be a text in quotes");
                preset.*member = text->get ();
            }
        return {};
    }

    Result<void> readFields (MelPreset& preset) const
    {
        for (const auto& row : specKeys ())
        {
            const bool isNamed = table_.contains (row.key);
            if (isNamed && row.stored () != row.key && table_.contains (row.stored ()))
                return badSpec (placeOf (row.stored ()) + row.stored () + ": is a former name of " +
                                row.key + ", which is given too; keep one of them");
            const auto& key = isNamed ? row.key : row.stored ();
            if (const auto* node = table_.get (key))
                if (auto done = setField (preset.spec, row, scalarOf (*node)); ! done)
                    return badSpec (placeOf (key) + done.error ().message);
        }
        return {};
    }

    const toml::table& table_;
    const std::string& fileName_;
};

/** The text as a TOML value; else as a number that TOML does not accept, such as .5; else as a
    string. Empty for a table, an array or a date. */
std::optional<SpecValue> commandLineValue (std::string_view text)
{
    const auto table = parseTomlText ("value = " + std::string (text), "");
    if (table && table->size () == 1)
        return scalarOf (*table->get ("value"));
    double number = 0;
    const auto* end = text.data () + text.size ();
    const auto parsed = std::from_chars (text.data (), end, number);
    if (parsed.ec == std::errc {} && parsed.ptr == end)
        return SpecValue {number};
    return SpecValue {std::string (text)};
}
} // namespace

Result<MelPreset> parsePreset (std::string_view toml, const std::string& fileName)
{
    MELSTROM_TRY_VALUE (const auto table, parseTomlText (toml, fileName));
    return PresetReader (table, fileName).read ();
}

Result<void> applySetting (MelSpec& spec, std::string_view keyEqualsValue)
{
    const auto equals = keyEqualsValue.find ('=');
    if (equals == std::string_view::npos)
        return badSpec (quotedText (keyEqualsValue) + ": a setting is written key=value");
    const auto key = trimmedText (keyEqualsValue.substr (0, equals));
    const auto* row = findSpecKey (key);
    if (! row)
        return badSpec (unknownKey (key, {}));
    return setField (spec, *row,
                     commandLineValue (trimmedText (keyEqualsValue.substr (equals + 1))));
}

} // namespace melstrom
