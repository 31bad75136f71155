// The list of open files.
#pragma once

#include "Source/Look/IconButton.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace melstrom
{

class AppAudio;
class Backend;
class OpenedFiles;
struct OpenSound;

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

// What the page says of its files. In FileTexts.cpp.

/** Container, rate, channels and front end. */
juce::String detailsOf (const OpenSound& sound);
std::vector<FileList::Row> rowsOf (const OpenedFiles& files);
/** Name of the backend that computes the file now. sound: null: none. */
std::string deviceOf (const OpenSound* sound, const Backend& own);
/** Number, memory and its limit, backend, the file that is being opened. */
juce::String stateOf (const OpenedFiles& files, const std::string& backendName);
/** Why what plays ended early, or how long it was silent because the file was not read in time;
    behind a dot. Empty: neither. underrunsBefore: AppAudio::numPlayUnderruns when it began. */
juce::String playFaultOf (const AppAudio& audio, std::int64_t underrunsBefore);

} // namespace melstrom
