// The live spectrogram: what the device brings or plays, and its history.
#pragma once

#include "Source/Export/FileSaving.h"
#include "Source/Export/PictureCopy.h"
#include "Source/Spectrogram/PanelMessages.h"
#include "Source/Timeline/TimelineView.h"
#include "Standalone/App/Audio/AppAudio.h"
#include "Standalone/App/Live/LevelMeters.h"
#include "Standalone/App/Live/LiveFeed.h"
#include "Standalone/App/Live/LiveTools.h"
#include "Standalone/App/Settings/AppSettings.h"
#include "Standalone/App/View/ViewBar.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <functional>

namespace melstrom
{

/** One spectrogram, or two front ends one above the other, or their difference; meters at the side;
    tools above; view controls behind the gear. While the user looks at earlier sound, the history
    goes on.
    Keys: F freezes, R records, G opens the view's controls, P shows the spectrum at the side.
    Thread: message. */
class LivePage final : public juce::Component
{
public:
    /** Both outlive this object. */
    LivePage (AppAudio& audio, AppSettings& settings);
    ~LivePage () override;

    /** Takes rows, levels and the waveform, and draws. Called for each frame of the screen while
        the page is shown, and five times a second while it is not. */
    void update ();
    /** The device was started, changed or lost. */
    void deviceChanged ();
    /** Computation on this device from now on. */
    void setDevice (std::shared_ptr<LiveDevice> device);

    bool isFrozen () const;
    void setFrozen (bool isFrozen);
    /** Records to a new file in the folder of recordings, or stops. */
    void toggleRecording ();
    void save (); ///< settings
    /** Front ends only; a refusal is shown. */
    void loadFrontEnd (const juce::File& file);
    /** "12 MB of 512 MB · 34 ms to the row · cpu". */
    juce::String statusText () const;
    TimelineView& view () noexcept { return first_; }
    const LiveFeed& feed (int index) const noexcept { return feeds_[static_cast<size_t> (index)]; }

    std::function<void (const juce::String&)> onMessage; ///< a sentence for the user
    std::function<void (const juce::File&)> onRecorded;  ///< a recording is complete
    std::function<void (SaveRequest)> onExport;          ///< a file is to be saved, on a thread
    std::function<void ()> onOpenFile, onDemo, onPlaySynth,
        onOpenDevices; ///< asked for without a device

    void resized () override;
    void paint (juce::Graphics& graphics) override;
    bool keyPressed (const juce::KeyPress& key) override;

private:
    void listen ();
    void configure ();
    void showLayers ();
    void showSecond ();
    void alignViews (TimelineView& moved, TimelineView& other);
    void describe ();
    void record (RecordingFormat format);
    void stopRecording ();
    void showRecording ();
    void exportAs (ExportKind kind);
    SaveWork workOf (ExportKind kind, TapSamples sound);
    TapSamples shownSound () const;
    bool tellShort (const TapSamples& sound);
    double endSeconds () const;
    void tell (const Result<void>& done);

    AppAudio& audio_;
    AppSettings& settings_;
    std::shared_ptr<LiveDevice> device_;
    std::array<LiveFeed, 2> feeds_;
    ViewModel model_, secondModel_;
    LiveTools tools_;
    ViewBar bar_ {model_}, secondBar_ {secondModel_};
    TimelineView first_ {"Live"}, second_ {"Second front end"};
    LevelMeters meters_;
    juce::TextButton openFile_ {"Open a file..."}, demo_ {"Demo"},
        playSynth_ {"Play the synthesizer"}, devices_ {"Choose a device..."};
    SaveDialog saving_;
    juce::SharedResourcePointer<PictureClipboard> clipboard_;
    int generation_ = -1;
    bool isAligning_ = false;
    double lastUpdateSeconds_ = 0;
};

} // namespace melstrom
