#include "Standalone/App/Marks/MarkList.h"

#include "Source/Parameters/ParameterText.h"
#include "Standalone/App/Marks/MarkKeys.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

namespace
{

std::size_t rowOf (int row)
{
    return static_cast<std::size_t> (row);
}

} // namespace

MarkList::MarkList (MarkDocument& document)
    : document_ (document), widths_ (markColumnWidths (document))
{
    setTitle ("Marks");
    table_.setModel (this);
    prepareMarkTable (table_);
    table_.nameOfRow = [this] (int row) { return nameOfRow (row); };
    table_.onKey = [this] (const juce::KeyPress& key) { return press (key); };
    entry_.onEnter = [this] (const std::string& text) { return enter (text); };
    entry_.onTab = [this] (bool isBack) { goOn (isBack); };
    entry_.onClosed = [this] { table_.grabKeyboardFocus (); };
    addAndMakeVisible (table_);
    addChildComponent (entry_);
    rebuild ();
    document_.addChangeListener (this);
}

MarkList::~MarkList ()
{
    document_.removeChangeListener (this);
    table_.setModel (nullptr);
}

// What the document says.

void MarkList::changeListenerCallback (juce::ChangeBroadcaster*)
{
    if (document_.revision () != revision_)
    {
        entry_.close ();
        rebuild ();
    }
    else if (! isChoosing_)
        selectRows ();
}

void MarkList::rebuild ()
{
    revision_ = document_.revision ();
    order_.build (document_.table ());
    isRebuilding_ = true;
    table_.updateContent ();
    isRebuilding_ = false;
    selectRows ();
    table_.repaint ();
    if (const auto widths = markColumnWidths (document_); widths != std::exchange (widths_, widths))
    {
        fitMarkColumns (table_, widths_);
        if (onWidth)
            onWidth ();
    }
}

void MarkList::selectRows ()
{
    std::vector<int> rows;
    for (const std::size_t index : document_.selection ())
        rows.push_back (static_cast<int> (order_.rowOf (index)));
    table_.setSelectedRows (rowSet (rows), juce::dontSendNotification);
    if (! rows.empty ())
        table_.scrollToEnsureRowIsOnscreen (*std::ranges::min_element (rows));
    table_.repaint ();
}

void MarkList::selectedRowsChanged (int)
{
    if (isRebuilding_)
        return;
    std::vector<std::size_t> indices;
    for (int i = 0; i < table_.getNumSelectedRows (); ++i)
        if (const auto row = rowOf (table_.getSelectedRow (i)); row < order_.size ())
            indices.push_back (order_.indexOf (row));
    isChoosing_ = true;
    document_.select (std::move (indices));
    isChoosing_ = false;
    table_.repaint ();
}

std::optional<std::size_t> MarkList::currentIndex () const
{
    const int row = table_.getLastRowSelected ();
    if (row < 0 || rowOf (row) >= order_.size () || ! table_.isRowSelected (row))
        return std::nullopt;
    return order_.indexOf (rowOf (row));
}

// Cells.

juce::String MarkList::nameOfRow (int row) const
{
    if (rowOf (row) >= order_.size ())
        return {};
    const auto index = order_.indexOf (rowOf (row));
    return markRowName (document_[index], index);
}

void MarkList::paintRowBackground (juce::Graphics& graphics, int row, int, int, bool isSelected)
{
    paintMarkRow (graphics, row, isSelected);
}

juce::String MarkList::cellText (int row, int column) const
{
    if (rowOf (row) >= order_.size ())
        return {};
    const auto index = order_.indexOf (rowOf (row));
    return markCellText (document_[index], index, column);
}

void MarkList::paintCell (juce::Graphics& graphics, int row, int column, int width, int height,
                          bool isSelected)
{
    const bool isCurrent = isSelected && column == column_ && row == table_.getLastRowSelected () &&
                           table_.hasKeyboardFocus (true);
    paintMarkCell (graphics, cellText (row, column), column, {width, height}, isCurrent);
}

juce::Component* MarkList::refreshComponentForCell (int row, int column, bool isSelected,
                                                    juce::Component* former)
{
    auto* const cell = MarkCell::reuse (former, *this);
    cell->show (row, column, isSelected, cellText (row, column));
    return cell;
}

juce::String MarkList::getCellTooltip (int row, int column)
{
    if (rowOf (row) >= order_.size () || ! isValueColumn (column))
        return {};
    const auto index = order_.indexOf (rowOf (row));
    return textOf (valueText (document_[index], valueOfColumn (column)));
}

// Keys and mouse.

bool MarkList::press (const juce::KeyPress& key)
{
    using juce::KeyPress;
    if (key == KeyPress::leftKey || key == KeyPress::rightKey)
        return chooseColumn (column_ + (key == KeyPress::leftKey ? -1 : 1));
    if (key == KeyPress::returnKey || key == KeyPress::F2Key)
        return activate ();
    if (key == KeyPress (KeyPress::returnKey, juce::ModifierKeys::commandModifier, 0))
        return show ();
    if (key == KeyPress ('s'))
        return sortByColumn ();
    return pressMarkKey (document_, key);
}

bool MarkList::chooseColumn (int column)
{
    column_ = std::clamp (column, kNumberColumn, kLastValueColumn);
    table_.scrollToEnsureColumnIsOnscreen (column_);
    table_.repaint ();
    return true;
}

bool MarkList::sortByColumn ()
{
    auto& header = table_.getHeader ();
    const bool isSorted = header.getSortColumnId () == column_;
    header.setSortColumnId (column_, ! isSorted || ! header.isSortedForwards ());
    return true;
}

void MarkList::sortOrderChanged (int column, bool isForwards)
{
    order_.value = isValueColumn (column) ? std::optional (valueOfColumn (column)) : std::nullopt;
    order_.isFalling = ! isForwards;
    rebuild ();
}

bool MarkList::activate ()
{
    if (column_ == kNumberColumn)
        return show ();
    const auto index = currentIndex ();
    if (index)
        edit (static_cast<int> (order_.rowOf (*index)), column_);
    return index.has_value ();
}

bool MarkList::show ()
{
    const auto index = currentIndex ();
    if (index && onShow)
        onShow (document_[*index]);
    return index.has_value ();
}

void MarkList::cellDoubleClicked (int row, int column, const juce::MouseEvent&)
{
    chooseColumn (column);
    if (isValueColumn (column))
        edit (row, column);
    else
        show ();
}

// Editing.

void MarkList::edit (int row, int column)
{
    if (row < 0 || rowOf (row) >= order_.size ())
        return;
    table_.scrollToEnsureRowIsOnscreen (row);
    edited_ = {order_.indexOf (rowOf (row)), valueOfColumn (column)};
    const auto area = table_.getCellPosition (column, row, true).expanded (1);
    entry_.open (area, markValueName (edited_.value),
                 textOf (valueText (document_[edited_.index], edited_.value)));
}

Result<void> MarkList::enter (const std::string& text)
{
    const auto change = [&] () -> Result<void>
    {
        if (edited_.value == MarkValue::label)
            return document_.rename (edited_.index, text);
        MELSTROM_TRY_VALUE (auto changed,
                            withValue (document_[edited_.index], edited_.value, text));
        return document_.change ("Edit mark", {{edited_.index, std::move (changed)}});
    };
    auto done = change ();
    if (onMessage)
        onMessage (done ? juce::String () : textOf (done.error ().message));
    return done;
}

void MarkList::goOn (bool isBack)
{
    chooseColumn (std::max (column_ + (isBack ? -1 : 1), kFirstValueColumn));
    activate ();
}

} // namespace melstrom
