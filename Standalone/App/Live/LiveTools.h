// The row of buttons above the live spectrogram.
#pragma once

#include "Engine/Recording/RecordingSpec.h"
#include "Source/Look/IconButton.h"
#include "Standalone/App/Audio/AppAudio.h"

#include "Source/Export/ExportButton.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <algorithm>
#include <functional>
#include <optional>

namespace melstrom
{

/** How the second front end is shown. */
enum class SecondView : std::int8_t
{
    none,
    below,     ///< one above the other
    difference ///< second minus first in dB
};

/** Thread: message. */
class LiveTools final : public juce::Component
{
public:
    static constexpr int kHeight = Theme::kControl;

    LiveTools ();

    std::function<void (ShownSound)> onSource;
    std::function<void (bool)> onMonitor, onFreeze, onPeaks;
    std::function<void ()> onShowAll, onGear;
    std::function<void (SecondView)> onSecond;
    /** empty: the recording is to end */
    std::function<void (std::optional<RecordingFormat>)> onRecord;
    std::function<void (ExportKind)> onExport;

    void show (ShownSound source, bool isMonitored, SecondView second);
    void showFrozen (bool isFrozen)
    {
        freeze_.setToggleState (isFrozen, juce::dontSendNotification);
    }
    /** text: empty while nothing is recorded */
    void showRecording (const juce::String& text);
    bool isRecording () const noexcept { return isRecording_; }
    bool isGearOn () const { return gear_.getToggleState (); }
    void setGear (bool isOn);
    void togglePeaks () { peaks_.triggerClick (); }
    SecondView second () const
    {
        return static_cast<SecondView> (std::max (second_.getSelectedId () - 1, 0));
    }
    RecordingFormat format () const noexcept { return format_; }
    void setFormat (RecordingFormat format) noexcept { format_ = format; }

    void resized () override;

private:
    void showRecordMenu ();

    juce::ComboBox source_ {"Source"}, second_ {"Second front end"};
    juce::TextButton monitor_ {"Monitor"}, freeze_ {"Freeze"}, peaks_ {"Spectrum"}, all_ {"All"},
        record_ {"Record"}, formats_ {"WAV 24"};
    ExportButton export_;
    IconButton gear_ {Icon::gear, "Front end and view", "G"};
    RecordingFormat format_ = RecordingFormat::wav24;
    bool isRecording_ = false;
};

/** "WAV 24-bit", "WAV float", "FLAC 24-bit". */
juce::String nameOf (RecordingFormat format);

} // namespace melstrom
