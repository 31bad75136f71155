// The list of failed files, warnings and faults.
#pragma once

#include "Standalone/App/Batch/BatchEnd.h"

#include <juce_gui_basics/juce_gui_basics.h>

namespace melstrom
{

/** A click on a heading sorts by it, a second click backwards. Ctrl+C copies the selected lines, or
    all lines if none is selected. Thread: message. */
class BatchProblemTable final : public juce::TableListBox, private juce::TableListBoxModel
{
public:
    BatchProblemTable ();
    ~BatchProblemTable () override;

    void show (std::vector<BatchProblem> problems);
    /** Lines with tabs between the columns, in the order on the screen: the selected ones, else
        all, with the headings. */
    juce::String text () const;

    bool keyPressed (const juce::KeyPress& key) override;
    void resized () override;
    void paintOverChildren (juce::Graphics& graphics) override;

private:
    int getNumRows () override;
    /** For screen readers. */
    juce::String getNameForRow (int row) override;
    void paintRowBackground (juce::Graphics& graphics, int row, int width, int height,
                             bool isSelected) override;
    void paintCell (juce::Graphics& graphics, int row, int column, int width, int height,
                    bool isSelected) override;
    juce::String getCellTooltip (int row, int column) override;
    void sortOrderChanged (int column, bool isForwards) override;

    juce::String cell (int row, int column) const;

    std::vector<BatchProblem> problems_;
};

} // namespace melstrom
