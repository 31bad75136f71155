#include "Engine/Spec/Text/TomlText.h"

namespace melstrom
{

namespace
{
Error notToml (std::string message)
{
    return {ErrorCode::badSpec, std::move (message), {}};
}
} // namespace

Result<toml::table> parseTomlText (std::string_view text, const std::string& fileName)
{
    MELSTROM_TRY (checkTomlText (text, fileName));
    try
    {
        return toml::parse (text);
    }
    catch (const toml::parse_error& fault)
    {
        return notToml (placeText (fileName, fault.source ().begin) +
                        "not TOML: " + std::string (fault.description ()));
    }
    catch (const std::exception& fault)
    {
        return notToml (fileName + ": not TOML: " + fault.what ());
    }
}

std::string placeText (const std::string& fileName, const toml::source_position& position)
{
    return fileName + ':' + std::to_string (position.line) + ':' +
           std::to_string (position.column) + ": ";
}

std::string placeOfKey (const toml::table& table, std::string_view key, const std::string& fileName)
{
    for (const auto& [name, node] : table)
        if (name.str () == key)
            return placeText (fileName, name.source ().begin);
    return fileName + ": ";
}

std::optional<SpecValue> scalarOf (const toml::node& node)
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

std::string shownScalar (const toml::node& node)
{
    const auto value = scalarOf (node);
    return value ? " = " + valueText (*value) : std::string {};
}

} // namespace melstrom
