// What the app's window shows: pages, and the line below them.
#pragma once

#include "Engine/Live/Device/LiveDevice.h"
#include "Source/Editor/Bars/EngineMenu.h"
#include "Standalone/App/Batch/BatchPage.h"
#include "Standalone/App/Files/FilesPage.h"
#include "Standalone/App/Live/LivePage.h"
#include "Standalone/App/Settings/Session.h"
#include "Standalone/App/Synth/SynthPage.h"
#include "Standalone/App/Window/StatusLine.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <array>
#include <memory>

namespace melstrom
{

/** Pages: live spectrogram, files, synthesizer, batch. Owns audio, device of computation and
    session. Files dropped anywhere go to the page that takes them.
    Keys: Ctrl+1 .. 4 pages, F11 full screen, Ctrl+, audio devices, Escape cancels an export. Thread: message. */
class AppContent final : public juce::Component,
                         public juce::FileDragAndDropTarget,
                         private juce::Timer
{
public:
    explicit AppContent (AppSettings& settings); ///< settings: outlives this object
    ~AppContent () override;

    enum class Page : std::int8_t
    {
        live,
        files,
        synth,
        batch
    };
    void showPage (Page page);
    Page page () const noexcept { return page_; }
    void takeFocus (); ///< to the page's main part
    /** Sounds, folders, MIDI files, front ends, tables of marks. */
    void openPaths (const juce::StringArray& paths);
    void openDevices ();
    /** A sentence in the line below; empty: none. */
    void showMessage (const juce::String& text);

    /** Saves settings, instrument and session. isEnding: the session ended well. */
    void save (bool isEnding);
    /** A sentence if ending now loses something; asked twice it is empty. */
    juce::String reasonToStay ();

    AppAudio& audio () noexcept { return audio_; }
    LivePage& live () noexcept { return live_; }
    FilesPage& files () noexcept { return files_; }
    SynthPage& synth () noexcept { return synth_; }
    BatchPage& batch () noexcept { return batch_; }
    const juce::String& message () const noexcept { return status_.message (); }

    std::function<void ()> onFullScreen;

    void resized () override;
    void paint (juce::Graphics& graphics) override;
    bool keyPressed (const juce::KeyPress& key) override;
    bool isInterestedInFileDrag (const juce::StringArray&) override { return true; }
    void filesDropped (const juce::StringArray& paths, int, int) override { openPaths (paths); }

private:
    void listen ();
    void showDevice ();
    void restoreInstrument ();
    void chooseBackend (BackendChoice::Kind kind);
    juce::String unfinished () const;
    void offerSession ();
    void showSaving ();
    void update ();
    void timerCallback () override;
    juce::Component& pageOf (Page page) noexcept;

    AppSettings& settings_;
    juce::SharedResourcePointer<MelstromLook> look_;
    BackendChoice::Kind backendKind_;
    std::shared_ptr<LiveDevice> device_;
    std::unique_ptr<Backend> cpu_; ///< of files: all cores
    AppAudio audio_;
    Session session_;

    std::array<juce::TextButton, 4> tabs_;
    juce::TextButton devices_ {"Audio device"};
    EngineMenu engine_;
    LivePage live_;
    FilesPage files_;
    SynthPage synth_;
    BatchPage batch_;
    StatusLine status_;
    FileSaving saving_;
    juce::String savingText_; ///< as shown last
    std::unique_ptr<juce::Component> devicePanel_;
    juce::TooltipWindow tooltips_ {this};
    Page page_ = Page::live;
    juce::String toldReason_; ///< why the app should not end, as told last
    int numLooks_ = 0;
    juce::VBlankAttachment frames_;
};

} // namespace melstrom
