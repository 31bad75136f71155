#include "Source/State/FrontEnd.h"

#include "Engine/Spec/Text/PlainText.h"
#include "Engine/Spec/Text/SpecValue.h"
#include "Engine/Spec/Text/Utf8Text.h"

namespace melstrom
{

namespace
{
constexpr std::string_view kEnd = ".toml";

Error badFrontEnd (std::string message)
{
    return {ErrorCode::badSpec, std::move (message), {}};
}
} // namespace

Result<MelPreset> parseFrontEnd (const FrontEndText& own)
{
    const auto bytes = quotedText (own.text).size () + quotedText (own.fileName).size ();
    if (bytes > kMostFrontEndBytes)
        return badFrontEnd (quotedText (own.fileName) + " takes " + std::to_string (bytes) +
                            " bytes in a song: must be at most " +
                            std::to_string (kMostFrontEndBytes));
    auto preset = parsePreset (own.text, own.fileName);
    if (preset && preset->name.empty ())
        preset->name = std::filesystem::path (own.fileName).stem ().string ();
    return preset;
}

Result<MelPreset> frontEndOf (const ViewState& view)
{
    return view.showsOwn ? parseFrontEnd (view.own) : findPreset (view.preset);
}

Result<FrontEndText> frontEndFromFile (const std::filesystem::path& path)
{
    const auto name = path.filename ().string ();
    if (! isFrontEndFile (path))
        return badFrontEnd (quotedText (name) +
                            ": the name of a front end's file must end in .toml");
    MELSTROM_TRY_VALUE (const auto text, readSmallFile (path, kMostFrontEndBytes, "a front end"));
    if (text.empty ())
        return badFrontEnd (quotedText (name) + " is empty");
    constexpr std::size_t kMostGrowth = 3; // U+FFFD has 3 bytes
    FrontEndText own {validUtf8 (name, kMostFrontEndBytes),
                      validUtf8 (text, kMostGrowth * kMostFrontEndBytes)};
    MELSTROM_TRY (parseFrontEnd (own));
    return own;
}

bool isFrontEndFile (const std::filesystem::path& path)
{
    return equalsIgnoringCase (path.extension ().string (), kEnd);
}

FrontEndText frontEndText (const MelPreset& preset)
{
    std::string text = "name = " + quotedText (preset.name) + '\n';
    if (! preset.description.empty ())
        text += "description = " + quotedText (preset.description) + '\n';
    return {preset.name + std::string (kEnd), text + toToml (preset.spec)};
}

} // namespace melstrom
