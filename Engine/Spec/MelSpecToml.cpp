#include "Engine/Spec/MelSpecToml.h"

#include "Engine/Spec/MelSpecFields.h"
#include "Engine/Spec/NearestName.h"
#include "Engine/Spec/SpecKeyKinds.h"

#include <toml++/toml.h>

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

/** "FILE:LINE:COLUMN: " */
std::string placeOf (const std::string& fileName, const toml::source_position& position)
{
    return fileName + ':' + std::to_string (position.line) + ':' +
           std::to_string (position.column) + ": ";
}

/** Empty for a table, an array or a date: no key takes those. */
std::optional<SpecValue> valueOf (const toml::node& node)
{
    if (const auto* flag = node.as_boolean ())
        return SpecValue {flag->get ()};
    if (const auto* whole = node.as_integer ())
        return SpecValue {std::int64_t {whole->get ()}};
    if (const auto* real = node.as_floating_point ())
        return SpecValue {real->get ()};
    if (const auto* text = node.as_string ())
        return SpecValue {text->get ()};
    return std::nullopt;
}

Result<toml::table> parseToml (std::string_view text, const std::string& fileName)
{
    try
    {
        return toml::parse (text);
    }
    catch (const toml::parse_error& fault)
    {
        return badSpec (placeOf (fileName, fault.source ().begin) +
                        "not TOML: " + std::string (fault.description ()));
    }
    catch (const std::exception& fault)
    {
        return badSpec (fileName + ": not TOML: " + fault.what ());
    }
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

/** One preset file while it is read. */
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
            if (auto done = (this->*step) (preset); ! done)
                return done.error ();
        if (auto fault = firstSpecFault (preset.spec))
            return badSpec (placeOf (fault->key) + fault->message);
        return preset;
    }

private:
    using Title = std::pair<const char*, std::string MelPreset::*>;
    static constexpr Title kTitles[] {{"name", &MelPreset::name},
                                      {"equals", &MelPreset::equals},
                                      {"version", &MelPreset::version}};

    /** Where the file sets the key; without line and column where it does not. */
    std::string placeOf (std::string_view key) const
    {
        for (const auto& [name, node] : table_)
            if (name.str () == key)
                return melstrom::placeOf (fileName_, name.source ().begin);
        return fileName_ + ": ";
    }

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
            if (const auto* node = table_.get (row.key))
                if (auto done = setField (preset.spec, row, valueOf (*node)); ! done)
                    return badSpec (placeOf (row.key) + done.error ().message);
        return {};
    }

    const toml::table& table_;
    const std::string& fileName_;
};

std::string_view trimmed (std::string_view text)
{
    constexpr std::string_view kBlanks = " \t\r\n";
    const auto first = text.find_first_not_of (kBlanks);
    if (first == std::string_view::npos)
        return {};
    return text.substr (first, text.find_last_not_of (kBlanks) - first + 1);
}

/** TOML if it is a TOML value; else a number that TOML would write otherwise, as .5; else the
    words themselves. Empty for a table, an array or a date. */
std::optional<SpecValue> commandLineValue (std::string_view text)
{
    const auto table = parseToml ("value = " + std::string (text), "");
    if (table && table->size () == 1)
        return valueOf (*table->get ("value"));
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
    const auto table = parseToml (toml, fileName);
    if (! table)
        return table.error ();
    return PresetReader (*table, fileName).read ();
}

Result<void> applySetting (MelSpec& spec, std::string_view keyEqualsValue)
{
    const auto equals = keyEqualsValue.find ('=');
    if (equals == std::string_view::npos)
        return badSpec (quotedText (keyEqualsValue) + ": a setting is written key=value");
    const auto key = trimmed (keyEqualsValue.substr (0, equals));
    const auto* row = findSpecKey (key);
    if (! row)
        return badSpec (unknownKey (key, {}));
    return setField (spec, *row, commandLineValue (trimmed (keyEqualsValue.substr (equals + 1))));
}

} // namespace melstrom
