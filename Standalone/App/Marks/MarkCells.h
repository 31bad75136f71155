// Columns and cells of the list of marks.
#pragma once

#include "Standalone/App/Marks/MarkValues.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <cstddef>
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

/** Adds the columns; sets names, colours and heights. The table has a model. */
void prepareMarkTable (juce::TableListBox& table);

/** The text of a cell. index: of the mark in the file, from 0 */
juce::String markCellText (const Mark& mark, std::size_t index, int column);
/** The row for screen readers: "Mark 3: 1.5 to 2 s, 100 to 200 Hz, wren". */
juce::String markRowName (const Mark& mark, std::size_t index);

void paintMarkRow (juce::Graphics& graphics, int row, bool isSelected);
/** isCurrent: the keys act on this cell; draws a ring round it */
void paintMarkCell (juce::Graphics& graphics, const juce::String& text, int column,
                    juce::Rectangle<int> area, bool isCurrent);

/** Rows as JUCE takes a selection. */
juce::SparseSet<int> rowSet (std::vector<int> rows);

} // namespace melstrom
