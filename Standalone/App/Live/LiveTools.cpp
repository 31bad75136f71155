#include "Standalone/App/Live/LiveTools.h"

#include <array>

namespace melstrom
{

namespace
{

constexpr int kNarrow = 900; ///< below it buttons are as narrow as their texts allow

constexpr std::array kFormats {RecordingFormat::wav24, RecordingFormat::wavFloat,
                               RecordingFormat::flac24};

void describe (juce::Button& button, const juce::String& title, const juce::String& tooltip,
               bool isToggle)
{
    button.setTitle (title);
    button.setTooltip (tooltip);
    button.setClickingTogglesState (isToggle);
}

} // namespace

juce::String nameOf (RecordingFormat format)
{
    switch (format)
    {
        case RecordingFormat::wav24: return "WAV 24-bit";
        case RecordingFormat::wavFloat: return "WAV float";
        case RecordingFormat::flac24: break;
    }
    return "FLAC 24-bit";
}

LiveTools::LiveTools ()
{
    setTitle ("Live tools");
    setFocusContainerType (FocusContainerType::focusContainer);
    for (auto* part :
         std::initializer_list<juce::Component*> {&source_, &monitor_, &second_, &freeze_, &all_,
                                                  &peaks_, &record_, &formats_, &export_, &gear_})
        addAndMakeVisible (part);
    source_.addItemList ({"Input", "Output"}, 1);
    source_.setTitle ("Source");
    source_.setTooltip ("Input: what the device records. Output: what is played: synthesizer, "
                        "files, monitored input");
    source_.onChange = [this]
    { onSource (static_cast<ShownSound> (source_.getSelectedId () - 1)); };
    second_.addItemList ({"One front end", "Two front ends", "Difference"}, 1);
    second_.setTitle ("Second front end");
    second_.setTooltip ("Shows a second front end below the first, or second minus first in dB");
    second_.onChange = [this]
    { onSecond (static_cast<SecondView> (second_.getSelectedId () - 1)); };

    describe (monitor_, "Monitor the input",
              "Plays the input on the output. Beware of feedback with loudspeakers", true);
    monitor_.onClick = [this] { onMonitor (monitor_.getToggleState ()); };
    describe (freeze_, "Freeze", "Stops the picture; the history goes on (F)", true);
    freeze_.onClick = [this] { onFreeze (freeze_.getToggleState ()); };
    describe (all_, "Show all", "Shows the whole history (0)", false);
    all_.onClick = [this] { onShowAll (); };
    describe (peaks_, "Spectrum", "Average and peak spectrum of what is shown (P)", true);
    peaks_.onClick = [this] { onPeaks (peaks_.getToggleState ()); };
    describe (record_, "Record", "Records what the source brings to a new file (R)", false);
    record_.onClick = [this] { onRecord (isRecording_ ? std::nullopt : std::optional (format_)); };
    describe (formats_, "Format of recordings", "Format of recordings", false);
    formats_.onClick = [this] { showRecordMenu (); };
    export_.onExport = [this] (ExportKind kind) { onExport (kind); };
    gear_.setClickingTogglesState (true);
    gear_.onClick = [this] { onGear (); };
    showRecording ({});
}

void LiveTools::show (ShownSound source, bool isMonitored, SecondView second)
{
    source_.setSelectedId (static_cast<int> (source) + 1, juce::dontSendNotification);
    second_.setSelectedId (static_cast<int> (second) + 1, juce::dontSendNotification);
    monitor_.setToggleState (isMonitored, juce::dontSendNotification);
}

void LiveTools::showRecording (const juce::String& text)
{
    isRecording_ = text.isNotEmpty ();
    record_.setButtonText (isRecording_ ? "Stop  " + text : "Record");
    record_.setColour (juce::TextButton::buttonColourId,
                       isRecording_ ? Theme::warning ().darker (0.6f) : Theme::raised ());
    formats_.setButtonText (nameOf (format_));
    formats_.setEnabled (! isRecording_);
    source_.setEnabled (! isRecording_); // a recording has one source
}

void LiveTools::setGear (bool isOn)
{
    gear_.setToggleState (isOn, juce::dontSendNotification);
}

void LiveTools::showRecordMenu ()
{
    juce::PopupMenu menu;
    menu.addSectionHeader ("Recordings");
    for (const auto format : kFormats)
        menu.addItem (nameOf (format), true, format == format_,
                      [safe = SafePointer (this), format]
                      {
                          if (safe == nullptr)
                              return;
                          safe->format_ = format;
                          safe->showRecording ({});
                      });
    menu.showMenuAsync (juce::PopupMenu::Options ().withTargetComponent (formats_));
}

void LiveTools::resized ()
{
    auto area = getLocalBounds ();
    const auto take = [&area] (juce::Component& part, int width)
    {
        part.setBounds (area.removeFromLeft (width));
        area.removeFromLeft (Theme::kGap);
    };
    const bool isNarrow = getWidth () < kNarrow;
    take (source_, isNarrow ? 84 : 92);
    take (monitor_, isNarrow ? 68 : 76);
    take (record_, isRecording_ ? 170 : isNarrow ? 64 : 84);
    take (formats_, isNarrow ? 88 : 96);
    gear_.setBounds (area.removeFromRight (Theme::kControl));
    area.removeFromRight (Theme::kGap);
    export_.setBounds (area.removeFromRight (isNarrow ? 72 : 88));
    area.removeFromRight (Theme::kGap);
    take (freeze_, isNarrow ? 60 : 72);
    take (all_, isNarrow ? 36 : 44);
    take (peaks_, isNarrow ? 74 : 84);
    take (second_, std::clamp (area.getWidth (), 0, 150));
}

} // namespace melstrom
