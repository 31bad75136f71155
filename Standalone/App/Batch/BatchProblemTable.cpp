#include "Standalone/App/Batch/BatchProblemTable.h"

#include "Source/Look/Theme.h"
#include "Source/Parameters/ParameterText.h"

#include <algorithm>
#include <array>

namespace melstrom
{

namespace
{

constexpr int kRow = 24, kHeader = 26, kPadding = 8;

struct Column
{
    const char* title;
    int width; ///< at the beginning, in 1/100 of the table
};
/** The id of a column is its index + 1. */
constexpr std::array kColumns {Column {"Kind", 11}, Column {"File", 27}, Column {"Reason", 38},
                               Column {"What to do", 24}};

std::string textIn (const BatchProblem& problem, int column)
{
    switch (column)
    {
        case 1: return problemKindName (problem.kind);
        case 2: return problem.path;
        case 3: return problem.reason;
        default: return problem.cure;
    }
}

} // namespace

BatchProblemTable::BatchProblemTable () : juce::TableListBox ("Problems")
{
    setTitle ("Problems");
    setTooltip ("Files that failed, and warnings. A click on a heading sorts; Ctrl+C copies");
    setModel (this);
    setRowHeight (kRow);
    setHeaderHeight (kHeader);
    setMultipleSelectionEnabled (true);
    setColour (backgroundColourId, Theme::background ());
    auto& top = getHeader ();
    top.setColour (juce::TableHeaderComponent::backgroundColourId, Theme::raised ());
    top.setColour (juce::TableHeaderComponent::textColourId, Theme::text ());
    top.setColour (juce::TableHeaderComponent::outlineColourId, Theme::outline ());
    top.setColour (juce::TableHeaderComponent::highlightColourId,
                   Theme::accent ().withAlpha (0.2f));
    for (std::size_t i = 0; i < kColumns.size (); ++i)
        top.addColumn (kColumns[i].title, static_cast<int> (i) + 1, 100, 60);
    top.setStretchToFitActive (true);
    top.setPopupMenuActive (false);
}

BatchProblemTable::~BatchProblemTable ()
{
    setModel (nullptr);
}

void BatchProblemTable::show (std::vector<BatchProblem> problems)
{
    problems_ = std::move (problems);
    deselectAllRows ();
    getHeader ().reSortTable ();
    updateContent ();
    repaint ();
}

juce::String BatchProblemTable::cell (int row, int column) const
{
    return textOf (textIn (problems_[static_cast<std::size_t> (row)], column));
}

juce::String BatchProblemTable::text () const
{
    juce::String lines;
    for (const auto& column : kColumns)
        lines << (lines.isEmpty () ? "" : "\t") << column.title;
    lines << "\n";
    const bool takesAll = getNumSelectedRows () == 0;
    for (int row = 0; row < static_cast<int> (problems_.size ()); ++row)
        if (takesAll || isRowSelected (row))
            lines << cell (row, 1) << "\t" << cell (row, 2) << "\t" << cell (row, 3) << "\t"
                  << cell (row, 4) << "\n";
    return lines;
}

bool BatchProblemTable::keyPressed (const juce::KeyPress& key)
{
    if (key != juce::KeyPress ('c', juce::ModifierKeys::commandModifier, 0))
        return TableListBox::keyPressed (key);
    juce::SystemClipboard::copyTextToClipboard (text ());
    return true;
}

void BatchProblemTable::resized ()
{
    if (getWidth () > 0 &&
        getHeader ().getTotalWidth () == 100 * static_cast<int> (kColumns.size ()))
        for (std::size_t i = 0; i < kColumns.size (); ++i)
            getHeader ().setColumnWidth (static_cast<int> (i) + 1,
                                         getWidth () * kColumns[i].width / 100);
    TableListBox::resized ();
}

void BatchProblemTable::paintOverChildren (juce::Graphics& graphics)
{
    TableListBox::paintOverChildren (graphics);
    if (! problems_.empty ())
        return;
    graphics.setColour (Theme::dimText ());
    graphics.setFont (Theme::font (Theme::kText));
    graphics.drawText ("Files that fail, and warnings, are listed here.",
                       getLocalBounds ().withTrimmedTop (kHeader).removeFromTop (80),
                       juce::Justification::centred);
}

int BatchProblemTable::getNumRows ()
{
    return static_cast<int> (problems_.size ());
}

juce::String BatchProblemTable::getNameForRow (int row)
{
    return row < getNumRows () ? cell (row, 1) + ": " + cell (row, 2) + ", " + cell (row, 3)
                               : juce::String ();
}

void BatchProblemTable::paintRowBackground (juce::Graphics& graphics, int row, int, int,
                                            bool isSelected)
{
    if (isSelected)
        graphics.fillAll (Theme::accent ().withAlpha (hasKeyboardFocus (true) ? 0.35f : 0.2f));
    else if (row % 2 == 1)
        graphics.fillAll (Theme::panel ().withAlpha (0.6f));
}

void BatchProblemTable::paintCell (juce::Graphics& graphics, int row, int column, int width,
                                   int height, bool)
{
    if (row >= getNumRows ())
        return;
    const bool isKind = column == 1;
    const bool isWarning =
        problems_[static_cast<std::size_t> (row)].kind == BatchProblemKind::warning;
    graphics.setFont (Theme::font (Theme::kText));
    graphics.setColour (! isKind    ? Theme::text ()
                        : isWarning ? Theme::modulation ()
                                    : Theme::warning ());
    graphics.drawText (cell (row, column), kPadding, 0, width - kPadding, height,
                       juce::Justification::centredLeft, true);
}

juce::String BatchProblemTable::getCellTooltip (int row, int column)
{
    return row < getNumRows () ? cell (row, column) : juce::String ();
}

void BatchProblemTable::sortOrderChanged (int column, bool isForwards)
{
    if (column == 0) // not sorted yet
        return;
    std::ranges::stable_sort (problems_,
                              [=] (const BatchProblem& one, const BatchProblem& other)
                              {
                                  const auto first = textIn (one, column);
                                  const auto second = textIn (other, column);
                                  return isForwards ? first < second : second < first;
                              });
    deselectAllRows ();
    updateContent ();
    repaint ();
}

} // namespace melstrom
