// Columns and cells of the list of marks.
#pragma once

#include "Standalone/App/Marks/MarkDocument.h"
#include "Standalone/App/Marks/MarkValues.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace melstrom
{

/** Ids of columns: the number in the file, then kMarkValues in their order. */
inline constexpr int kNumberColumn = 1, kFirstValueColumn = 2,
                     kLastValueColumn = kNumberColumn + static_cast<int> (kMarkValues.size ());

constexpr bool isValueColumn (int column) noexcept
{
    return column >= kFirstValueColumn && column <= kLastValueColumn;
}
/** column: isValueColumn */
constexpr MarkValue valueOfColumn (int column) noexcept
{
    return kMarkValues[static_cast<std::size_t> (column - kFirstValueColumn)];
}

/** In pixels, by id of the column from kNumberColumn on. */
using MarkColumnWidths = std::array<int, kLastValueColumn>;
/** Each number is whole in its column; of the label, the least width. Depends on the number of
    marks and the largest values only. */
MarkColumnWidths markColumnWidths (const MarkDocument& document);
/** Of a table in which all columns are whole. */
int markTableWidth (const juce::TableListBox& table, const MarkColumnWidths& widths);
/** The label gets what the others leave. In a narrower table the columns scroll. */
void fitMarkColumns (juce::TableListBox& table, const MarkColumnWidths& widths);

/** Adds the columns; sets names, colours and heights. The table has a model. */
void prepareMarkTable (juce::TableListBox& table);

/** The text of a cell. index: of the mark in the file, from 0 */
juce::String markCellText (const Mark& mark, std::size_t index, int column);
/** The row for screen readers: "Mark 3: 1.5 to 2 s, 100 to 200 Hz, wren". */
juce::String markRowName (const Mark& mark, std::size_t index);
/** Marks for screen readers: "2 marks. Mark 1: 3 s (selected). Mark 2: 4 s, wren", at most 20 by
    name; empty: no mark. indices: of the marks in the document */
juce::String marksReading (const MarkDocument& document, const std::vector<std::size_t>& indices);

/** A cell of the table: the model paints it; the row takes its mouse. Screen readers get column and
    text: "Begin, s: 1.5". Thread: message. */
class MarkCell final : public juce::Component
{
public:
    explicit MarkCell (juce::TableListBoxModel& model); ///< outlives this object
    /** `former`, if it is there; else a new cell. The caller owns it, as JUCE's tables want. */
    static MarkCell* reuse (juce::Component* former, juce::TableListBoxModel& model);
    void show (int row, int column, bool isSelected, const juce::String& text);

    void paint (juce::Graphics& graphics) override;
    std::unique_ptr<juce::AccessibilityHandler> createAccessibilityHandler () override;

private:
    juce::TableListBoxModel& model_;
    int row_ = 0, column_ = 0;
    bool isSelected_ = false;
};

void paintMarkRow (juce::Graphics& graphics, int row, bool isSelected);
/** isCurrent: the keys act on this cell; draws a ring round it */
void paintMarkCell (juce::Graphics& graphics, const juce::String& text, int column,
                    juce::Rectangle<int> area, bool isCurrent);

/** Rows as JUCE takes a selection. */
juce::SparseSet<int> rowSet (std::vector<int> rows);

} // namespace melstrom
