// Panels of all groups except macros and matrix.
#include "Source/Editor/Displays/FilterDisplay.h"
#include "Source/Editor/Displays/ModulatorDisplays.h"
#include "Source/Editor/Displays/SpectrumDisplay.h"
#include "Source/Editor/Panels/GroupPanel.h"

namespace melstrom
{

namespace
{
struct Entry
{
    const char* table;
    juce::String title;
    int numColumns, numDisplayColumns;
    bool hasChoicesInHeader = true;
    std::vector<std::pair<PatchKey, juce::String>> guests {};
};
} // namespace

std::vector<std::pair<const char*, std::unique_ptr<GroupPanel>>>
makeGroupPanels (InstrumentProcessor& processor, const std::function<void (int)>& openDrawing)
{
    std::vector<std::pair<const char*, std::unique_ptr<GroupPanel>>> panels;
    const auto add = [&] (Entry entry, std::unique_ptr<CurveDisplay> display = nullptr)
    {
        GroupLayout layout {entry.table,
                            entry.title,
                            entry.numColumns,
                            entry.numDisplayColumns,
                            entry.hasChoicesInHeader,
                            entry.guests};
        panels.emplace_back (entry.table, std::make_unique<GroupPanel> (
                                              processor, std::move (layout), std::move (display)));
    };
    const auto harmonics = [&] (int oscillator)
    {
        return std::make_unique<SpectrumDisplay> (
            processor, oscillator, [openDrawing, oscillator] { openDrawing (oscillator); });
    };
    add ({"osc1", "Osc 1", 6, 2}, harmonics (0));
    add ({"osc2", "Osc 2", 6, 2}, harmonics (1));
    add ({"noise", "Noise", 3, 2}, std::make_unique<NoiseDisplay> ());
    add ({"filter", "Filter", 2, 2}, std::make_unique<FilterDisplay> ());
    add ({"amp", "Amp Env", 3, 3}, std::make_unique<EnvelopeDisplay> (PatchKey::ampAttack));
    add ({"mod", "Mod Env", 3, 3, true, {{PatchKey::filterEnvelope, "Filter"}}},
         std::make_unique<EnvelopeDisplay> (PatchKey::modAttack));
    add ({"pitch", "Pitch", 2, 2}, std::make_unique<PitchEnvelopeDisplay> ());
    add ({"lfo1", "LFO 1", 2, 2}, std::make_unique<LfoDisplay> (0));
    add ({"lfo2", "LFO 2", 2, 2}, std::make_unique<LfoDisplay> (1));
    // effects in the order of the chain
    add ({"clip", "Clip", 1, 1}, std::make_unique<ClipDisplay> ());
    add ({"eq", "EQ", 3, 0});
    add ({"chorus", "Chorus", 2, 0});
    add ({"delay", "Delay", 3, 0});
    add ({"reverb", "Reverb", 2, 0});
    add ({"output", "Output", 1, 0});
    add ({"patch", "Voices and Tuning", 6, 0, false});
    add ({"chord", "Chord", 1, 0, false});
    return panels;
}

} // namespace melstrom
