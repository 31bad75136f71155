// What can be chosen about a spectrogram.
#pragma once

#include "Source/Spectrogram/CaptionedRows.h"
#include "Source/Spectrogram/LevelRangeSlider.h"
#include "Source/Spectrogram/SpectrogramPanel.h"
#include "Source/State/ViewState.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <functional>

namespace melstrom
{

/** All but the front end. The sliders take what room is left. Thread: message. */
class SpectrogramControls final : public CaptionedRows
{
public:
    explicit SpectrogramControls (bool hasInput);

    /** Called with what has been chosen; front end and size of the editor are those of `show`. */
    std::function<void (const ViewState&)> onChange;
    std::function<void (bool)> onFreeze;
    std::function<void (SpectrogramPanel::ExportKind)> onExport;

    /** Shows it and tells nobody. */
    void show (const ViewState& view);
    void showFrozen (bool isFrozen);

private:
    void fillBoxes (bool hasInput);
    void describeAll ();
    void listen ();
    void change (const std::function<void (ViewState&)>& edit);
    void showCaptions ();
    void showExportMenu ();

    ViewState view_;
    juce::ComboBox source_ {"Source"}, mix_ {"Mix"}, axis_ {"Axis"}, colours_ {"Colours"};
    LevelRangeSlider range_;
    juce::Slider span_ {juce::Slider::LinearHorizontal, juce::Slider::NoTextBox};
    juce::TextButton notes_ {"Lines at C"}, freeze_ {"Freeze"}, peaks_ {"Peaks"},
        export_ {"Export..."};
};

} // namespace melstrom
