// The live spectrogram: what the device brings or plays, and its history.
#pragma once

#include "Source/Export/FileSaving.h"
#include "Source/Export/PictureCopy.h"
#include "Source/Spectrogram/PanelMessages.h"
#include "Standalone/App/Audio/AppAudio.h"
#include "Standalone/App/Live/LevelMeters.h"
#include "Standalone/App/Live/LiveHistory.h"
#include "Standalone/App/Live/LiveHistoryBar.h"
#include "Standalone/App/Live/LiveTools.h"
#include "Standalone/App/Live/LiveViews.h"
#include "Standalone/App/Settings/AppSettings.h"
#include "Standalone/App/View/ViewBar.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <functional>

namespace melstrom
{

/** Spectrograms (LiveViews), meters at the side, tools above, and behind the gear the views' controls
    and the history's memory. While the user looks at earlier sound, the history goes on. Views,
    zoom, second front end and memory are remembered.
    Keys: F freezes, R records, G opens the view's controls, P shows the spectrum at the side.
    Thread: message. */
class LivePage final : public juce::Component
{
public:
    /** Both outlive this object. */
    LivePage (AppAudio& audio, AppSettings& settings);
    ~LivePage () override;

    /** Takes rows, levels and the waveform, and draws. Called for each frame of the screen while
        the page is shown, and five times a second while it is not. Returns false if no view
        shows anything new. */
    bool update ();
    /** The device was started, changed or lost. */
    void deviceChanged ();
    /** Computation on this device from now on. */
    void setDevice (std::shared_ptr<LiveDevice> device);

    bool isFrozen () const { return views_.isFrozen (); }
    void setFrozen (bool isFrozen) { views_.setFrozen (isFrozen); }
    void showSecond (SecondView second);
    /** Records to a new file in the folder of recordings, or stops. */
    void toggleRecording ();
    void save (); ///< settings
    /** Front ends only; a refusal is shown. */
    Result<void> loadFrontEnd (const juce::File& file);
    /** "history 412 MB of 1000 MB · 142 ms to the screen · cpu · 1 gap". */
    juce::String statusText () const;
    /** From the input to the pixels, at most. */
    double latencySeconds () const
    {
        return audio_.inputLatencySeconds () + views_.delaySeconds ();
    }
    TimelineView& view () noexcept { return views_.first (); }
    const LiveFeed& feed (int index) const noexcept { return history_.feed (index); }
    LiveHistory& history () noexcept { return history_; }
    ViewModel& model (int index) noexcept { return index == 0 ? model_ : secondModel_; }
    /** The selected sound, or else the sound that is shown, as far as it is kept. */
    SoundCut shownSound () const;

    std::function<void (const juce::String&)> onMessage; ///< a sentence for the user
    std::function<void (const juce::File&)> onRecorded;  ///< a recording is complete
    std::function<void (SaveRequest)> onExport;          ///< a file is to be saved, on a thread
    std::function<void ()> onOpenFile, onDemo, onPlaySynth,
        onOpenDevices; ///< asked for without a device

    void resized () override;
    void paint (juce::Graphics& graphics) override;
    bool keyPressed (const juce::KeyPress& key) override;

private:
    /** As isShowing, which asks the X server at each call whether the window is minimised. */
    bool isSeen (double nowSeconds)
    {
        constexpr double kLookSeconds = 0.2;
        if (! isSeen_ || nowSeconds - lookedSeconds_ > kLookSeconds)
        {
            isSeen_ = isShowing ();
            lookedSeconds_ = nowSeconds;
        }
        return isSeen_ && isVisible ();
    }
    static ViewState rememberedView (const AppSettings& settings, int index);
    void restore ();
    void listen ();
    void configure ();
    void showHistory ();
    void tellDropped ();
    void record (RecordingFormat format);
    void stopRecording ();
    void showRecording ();
    void exportAs (ExportKind kind);
    SaveWork workOf (ExportKind kind, TapSamples sound);
    bool tellExported (const SoundCut& cut);
    void tell (const Result<void>& done);

    AppAudio& audio_;
    AppSettings& settings_;
    std::shared_ptr<LiveDevice> device_;
    LiveHistory history_;
    ViewModel model_, secondModel_;
    LiveTools tools_;
    ViewBar bar_ {model_}, secondBar_ {secondModel_};
    LiveHistoryBar historyBar_;
    LiveViews views_;
    LevelMeters meters_;
    juce::TextButton openFile_ {"Open a file..."}, demo_ {"Demo"},
        playSynth_ {"Play the synthesizer"}, devices_ {"Choose a device..."};
    SaveDialog saving_;
    juce::SharedResourcePointer<PictureClipboard> clipboard_;
    double lastUpdateSeconds_ = 0, lookedSeconds_ = 0;
    bool isSeen_ = false; ///< at the last look
};

} // namespace melstrom
