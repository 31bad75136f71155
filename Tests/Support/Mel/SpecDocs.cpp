#include "Tests/Support/Mel/SpecDocs.h"

#include "Engine/Spec/Mel/MelGeometry.h"
#include "Engine/Spec/Mel/MelSpecFields.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Golden/PresetGoldens.h"

namespace melstrom::testing
{

namespace
{
/** Rates at which lengths in milliseconds are shown, for presets without a rate. */
constexpr int kShownRateHz = 16000, kShownScreenRateHz = 48000;

std::string cell (const std::string& text)
{
    std::string out;
    for (const char c : text)
        out += c == '|' ? std::string ("\\|") : std::string (1, c);
    return ' ' + out + " |";
}

std::string code (const std::string& text)
{
    return '`' + text + '`';
}

std::string valueOf (const MelSpec& spec, std::string_view key)
{
    return findSpecKey (key)->write (spec);
}

std::string withoutQuotes (std::string text)
{
    std::erase (text, '"');
    return text;
}

std::string bandsText (const MelSpec& spec)
{
    auto text = valueOf (spec, "bands") + ", " + valueOf (spec, "lowest_hz") + " .. " +
                withoutQuotes (valueOf (spec, "highest_hz"));
    if (spec.numCoefficients)
        text += ", " + valueOf (spec, "coefficients") + " coefficients";
    return text;
}

std::string logText (const MelSpec& spec)
{
    auto text = withoutQuotes (valueOf (spec, "log"));
    if (spec.log == LogKind::none)
        return text;
    text += spec.logFloorKind == LogFloor::add ? " (x + " : " (max (x, ";
    text += valueOf (spec, "log_floor");
    text += spec.logFloorKind == LogFloor::add ? ")" : "))";
    if (spec.topDb)
        text += ", top " + valueOf (spec, "top_db") + " dB";
    if (spec.normalisation != Normalisation::none)
        text += ", " + withoutQuotes (valueOf (spec, "normalisation"));
    return text;
}

std::string presetRow (const MelPreset& preset, int rateWithoutOneHz)
{
    const auto& spec = preset.spec;
    const auto shape = geometryAt (spec, spec.rateHz.value_or (rateWithoutOneHz));
    std::string sizes;
    if (shape)
        sizes = std::to_string (shape->windowSamples) + " / " + std::to_string (shape->hopSamples) +
                " / " + std::to_string (shape->fftSamples);
    const auto rate = spec.rateHz ? std::to_string (*spec.rateHz) : std::string ("the file's");
    const auto frames = spec.stacksFrames () ? std::to_string (spec.stack) + " frames, every " +
                                                   std::to_string (spec.stackHop)
                                             : std::string ("a frame");
    const auto row = ! shape || spec.layout == Layout::frames
                         ? frames
                         : "a segment of " + std::to_string (shape->framesPerSegment);
    const bool isOurs = preset.equals.empty ();
    return '|' + cell (code (preset.name)) +
           (isOurs ? cell (preset.description)
                   : cell (preset.equals) + cell (preset.version) +
                         cell (proofOfPreset (preset.name))) +
           cell (rate) + cell (sizes) + cell (bandsText (spec)) + cell (logText (spec)) +
           cell (row) + '\n';
}

/** Keys that are empty by default show their default beside an active PCEN. */
std::string keyRow (const SpecField& field)
{
    MelSpec beside;
    beside.pcen.emplace ();
    const auto value = field.value == "none" ? valueOf (beside, field.key) : field.value;
    return '|' + cell (code (field.key)) + cell (field.allowed) + cell (code (value)) +
           cell (field.meaning) + '\n';
}

/** A sentence for each key that had another name. */
std::string formerNames ()
{
    std::string text;
    for (const auto& row : specKeys ())
        if (! row.storedKey.empty ())
            text += "\n" + code (row.key) + " was called " + code (row.storedKey) +
                    ": presets and `--set` take both names, datasets keep the former one.";
    return text;
}
} // namespace

std::string presetsMarkdown ()
{
    std::string out = "## Presets\n\nWindow, hop and transform are in samples. If the rate is the "
                      "file's, lengths given in milliseconds are shown for 16 kHz.\n\n| name | "
                      "equals | of version | compared with | rate, Hz | window / hop / transform | "
                      "bands, Hz | logarithm | a row is |\n"
                      "|---|---|---|---|---|---|---|---|---|\n";
    for (const auto& preset : builtInPresets ())
        out += presetRow (preset, kShownRateHz);
    out += "\n## Front ends of the plugin's spectrogram\n\nThey are made for the screen and equal "
           "no published tool: no model was trained with them. Sizes are for 48 kHz.\n\n| name | "
           "for | rate, Hz | window / hop / transform | bands, Hz | logarithm | a row is "
           "|\n|---|---|---|---|---|---|---|\n";
    for (const auto& preset : screenPresets ())
        out += presetRow (preset, kShownScreenRateHz);
    out += "\n## Keys\n\nThe keys are in the order of computation. A missing key has its default; "
           "\"none\" means that the key has no value." +
           formerNames () + "\n\n| key | allowed | default | meaning |\n|---|---|---|---|\n";
    for (const auto& field : describeFields (MelSpec {}))
        out += keyRow (field);
    return out;
}

} // namespace melstrom::testing
