// The list of open files.
#pragma once

#include "Source/Look/IconButton.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <functional>
#include <memory>
#include <vector>

namespace melstrom
{

/** Name and state of each open file; a click or the arrow keys choose one, Delete closes it.
    Thread: message. */
class FileList final : public juce::Component, private juce::ListBoxModel
{
public:
    struct Row
    {
        juce::String name, details;
        juce::String path;
        bool isWarning = false;
    };
    FileList ();

    std::function<void (int)> onChoose, onClose;
    std::function<void ()> onOpen;

    void show (std::vector<Row> rows, int chosen);

    void resized () override;
    void paint (juce::Graphics& graphics) override;

private:
    int getNumRows () override { return static_cast<int> (rows_.size ()); }
    void paintListBoxItem (int row, juce::Graphics& graphics, int width, int height,
                           bool isSelected) override;
    void selectedRowsChanged (int row) override;
    void deleteKeyPressed (int row) override;
    juce::String getTooltipForRow (int row) override;
    juce::String getNameForRow (int row) override;

    std::vector<Row> rows_;
    juce::ListBox box_;
    juce::TextButton open_ {"Open..."}, close_ {"Close"};
    bool isShowing_ = false; ///< a change of the selection is ours
};

} // namespace melstrom
