#include "Standalone/CommandLine/Commands/Commands.h"

#include "Engine/Backend/BackendChoice.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Dsp/Colour/ColourMap.h"
#include "Engine/Spec/Harmony/ChordQuality.h"
#include "Engine/Spec/Mel/MelSpecFields.h"
#include "Engine/Spec/Patch/PatchToml.h"
#include "Standalone/CommandLine/Manual/Manual.h"
#include "Standalone/CommandLine/Terminal/TextTable.h"

#include <cmath>
#include <ostream>
#include <utility>

namespace melstrom
{

namespace
{

std::string lengthText (const Length& length)
{
    const bool isTime = length.unit == Length::Unit::milliseconds;
    const bool isWhole = length.value == std::floor (length.value);
    return fixedText (length.value, isWhole ? 0 : 1) + (isTime ? " ms" : "");
}

std::string transformText (const MelSpec& spec)
{
    if (spec.fftSamples)
        return std::to_string (*spec.fftSamples);
    if (spec.fftPowerOfTwo)
        return "2^n";
    return lengthText (spec.window);
}

const char* logText (const MelSpec& spec)
{
    if (spec.pcen)
        return "PCEN";
    switch (spec.log)
    {
        case LogKind::none: break;
        case LogKind::log10: return "log10";
        case LogKind::decibel: return "dB";
        case LogKind::ln: return "ln";
    }
    return "-";
}

/** "80", or "13 of 23" coefficients. */
std::string bandsText (const MelSpec& spec)
{
    const auto bands = std::to_string (spec.numBands);
    return spec.numCoefficients ? std::to_string (*spec.numCoefficients) + " of " + bands : bands;
}

void addPresetRows (TextTable& table, const std::vector<MelPreset>& presets)
{
    for (const auto& preset : presets)
    {
        const MelSpec& spec = preset.spec;
        table.addRow ({preset.name, spec.rateHz ? groupedText (*spec.rateHz) + " Hz" : "file's",
                       lengthText (spec.window), lengthText (spec.hop), transformText (spec),
                       bandsText (spec), logText (spec),
                       spec.layout == Layout::segments ? "segments" : "frames"});
    }
}

/** Presets under a heading, one or more lines for each. */
std::string meaningsText (const std::vector<MelPreset>& presets, const std::string& heading)
{
    constexpr int meaningColumns = 76;
    TextTable meanings ({TextTable::Side::left, TextTable::Side::left});
    meanings.addHeading ({"preset", heading});
    for (const auto& preset : presets)
    {
        std::string name = preset.name;
        const auto meaning = preset.equals.empty () ? preset.description
                                                    : preset.equals + " [" + preset.version + "]";
        for (const auto& line : wrappedLines (meaning, meaningColumns))
            meanings.addRow ({std::exchange (name, ""), line});
    }
    return meanings.text ();
}

std::string presetsText ()
{
    using enum TextTable::Side;
    TextTable table ({left, right, right, right, right, right, left, left});
    table.addHeading ({"preset", "rate", "window", "hop", "fft", "bands", "log", "layout"});
    addPresetRows (table, builtInPresets ());
    addPresetRows (table, screenPresets ());
    return table.text () +
           "\nLengths are in samples, unless a unit is given. Files are resampled to the "
           "rate.\n\n" +
           meaningsText (builtInPresets (), "equals") +
           "\nFor the screen; equal to no published tool:\n\n" +
           meaningsText (screenPresets (), "for");
}

std::string patchesText ()
{
    constexpr int descriptionColumns = 56;
    using enum TextTable::Side;
    TextTable table ({left, left, left});
    table.addHeading ({"patch", "category", "description"});
    for (const auto& patch : factoryPatches ())
    {
        std::string name = patch.name, category = patch.category;
        for (const auto& line : wrappedLines (patch.description, descriptionColumns))
            table.addRow ({std::exchange (name, ""), std::exchange (category, ""), line});
    }
    return table.text ();
}

std::string chordsText ()
{
    constexpr int spellingColumns = 34;
    using enum TextTable::Side;
    TextTable table ({left, left, left, left});
    table.addHeading ({"quality", "spellings", "over C", "meaning"});
    for (const auto& row : chordQualityRows ())
    {
        std::string name (row.name), tones = tonesOverC (row), meaning (row.meaning);
        const std::string unsaid = row.quality == ChordQuality::major ? "(nothing) " : "";
        for (const auto& line :
             wrappedLines (unsaid + std::string (row.spellings), spellingColumns))
            table.addRow ({std::exchange (name, ""), line, std::exchange (tones, ""),
                           std::exchange (meaning, "")});
    }
    return table.text () + "\nRoots are A to G with # or b; a bass follows a slash: F#m7/E.\n";
}

std::string backendsText ()
{
    constexpr int deviceColumns = 70;
    TextTable table ({TextTable::Side::left, TextTable::Side::left});
    table.addHeading ({"backend", "device"});
    for (const auto& device : listDevices ())
    {
        std::string name = device.backend;
        const auto state = (device.usable ? "" : "not usable: ") + device.text;
        for (const auto& line : wrappedLines (state, deviceColumns))
            table.addRow ({std::exchange (name, ""), line});
    }
    return table.text ();
}

} // namespace

ExitCode runListCommand (const ListRequest& request, std::ostream& out)
{
    switch (request.topic)
    {
        case ListTopic::presets: out << presetsText (); break;
        case ListTopic::patches: out << patchesText (); break;
        case ListTopic::chords: out << chordsText (); break;
        case ListTopic::backends: out << backendsText (); break;
        case ListTopic::colours:
            for (const auto& name : colourMapNames ())
                out << name << '\n';
            break;
        case ListTopic::man: out << manPage (); break;
        case ListTopic::bash: out << bashCompletion (); break;
        case ListTopic::zsh: out << zshCompletion (); break;
        case ListTopic::fish: out << fishCompletion (); break;
    }
    return ExitCode::allIn;
}

} // namespace melstrom
