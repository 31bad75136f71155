// A group of the parameter table on a panel of its own.
#pragma once

#include "Engine/Spec/Patch/PatchTables.h"
#include "Source/Editor/Displays/CurveDisplay.h"
#include "Source/Editor/Widgets/ParameterCombo.h"
#include "Source/Editor/Widgets/ParameterKnob.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace melstrom
{

/** Where the rows of a table go. */
struct GroupLayout
{
    std::string table;  ///< of patchTables: "osc1"
    juce::String title; ///< what fits into the width
    int numColumns = 3;
    /** Taken by the display, before the first control; numColumns: a line of its own. */
    int numDisplayColumns = 0;
    bool hasChoicesInHeader = true; ///< else each has a place among the knobs
    /** Of other tables: a knob each behind the others, with this label. */
    std::vector<std::pair<PatchKey, juce::String>> guests {};
};

/** A control for each row: toggles and choices beside the title, numbers in lines below it, in the table's
    order. The last line spreads what it has. What nobody hears is paler. Thread: message. */
class GroupPanel final : public juce::Component, public ShownControl
{
public:
    /** display: may be left. */
    GroupPanel (InstrumentProcessor& processor, GroupLayout layout,
                std::unique_ptr<CurveDisplay> display = nullptr);

    void refresh (const ShownPatch& shown) override;
    void paint (juce::Graphics& graphics) override;
    void resized () override;

private:
    /** One of the places below the title. */
    struct Cell
    {
        juce::Component* control;
        bool isChoice;
        juce::Rectangle<int> label; ///< of a choice; a knob writes its own
    };
    void addControl (const PatchRow& row);
    void addChoice (const PatchRow& row);
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

} // namespace melstrom
