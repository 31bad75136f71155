// What the app's window shows: pages, and the line below them.
#pragma once

#include "Source/Editor/Bars/EngineMenu.h"
#include "Source/Editor/Widgets/OverlayPanel.h"
#include "Standalone/App/Settings/Session.h"
#include "Standalone/App/Window/AppPages.h"
#include "Standalone/App/Window/ComputeReports.h"
#include "Standalone/App/Window/FramePace.h"
#include "Standalone/App/Window/StatusLine.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <memory>

namespace melstrom
{

/** Pages: live spectrogram, files, synthesizer, batch. Owns audio, devices of computation and
    session. Files dropped anywhere go to the page that takes them.
    Keys: those of AppPages, F11 full screen, Ctrl+, audio devices, Ctrl+E devices of computation,
    Escape cancels an export. Thread: message. */
class AppContent final : public juce::Component,
                         public juce::FileDragAndDropTarget,
                         private juce::Timer
{
public:
    explicit AppContent (AppSettings& settings); ///< settings: outlives this object
    ~AppContent () override;

    using Page = AppPage;
    void showPage (Page page) { pages_.show (page); }
    Page page () const noexcept { return pages_.page (); }
    /** To the open panel, else to the page's main part. */
    void takeFocus ();
    /** Sounds, folders, MIDI files, front ends, tables of marks. */
    void openPaths (const juce::StringArray& paths) { pages_.openPaths (paths); }
    /** These open a panel, or close it. */
    void openDevices ();
    void openComputation ();
    /** A sentence in the line below; empty: none. */
    void showMessage (const juce::String& text);

    /** Saves settings, instrument and session. isEnding: the session ended well. */
    void save (bool isEnding);
    /** A sentence if ending now loses something; asked twice it is empty. */
    juce::String reasonToStay ();

    AppAudio& audio () noexcept { return audio_; }
    LivePage& live () noexcept { return pages_.live (); }
    FilesPage& files () noexcept { return pages_.files (); }
    SynthPage& synth () noexcept { return pages_.synth (); }
    BatchPage& batch () noexcept { return pages_.batch (); }
    const juce::String& message () const noexcept { return status_.message (); }

    std::function<void ()> onFullScreen;

    void resized () override;
    void paint (juce::Graphics& graphics) override;
    bool keyPressed (const juce::KeyPress& key) override;
    bool isInterestedInFileDrag (const juce::StringArray&) override { return true; }
    void filesDropped (const juce::StringArray& paths, int, int) override { openPaths (paths); }

private:
    static constexpr const char* kMidiOff = "midiInputsOff"; ///< setting: names, one a line

    void listen ();
    void showDevice ();
    void restoreInstrument ();
    void chooseBackend (ComputePart part, BackendChoice::Kind kind);
    template <typename Panel, typename... Arguments>
    void openPanel (Arguments&&... arguments);
    void closePanel ();
    juce::String unfinished () const;
    void offerSession ();
    void showSaving ();
    void showReport (const OpeningReport& report);
    void timerCallback () override;

    AppSettings& settings_;
    juce::SharedResourcePointer<MelstromLook> look_;
    ComputeDevices computing_;
    AppAudio audio_;
    Session session_;

    AppPages pages_;
    ComputeReports reports_;
    juce::TextButton devices_ {"Audio device"};
    EngineMenu engine_;
    StatusLine status_;
    std::unique_ptr<OverlayPanel> panel_; ///< over the page
    FileSaving saving_;
    juce::String savingText_; ///< as shown last
    juce::TooltipWindow tooltips_ {this};
    juce::String toldReason_; ///< why the app should not end, as told last
    int numLooks_ = 0;
    FramePace pace_;
    juce::VBlankAttachment frames_;
};

} // namespace melstrom
