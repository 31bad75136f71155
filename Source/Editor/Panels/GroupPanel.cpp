#include "Source/Editor/Panels/GroupPanel.h"

#include "Engine/Spec/Patch/PatchTables.h"
#include "Source/Parameters/ParameterText.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr int kHeader = 26, kPadding = 6, kComboHeight = 24, kHeaderComboHeight = 21,
              kMostCombo = 110;

bool isChoice (const PatchParameter& row)
{
    return row.curve == ParameterCurve::choice;
}
} // namespace

GroupPanel::GroupPanel (InstrumentProcessor& processor, GroupLayout layout,
                        std::unique_ptr<CurveDisplay> display)
    : processor_ (processor), layout_ (std::move (layout)), display_ (std::move (display))
{
    setOpaque (true);
    const auto& table = *findPatchTable (layout_.table);
    setTitle (textOf (table.group));
    setFocusContainerType (FocusContainerType::focusContainer);
    if (display_)
    {
        addAndMakeVisible (*display_);
        shownDisplay_ = dynamic_cast<ShownControl*> (display_.get ());
    }
    for (const auto& row : table.rows)
        addControl (row);
    for (const auto& [key, label] : layout_.guests)
        addKnob (key).setLabel (label);
}

void GroupPanel::addControl (const PatchParameter& row)
{
    if (row.curve == ParameterCurve::toggle)
    {
        toggle_ = std::make_unique<ParameterToggle> (processor_, row.key);
        addAndMakeVisible (*toggle_);
        return;
    }
    if (isChoice (row))
    {
        addChoice (row);
        return;
    }
    addKnob (row.key);
}

ParameterKnob& GroupPanel::addKnob (PatchKey key)
{
    auto& knob = *knobs_.emplace_back (std::make_unique<ParameterKnob> (processor_, key));
    addAndMakeVisible (knob);
    cells_.push_back ({&knob, false, {}});
    return knob;
}

void GroupPanel::addChoice (const PatchParameter& row)
{
    combos_.push_back (std::make_unique<ParameterCombo> (processor_, row.key));
    addAndMakeVisible (*combos_.back ());
    if (! layout_.hasChoicesInHeader)
        cells_.push_back ({combos_.back ().get (), true, {}});
}

void GroupPanel::refresh (const ShownPatch& shown)
{
    for (auto& knob : knobs_)
        knob->refresh (shown);
    for (auto& combo : combos_)
        combo->refresh (shown);
    if (toggle_)
        toggle_->refresh (shown);
    if (shownDisplay_)
        shownDisplay_->refresh (shown);
    showIdle (shown);
}

void GroupPanel::showIdle (const ShownPatch& shown)
{
    bool isOneHeard = knobs_.empty ();
    for (auto& knob : knobs_)
    {
        const bool isPale = isIdle (shown.set, knob->key ());
        knob->setDimmed (isPale);
        isOneHeard = isOneHeard || ! isPale;
    }
    if (display_)
        display_->setDimmed (! isOneHeard);
}

void GroupPanel::paint (juce::Graphics& graphics)
{
    graphics.fillAll (Theme::background ());
    graphics.setColour (Theme::panel ());
    graphics.fillRoundedRectangle (getLocalBounds ().toFloat (), Theme::kCorner);
    graphics.setColour (Theme::text ());
    graphics.setFont (Theme::font (Theme::kTitle, true));
    const int left = kPadding + (toggle_ ? 34 : 4);
    graphics.drawText (layout_.title, left, 3, getWidth () - left, kHeader - 2,
                       juce::Justification::centredLeft);
    graphics.setFont (Theme::font (Theme::kSmallText));
    graphics.setColour (Theme::dimText ());
    for (const auto& cell : cells_)
        if (cell.isChoice)
        {
            const auto* combo = static_cast<const ParameterCombo*> (cell.control);
            graphics.drawFittedText (rowLabel (combo->key ()), cell.label,
                                     juce::Justification::centred, 1);
        }
}

void GroupPanel::resized ()
{
    auto area = getLocalBounds ().reduced (kPadding, 0).withTrimmedBottom (kPadding - 1);
    layOutHeader (area.removeFromTop (kHeader).withTrimmedTop (2));
    layOutCells (area);
}

void GroupPanel::layOutHeader (juce::Rectangle<int> area)
{
    if (toggle_)
        toggle_->setBounds (area.removeFromLeft (30).withSizeKeepingCentre (30, 22));
    if (! layout_.hasChoicesInHeader || combos_.empty ())
        return;
    const int titleWidth =
        Theme::font (Theme::kTitle, true).getStringWidth (layout_.title) + (toggle_ ? 16 : 14);
    area.removeFromLeft (std::min (titleWidth, area.getWidth () / 2));
    const int width =
        std::min (kMostCombo, (area.getWidth () - 4) / static_cast<int> (combos_.size ()));
    for (auto combo = combos_.rbegin (); combo != combos_.rend (); ++combo)
    {
        (*combo)->setBounds (
            area.removeFromRight (width).withSizeKeepingCentre (width, kHeaderComboHeight));
        area.removeFromRight (4);
    }
}

void GroupPanel::layOutCells (juce::Rectangle<int> area)
{
    const auto numColumns = static_cast<std::size_t> (layout_.numColumns);
    const auto numDisplay = display_ ? static_cast<std::size_t> (layout_.numDisplayColumns) : 0;
    const std::size_t numPlaces = numDisplay + cells_.size ();
    const auto numLines = static_cast<int> ((numPlaces + numColumns - 1) / numColumns);
    // a display with its own line takes the height that the controls leave of three lines
    const bool hasDisplayLine = numDisplay == numColumns;
    const int numShares = hasDisplayLine ? std::max (3, numLines) : numLines;
    const int lineHeight = area.getHeight () / numShares;

    std::size_t cell = 0;
    for (int line = 0; line < numLines; ++line)
    {
        const bool isDisplayLine = hasDisplayLine && line == 0;
        auto strip = area.removeFromTop (isDisplayLine ? lineHeight * (numShares - numLines + 1)
                                                       : lineHeight);
        if (line == 0 && numDisplay > 0)
            display_->setBounds (
                strip
                    .removeFromLeft (strip.getWidth () * layout_.numDisplayColumns /
                                     layout_.numColumns)
                    .reduced (2, isDisplayLine ? 2 : 4));
        if (isDisplayLine)
            continue;
        const auto room = numColumns - (line == 0 ? numDisplay : 0);
        const auto numHere = std::min (room, cells_.size () - cell);
        placeLine (strip, cell, numHere);
        cell += numHere;
    }
}

void GroupPanel::placeLine (juce::Rectangle<int> area, std::size_t firstCell, std::size_t numCells)
{
    for (std::size_t i = 0; i < numCells; ++i)
    {
        auto& cell = cells_[firstCell + i];
        const auto place =
            area.removeFromLeft (area.getWidth () / static_cast<int> (numCells - i)).reduced (1, 2);
        if (! cell.isChoice)
        {
            cell.control->setBounds (place);
            continue;
        }
        const auto [circle, label] = ParameterKnob::placesIn (place);
        cell.label = label;
        cell.control->setBounds (circle.withSizeKeepingCentre (
            std::min (kMostCombo, place.getWidth () - 6), kComboHeight));
    }
}

} // namespace melstrom
