#include "Standalone/App/Marks/MarkCells.h"

#include "Source/Look/Theme.h"
#include "Source/Parameters/ParameterText.h"

#include <algorithm>
#include <numeric>

namespace melstrom
{

namespace
{
constexpr int kRowHeight = 22, kHeaderHeight = 24;
constexpr int kLeastLabel = 84, kRounding = 4;

/** Of a text in a cell. */
int cellWidth (const juce::String& text)
{
    return juce::Font (Theme::font (Theme::kText)).getStringWidth (text) + 2 * Theme::kGap +
           kRounding;
}

void prepareHeader (juce::TableHeaderComponent& header)
{
    using Header = juce::TableHeaderComponent;
    const auto add = [&header] (int id, const juce::String& name, int width)
    {
        constexpr int kNarrowest = 34;
        header.addColumn (name, id, width, kNarrowest, -1,
                          Header::visible | Header::resizable | Header::sortable);
    };
    const auto widths = markColumnWidths (MarkDocument ());
    for (int column = kNumberColumn; column <= kLastValueColumn; ++column)
        add (column, isValueColumn (column) ? markValueName (valueOfColumn (column)) : "No.",
             widths[static_cast<std::size_t> (column - kNumberColumn)]);
    header.setPopupMenuActive (false);
    header.setColour (Header::backgroundColourId, Theme::raised ());
    header.setColour (Header::textColourId, Theme::text ());
    header.setColour (Header::outlineColourId, Theme::outline ());
    header.setColour (Header::highlightColourId, Theme::accent ().withAlpha (0.3f));
}

} // namespace

MarkColumnWidths markColumnWidths (const MarkDocument& document)
{
    std::array<double, kMarkValues.size ()> largest {};
    for (std::size_t index = 0; index < document.size (); ++index)
        for (std::size_t n = 0; n < largest.size (); ++n)
            largest[n] =
                std::max (largest[n], markNumber (document[index], kMarkValues[n]).value_or (0));
    MarkColumnWidths widths {};
    widths[0] = std::max (cellWidth ("000"), cellWidth (juce::String (document.size ())));
    for (std::size_t n = 0; n < largest.size (); ++n)
        widths[n + 1] =
            kMarkValues[n] == MarkValue::label
                ? kLeastLabel
                : std::max (cellWidth (textOf (widestNumber (largest[n], kMarkValues[n]))),
                            cellWidth (markValueName (kMarkValues[n])));
    return widths;
}

int markTableWidth (const juce::TableListBox& table, const MarkColumnWidths& widths)
{
    return std::accumulate (widths.begin (), widths.end (), 0) + 2 * table.getOutlineThickness () +
           table.getViewport ()->getScrollBarThickness ();
}

void fitMarkColumns (juce::TableListBox& table, const MarkColumnWidths& widths)
{
    auto& header = table.getHeader ();
    const int rest = table.getWidth () - markTableWidth (table, widths);
    for (int column = kNumberColumn; column <= kLastValueColumn; ++column)
        header.setColumnWidth (column, widths[static_cast<std::size_t> (column - kNumberColumn)] +
                                           (column == kLastValueColumn ? std::max (rest, 0) : 0));
}

void prepareMarkTable (juce::TableListBox& table)
{
    table.setTitle ("List of marks");
    table.setTooltip ("Return or double click: edit the cell, S: sort by the column, "
                      "Ctrl+Return: show the mark, Delete: remove");
    table.setMultipleSelectionEnabled (true);
    table.setRowHeight (kRowHeight);
    table.setHeaderHeight (kHeaderHeight);
    table.setColour (juce::ListBox::backgroundColourId, Theme::background ());
    table.setColour (juce::ListBox::outlineColourId, Theme::outline ());
    table.setOutlineThickness (1);
    prepareHeader (table.getHeader ());
}

juce::String markCellText (const Mark& mark, std::size_t index, int column)
{
    return isValueColumn (column) ? textOf (shownValue (mark, valueOfColumn (column)))
                                  : juce::String (index + 1);
}

juce::String markRowName (const Mark& mark, std::size_t index)
{
    juce::String name ("Mark ");
    name << juce::String (index + 1) << ": " << textOf (shownExtent (mark));
    return mark.label.empty () ? name : name + ", " + textOf (mark.label);
}

juce::String marksReading (const MarkDocument& document, const std::vector<std::size_t>& indices)
{
    constexpr std::size_t kMostNames = 20;
    if (indices.empty ())
        return {};
    juce::String text (indices.size ());
    text << (indices.size () == 1 ? " mark" : " marks");
    for (std::size_t n = 0; n < std::min (indices.size (), kMostNames); ++n)
        text << ". " << markRowName (document[indices[n]], indices[n])
             << (document.isSelected (indices[n]) ? " (selected)" : "");
    return text;
}

MarkCell::MarkCell (juce::TableListBoxModel& model) : model_ (model)
{
    setInterceptsMouseClicks (false, false);
}

MarkCell* MarkCell::reuse (juce::Component* former, juce::TableListBoxModel& model)
{
    auto* const cell = dynamic_cast<MarkCell*> (former);
    return cell != nullptr ? cell : new MarkCell (model);
}

void MarkCell::show (int row, int column, bool isSelected, const juce::String& text)
{
    row_ = row;
    column_ = column;
    isSelected_ = isSelected;
    const auto* const name =
        isValueColumn (column) ? markValueName (valueOfColumn (column)) : "Number";
    setTitle (name + juce::String (": ") + (text.isEmpty () ? "none" : text));
    repaint ();
}

void MarkCell::paint (juce::Graphics& graphics)
{
    model_.paintCell (graphics, row_, column_, getWidth (), getHeight (), isSelected_);
}

std::unique_ptr<juce::AccessibilityHandler> MarkCell::createAccessibilityHandler ()
{
    return std::make_unique<juce::AccessibilityHandler> (*this, juce::AccessibilityRole::cell);
}

void paintMarkRow (juce::Graphics& graphics, int row, bool isSelected)
{
    if (isSelected)
        graphics.fillAll (Theme::accent ().withAlpha (0.22f));
    else if (row % 2 == 1)
        graphics.fillAll (Theme::panel ().withAlpha (0.6f));
}

void paintMarkCell (juce::Graphics& graphics, const juce::String& text, int column,
                    juce::Rectangle<int> area, bool isCurrent)
{
    const bool isLabel = column == kLastValueColumn;
    graphics.setColour (column == kNumberColumn ? Theme::dimText () : Theme::text ());
    graphics.setFont (Theme::font (Theme::kText));
    graphics.drawText (
        text, area.reduced (Theme::kGap, 0),
        isLabel ? juce::Justification::centredLeft : juce::Justification::centredRight, true);
    if (isCurrent)
        MelstromLook::drawFocusRing (graphics, area.toFloat ().reduced (1), 2);
}

juce::SparseSet<int> rowSet (std::vector<int> rows)
{
    std::ranges::sort (rows);
    juce::SparseSet<int> set;
    for (std::size_t i = 0; i < rows.size ();) // whole runs: JUCE sorts the set after each one
    {
        std::size_t end = i + 1;
        while (end < rows.size () && rows[end] == rows[end - 1] + 1)
            ++end;
        set.addRange ({rows[i], rows[end - 1] + 1});
        i = end;
    }
    return set;
}

} // namespace melstrom
