// The panel of one group of the parameter table.
#pragma once

#include "Engine/Spec/Patch/PatchParameters.h"
#include "Source/Editor/Displays/CurveDisplay.h"
#include "Source/Editor/Widgets/ParameterCombo.h"
#include "Source/Editor/Widgets/ParameterKnob.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace melstrom
{

/** Layout of a table's rows on the panel. */
struct GroupLayout
{
    std::string table;  ///< of patchTables: "osc1"
    juce::String title; ///< short enough for the panel's width
    int numColumns = 3;
    /** Columns of the first line that the display takes; numColumns: a line of its own. */
    int numDisplayColumns = 0;
    bool hasChoicesInHeader = true; ///< false: each choice has a place among the knobs
    /** Parameters of other tables: a knob with this label for each, at the end. */
    std::vector<std::pair<PatchKey, juce::String>> guests {};
};

/** One control for each row of the table. Toggles and choices stand beside the title, numbers in
    lines below it, in the table's order. The last line spreads its controls over the width. Idle
    parameters are paler. Thread: message. */
class GroupPanel final : public juce::Component, public ShownControl
{
public:
    /** display: optional. */
    GroupPanel (InstrumentProcessor& processor, GroupLayout layout,
                std::unique_ptr<CurveDisplay> display = nullptr);

    void refresh (const ShownPatch& shown) override;
    void paint (juce::Graphics& graphics) override;
    void resized () override;

private:
    /** A place below the title. */
    struct Cell
    {
        juce::Component* control;
        bool isChoice;
        juce::Rectangle<int> label; ///< of a choice; a knob draws its own label
    };
    void addControl (const PatchParameter& row);
    void addChoice (const PatchParameter& row);
    ParameterKnob& addKnob (PatchKey key);
    void layOutHeader (juce::Rectangle<int> area);
    void layOutCells (juce::Rectangle<int> area);
    void placeLine (juce::Rectangle<int> area, std::size_t firstCell, std::size_t numCells);
    void showIdle (const ShownPatch& shown);

    InstrumentProcessor& processor_;
    const GroupLayout layout_;
    std::unique_ptr<CurveDisplay> display_;
    ShownControl* shownDisplay_ = nullptr;
    std::unique_ptr<ParameterToggle> toggle_;
    std::vector<std::unique_ptr<ParameterCombo>> combos_;
    std::vector<std::unique_ptr<ParameterKnob>> knobs_;
    std::vector<Cell> cells_;
};

/** Returns pairs of table name and panel. openDrawing: takes an oscillator, 0 or 1. Thread:
    message. */
std::vector<std::pair<const char*, std::unique_ptr<GroupPanel>>>
makeGroupPanels (InstrumentProcessor& processor, const std::function<void (int)>& openDrawing);

} // namespace melstrom
