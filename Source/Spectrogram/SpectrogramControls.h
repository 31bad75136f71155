// What can be chosen about a spectrogram.
#pragma once

#include "Source/Spectrogram/LevelRangeSlider.h"
#include "Source/Spectrogram/SpectrogramPanel.h"
#include "Source/State/ViewState.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <functional>
#include <vector>

namespace melstrom
{

/** Rows of controls with captions; as many rows as the width asks for. The slider of levels takes
    what room is left. Thread: message. */
class SpectrogramControls final : public juce::Component
{
public:
    explicit SpectrogramControls (bool hasInput);

    /** Called with what has been chosen. */
    std::function<void (const ViewState&)> onChange;
    std::function<void (bool)> onFreeze;
    std::function<void (SpectrogramPanel::ExportKind)> onExport;

    /** Shows it and tells nobody. */
    void show (const ViewState& view);
    void showFrozen (bool isFrozen);

    int heightFor (int width) const;
    void resized () override;
    void paint (juce::Graphics& graphics) override;

private:
    struct Item
    {
        juce::Component* component = nullptr;
        juce::String caption;
        int width = 0;
    };

    void fillBoxes (bool hasInput);
    void describe ();
    void change (const std::function<void (ViewState&)>& edit);
    void showCaptions ();
    void showExportMenu ();
    std::vector<std::vector<const Item*>> rowsFor (int width) const;

    ViewState view_;
    juce::ComboBox preset_ {"Front end"}, source_ {"Source"}, mix_ {"Mix"}, axis_ {"Axis"},
        colours_ {"Colours"};
    LevelRangeSlider range_;
    juce::Slider span_ {juce::Slider::LinearHorizontal, juce::Slider::NoTextBox};
    juce::TextButton freeze_ {"Freeze"}, peaks_ {"Peaks"}, export_ {"Export..."};
    std::vector<Item> items_;
    std::vector<std::pair<juce::Rectangle<int>, const Item*>> captions_;
};

} // namespace melstrom
