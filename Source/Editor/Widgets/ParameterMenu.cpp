#include "Source/Editor/Widgets/ParameterEdit.h"

#include "Engine/Realtime/Control/Modulation.h"
#include "Source/Parameters/ParameterText.h"

#include <utility>
#include <vector>

namespace melstrom
{

namespace
{
juce::String controllerText (const LearnedController& controller)
{
    auto text = "CC " + juce::String (controller.number);
    if (controller.channel >= 0)
        text << ", channel " << controller.channel + 1;
    return text;
}

void addLearning (juce::PopupMenu& menu, InstrumentProcessor& processor, PatchKey key)
{
    auto& learn = processor.midiLearn ();
    if (learn.armed () == key)
        menu.addItem ("Stop waiting for a controller", [&learn] { learn.disarm (); });
    else
        menu.addItem ("Learn MIDI controller", [&learn, key] { learn.arm (key); });
    if (const auto controller = learn.controllers ().of (key))
        menu.addItem ("Forget " + controllerText (*controller),
                      [&learn, key] { learn.forget (key); });
}

juce::PopupMenu sourcesMenu (InstrumentProcessor& processor, PatchKey key)
{
    juce::PopupMenu menu;
    const auto& names = parameterOf (PatchKey::matrixSource).choices;
    for (std::size_t source = 1; source < names.size (); ++source)
        menu.addItem (
            choiceText (names[source]), [&processor, key, source]
            { modulate (processor.parameters (), key, static_cast<ModulationSource> (source)); });
    return menu;
}

/** Adds items that choose the ring's row and that remove one row or all rows. */
void addRows (juce::PopupMenu& menu, InstrumentProcessor& processor, PatchKey key,
              const ParameterMenuActions& actions)
{
    const auto values = processor.parameters ().values ();
    std::vector<std::pair<int, juce::String>> rows; // with their texts
    for (int row = 0; row < kNumMatrixRows; ++row)
        if (const int source = values.whole (matrixKey (row, PatchKey::matrixSource));
            source != 0 && matrixTargetOf (values, row) == key)
            rows.emplace_back (
                row, modulationText (source, values[matrixKey (row, PatchKey::matrixDepth)]));
    if (rows.size () > 1 && actions.chooseRingRow)
        for (const auto& [row, text] : rows)
            menu.addItem ("The ring changes " + text, true, row == actions.ringRow,
                          [choose = actions.chooseRingRow, row = row] { choose (row); });
    for (const auto& [row, text] : rows)
        menu.addItem ("Remove " + text,
                      [&processor, row = row] { emptyMatrixRow (processor.parameters (), row); });
    if (rows.size () > 1)
        menu.addItem ("Remove all modulation",
                      [&processor, key] { stopModulating (processor.parameters (), key); });
}

void addModulation (juce::PopupMenu& menu, InstrumentProcessor& processor, PatchKey key,
                    const ParameterMenuActions& actions)
{
    const bool hasRoom = freeMatrixRow (processor.parameters ()).has_value ();
    menu.addSeparator ();
    menu.addSubMenu (hasRoom ? "Modulate by" : "Modulate by (the matrix is full)",
                     sourcesMenu (processor, key), hasRoom);
    addRows (menu, processor, key, actions);
}
} // namespace

void showParameterMenu (juce::Component& control, InstrumentProcessor& processor, PatchKey key,
                        const ParameterMenuActions& actions)
{
    const auto& row = parameterOf (key);
    juce::PopupMenu menu;
    menu.setLookAndFeel (&control.getLookAndFeel ());
    menu.addSectionHeader (textOf (row.label));
    if (actions.enterValue)
        menu.addItem ("Enter value...", actions.enterValue);
    if (actions.enterName)
        menu.addItem ("Rename...", actions.enterName);
    menu.addItem ("Reset to " + shownValueText (row, row.initial),
                  [&processor, key, initial = row.initial]
                  { changeParameter (processor.parameters ()[key], initial); });
    menu.addSeparator ();
    addLearning (menu, processor, key);
    if (row.isTarget)
        addModulation (menu, processor, key, actions);
    menu.showMenuAsync (
        juce::PopupMenu::Options ().withTargetComponent (control).withDeletionCheck (control));
}

} // namespace melstrom
