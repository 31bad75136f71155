// The row of buttons above the files' spectrogram.
#pragma once

#include "Source/Look/IconButton.h"
#include "Source/Timeline/TimelineLayer.h"

#include "Source/Export/ExportButton.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <functional>

namespace melstrom
{

/** Thread: message. */
class FileTools final : public juce::Component
{
public:
    static constexpr int kHeight = Theme::kControl;

    FileTools ();

    std::function<void ()> onPlay, onShowAll, onGear, onMarks;
    std::function<void (bool)> onPeaks;
    /** The second file, or the way of showing it, has changed. */
    std::function<void ()> onCompare;
    std::function<void (ExportKind)> onExport;

    void showPlaying (bool isPlaying);
    /** names: of the open files; second: index of the second file; below 0: none. */
    void showFiles (const juce::StringArray& names, int second);
    int second () const { return second_.getSelectedId () - 2; } ///< index; below 0: none
    TimelineBlend blend () const;
    bool isGearOn () const { return gear_.getToggleState (); }
    void setGear (bool isOn) { gear_.setToggleState (isOn, juce::dontSendNotification); }
    bool showsMarks () const { return marks_.getToggleState (); }
    void toggleMarks () { marks_.triggerClick (); }
    void togglePeaks () { peaks_.triggerClick (); }

    void resized () override;

private:
    juce::TextButton play_ {"Play"}, all_ {"All"}, peaks_ {"Spectrum"}, marks_ {"Marks"};
    ExportButton export_;
    juce::ComboBox second_ {"Compare with"}, blend_ {"Comparison"};
    IconButton gear_ {Icon::gear, "Front end and view", "G"};
};

} // namespace melstrom
