#include "Source/Spectrogram/FrontEndFields.h"

#include "Engine/Spec/Text/PlainText.h"
#include "Engine/Spec/Text/SpecValue.h"
#include "Source/Spectrogram/FrontEndKeys.h"

namespace melstrom
{

namespace
{
constexpr std::string_view kMilliseconds = "ms", kSamples = "samples", kHertz = "hz",
                           kNyquist = "nyquist";

/** Removes the unit from the end, in either case. Returns false if the text has no such unit. */
bool takeUnit (std::string_view& text, std::string_view unit)
{
    if (text.size () < unit.size () ||
        ! equalsIgnoringCase (text.substr (text.size () - unit.size ()), unit))
        return false;
    text = trimmedText (text.substr (0, text.size () - unit.size ()));
    return true;
}

std::string lengthText (const Length& length)
{
    const bool isTime = length.unit == Length::Unit::milliseconds;
    return numberText (length.value) + ' ' + std::string (isTime ? kMilliseconds : kSamples);
}

/** Converts "25 ms" to "window_ms = 25". */
std::string lengthSetting (const std::string& key, const Length& now, std::string_view text)
{
    const bool isTime = takeUnit (text, kMilliseconds) ||
                        (! takeUnit (text, kSamples) && now.unit == Length::Unit::milliseconds);
    return key + (isTime ? "_ms = " : "_samples = ") + std::string (text);
}

std::string frequencySetting (const std::string& key, std::string_view text)
{
    (void)takeUnit (text, kHertz);
    return key + " = " + std::string (text);
}

std::string settingOf (const MelSpec& spec, FrontEndField field, std::string_view text)
{
    text = trimmedText (text);
    switch (field)
    {
        case FrontEndField::bands: return "bands = " + std::string (text);
        case FrontEndField::window: return lengthSetting ("window", spec.window, text);
        case FrontEndField::hop: return lengthSetting ("hop", spec.hop, text);
        case FrontEndField::lowestHz: return frequencySetting ("lowest_hz", text);
        case FrontEndField::highestHz: break;
    }
    return frequencySetting ("highest_hz", text);
}
} // namespace

std::string fieldText (const MelSpec& spec, FrontEndField field)
{
    switch (field)
    {
        case FrontEndField::bands: return std::to_string (spec.numBands);
        case FrontEndField::window: return lengthText (spec.window);
        case FrontEndField::hop: return lengthText (spec.hop);
        case FrontEndField::lowestHz: return numberText (spec.lowestHz);
        case FrontEndField::highestHz: break;
    }
    return spec.highestHz ? numberText (*spec.highestHz) : std::string (kNyquist);
}

Result<MelPreset> withField (MelPreset preset, FrontEndField field, std::string_view text)
{
    const MelSpec before = preset.spec;
    MELSTROM_TRY (applySetting (preset.spec, settingOf (before, field, text)));
    if (preset.spec == before)
        return preset;
    if (field == FrontEndField::window && preset.spec.fftSamples)
    {
        preset.spec.fftSamples.reset ();
        preset.spec.fftPowerOfTwo = true;
    }
    return derivedPreset (std::move (preset));
}

} // namespace melstrom
