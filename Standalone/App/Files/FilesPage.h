// Files of any length: spectrogram, waveform, playing, comparison, marks, exports.
#pragma once

#include "Source/Export/FileSaving.h"
#include "Source/Export/PictureCopy.h"
#include "Source/Spectrogram/PanelMessages.h"
#include "Source/Timeline/TimelineView.h"
#include "Standalone/App/Audio/AppAudio.h"
#include "Standalone/App/Files/DemoSound.h"
#include "Standalone/App/Files/FileComparison.h"
#include "Standalone/App/Files/FileList.h"
#include "Standalone/App/Files/FileMarks.h"
#include "Standalone/App/Files/FileTools.h"
#include "Standalone/App/Files/FolderSearch.h"
#include "Standalone/App/Files/OpenedFiles.h"
#include "Standalone/App/Files/OpeningReport.h"
#include "Standalone/App/Settings/AppSettings.h"
#include "Standalone/App/View/ViewBar.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <functional>
#include <memory>

namespace melstrom
{

struct SoundRange;

OverviewChannel channelOf (ViewMix mix) noexcept;

/** A list of open files at the left; the chosen one as spectrogram and waveform, alone or with a
    second file over it or in difference; marks at the right. Without a file it offers a demo.
    Keys: Space plays and stops, L shows the list of marks, G the view's controls, P the spectrum at
    the side, Ctrl+O opens, Ctrl+W closes the file; keys of marks as MarkPanel says, of the shift as
    ShiftOverlay says.
    Thread: message. */
class FilesPage final : public juce::Component
{
public:
    /** All outlive this object. */
    FilesPage (AppAudio& audio, AppSettings& settings, Backend& backend);
    ~FilesPage () override;

    /** Opens files and all sounds of folders on a thread, then a table of marks for the chosen file;
        shows the first that opens. Folders end the search of former folders. `onReport` tells what
        cannot be opened; what is open stays. */
    void open (const juce::StringArray& paths);
    /** `open` for a request that the window shares among its pages: `begin` with the number of all
        paths, `fail` for what the other pages refuse, `add` for the rest. */
    void begin (int numPaths);
    void fail (const juce::String& path, const Error& error);
    void add (const juce::StringArray& paths);
    /** Computation there from now on, of all files. */
    void setDevice (const OverviewDevice& device) { files_.setDevice (device); }
    void openDialog ();
    void openDemo ();      ///< makes it first, if it was not made yet
    void togglePlaying (); ///< the selection, or from the cursor on
    /** For each frame of the screen. Returns false if a file that plays shows nothing new. */
    bool update ();
    void save (); ///< settings

    int numOpen () const noexcept { return files_.size (); }
    OpenSound* chosen () noexcept { return files_.chosen (); }
    const OpenSound* shown () const noexcept { return files_.chosen (); }
    OpenedFiles& files () noexcept { return files_; }
    const std::vector<std::unique_ptr<OpenSound>>& sounds () const noexcept
    {
        return files_.all ();
    }
    TimelineView& view () noexcept { return view_; }
    void choose (int index);
    void close (int index);
    /** For the session: paths, shifts and unsaved marks. */
    std::unique_ptr<juce::XmlElement> session () const { return files_.session (); }
    void restore (const juce::XmlElement& session);
    bool hasUnsavedMarks () const { return files_.hasUnsavedMarks (); }
    juce::String statusText () const;
    Result<void> loadFrontEnd (const juce::File& file);

    std::function<void (const juce::String&)> onMessage;
    std::function<void (const OpeningReport&)> onReport; ///< another file was not opened
    std::function<void ()> onOpened;            ///< a file was opened: the window shows this page
    std::function<void ()> onDemo;              ///< the demo is being opened
    std::function<void (SaveRequest)> onExport; ///< a file is to be saved, on a thread

    void resized () override;
    void paint (juce::Graphics& graphics) override;
    bool keyPressed (const juce::KeyPress& key) override;
    bool keyStateChanged (bool isDown) override;

private:
    void listen ();
    void listenToFiles ();
    void listenToDemo ();
    void openSounds (const juce::StringArray& paths);
    void openTables ();
    void showChosen ();
    void describe ();
    void showNames ();
    void showDemoButton ();
    void configure ();
    void exportAs (ExportKind kind);
    SaveWork workOf (ExportKind kind, const SoundRange& range);
    void tell (const Result<void>& done);

    AppAudio& audio_;
    AppSettings& settings_;
    Backend& backend_;
    OpenedFiles files_;
    juce::StringArray tables_; ///< of marks, to open after the files dropped with them
    OpeningReport report_;     ///< of the last request
    FolderSearch folders_ {posixStorage ()};
    bool isSpaceDown_ = false;
    bool hasOpened_ = false;           ///< files that the list does not show yet
    OpenSound* playing_ = nullptr;     ///< of files_
    std::int64_t underrunsBefore_ = 0; ///< of what was played before

    ViewModel model_;
    FileTools tools_;
    ViewBar bar_ {model_};
    FileList list_;
    TimelineView view_ {"File"};
    FileComparison comparison_ {files_, view_, tools_};
    FileMarks marks_ {view_, *this};
    juce::TextButton demoButton_ {"Demo"};
    DemoSound demo_;
    SaveDialog saving_;
    std::unique_ptr<juce::FileChooser> chooser_;
    juce::SharedResourcePointer<PictureClipboard> clipboard_;
};

} // namespace melstrom
