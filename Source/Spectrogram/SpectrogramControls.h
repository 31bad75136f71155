// Controls of a spectrogram's view.
#pragma once

#include "Source/Export/ExportButton.h"
#include "Source/Spectrogram/CaptionedRows.h"
#include "Source/State/ViewState.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <functional>

namespace melstrom
{

/** A slider for the lowest and the highest shown level: -140 to +12 dB; the ends are at least 6 dB
    apart. Drag an end. Left and right move the lower end by 1 dB, page up and page down by 10 dB;
    with Shift the upper end. A double click or backspace sets -90 .. 0. */
class LevelRangeSlider final : public juce::Slider
{
public:
    static constexpr double kLeastDb = -140, kMostDb = 12, kNarrowestDb = 6;

    LevelRangeSlider ();
    void setLevels (double lowestDb, double highestDb, juce::NotificationType notification);

    void paint (juce::Graphics& graphics) override;
    bool keyPressed (const juce::KeyPress& key) override;
    void mouseDoubleClick (const juce::MouseEvent& event) override;
    void valueChanged () override;
};

/** All settings except the front end. The sliders share the rest of the width. Thread: message. */
class SpectrogramControls final : public CaptionedRows
{
public:
    enum class Owner
    {
        analyzer,
        instrument, ///< may show its input too
        timeline    ///< has controls of its own for source, span, freezing and export
    };
    explicit SpectrogramControls (Owner owner);

    /** Called with the new view. Front end and editor size are those of `show`. */
    std::function<void (const ViewState&)> onChange;
    std::function<void (bool)> onFreeze;
    std::function<void (ExportKind)> onExport;

    /** Shows the view without a callback. */
    void show (const ViewState& view);
    void showFrozen (bool isFrozen);

private:
    void fillBoxes ();
    void describeAll ();
    void listen ();
    void change (const std::function<void (ViewState&)>& edit);
    void showCaptions ();

    ViewState view_;
    juce::ComboBox source_ {"Source"}, mix_ {"Mix"}, axis_ {"Axis"}, colours_ {"Colours"};
    LevelRangeSlider range_;
    juce::Slider span_ {juce::Slider::LinearHorizontal, juce::Slider::NoTextBox};
    juce::TextButton notes_ {"Lines at C"}, freeze_ {"Freeze"}, peaks_ {"Peaks"};
    ExportButton export_ {"the visible part, frozen or not"};
};

} // namespace melstrom
