// The marks of a document as a table with cells to edit.
#pragma once

#include "Standalone/App/Marks/MarkCellEntry.h"
#include "Standalone/App/Marks/MarkCells.h"
#include "Standalone/App/Marks/MarkDocument.h"
#include "Standalone/App/Marks/MarkIndex.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <functional>
#include <optional>

namespace melstrom
{

/** Columns: number in the file, begin, end, low, high, label. A click on a heading sorts. A double
    click on a cell edits it; on a number it shows the mark. Keys: up and down choose a mark, left
    and right a column; Return or F2 edits the cell, or shows the mark from its number; Ctrl+Return
    shows the mark; S sorts by the column, in the other direction if it is sorted already; the keys
    of MarkKeys.h. Selected rows are the selected marks of the document. Thread: message. */
class MarkList final : public juce::Component,
                       private juce::TableListBoxModel,
                       private juce::ChangeListener
{
public:
    explicit MarkList (MarkDocument& document); ///< outlives this object
    ~MarkList () override;

    std::function<void (const Mark&)> onShow;
    std::function<void (const juce::String&)> onMessage; ///< why a text was refused; empty: none
    std::function<void ()> onWidth;                      ///< fittingWidth has changed

    /** In which all numbers are whole, and a part of the labels. In a narrower list the columns
        scroll. */
    int fittingWidth () const { return markTableWidth (table_, widths_); }

    void resized () override
    {
        table_.setBounds (getLocalBounds ());
        entry_.close ();
        fitMarkColumns (table_, widths_);
    }

private:
    /** Gives keys to the list before JUCE takes them, and names to its rows. */
    struct Table final : juce::TableListBox
    {
        std::function<bool (const juce::KeyPress&)> onKey;
        std::function<juce::String (int row)> nameOfRow; ///< for screen readers
        bool keyPressed (const juce::KeyPress& key) override
        {
            return onKey (key) || juce::TableListBox::keyPressed (key);
        }
        juce::String getNameForRow (int row) override { return nameOfRow (row); }
    };

    bool press (const juce::KeyPress& key);
    bool chooseColumn (int column);
    bool sortByColumn ();
    bool activate ();
    bool show ();
    void edit (int row, int column);
    void goOn (bool isBack);
    Result<void> enter (const std::string& text);
    void rebuild ();
    void selectRows ();
    juce::String nameOfRow (int row) const;
    juce::String cellText (int row, int column) const;
    std::optional<std::size_t> currentIndex () const;

    int getNumRows () override { return static_cast<int> (order_.size ()); }
    void paintRowBackground (juce::Graphics&, int row, int width, int height,
                             bool isSelected) override;
    void paintCell (juce::Graphics&, int row, int column, int width, int height,
                    bool isSelected) override;
    juce::Component* refreshComponentForCell (int row, int column, bool isSelected,
                                              juce::Component* former) override;
    void cellClicked (int, int column, const juce::MouseEvent&) override { chooseColumn (column); }
    void cellDoubleClicked (int row, int column, const juce::MouseEvent&) override;
    void sortOrderChanged (int column, bool isForwards) override;
    juce::String getCellTooltip (int row, int column) override;
    void selectedRowsChanged (int lastRow) override;
    void listWasScrolled () override { entry_.enter (true); } // it would be over another cell
    void changeListenerCallback (juce::ChangeBroadcaster*) override;

    MarkDocument& document_;
    MarkOrder order_;
    Table table_;
    MarkCellEntry entry_;
    /** The cell in entry_; the current cell may be another one already. */
    struct
    {
        std::size_t index = 0;
        MarkValue value = MarkValue::begin;
    } edited_;
    MarkColumnWidths widths_;    ///< that the columns need
    int column_ = 2;             ///< id of the current column
    std::uint64_t revision_ = 0; ///< of the document in order_
    bool isChoosing_ = false;    ///< the user selects rows
    bool isRebuilding_ = false;  ///< JUCE drops rows
};

} // namespace melstrom
