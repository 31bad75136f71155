// Files of any length: spectrogram, waveform, playing, comparison, marks, exports.
#pragma once

#include "Source/Export/PictureCopy.h"
#include "Source/Spectrogram/PanelMessages.h"
#include "Source/Timeline/TimelineView.h"
#include "Standalone/App/Audio/AppAudio.h"
#include "Standalone/App/Files/FileList.h"
#include "Standalone/App/Files/FileTools.h"
#include "Standalone/App/Files/OpenSound.h"
#include "Standalone/App/Marks/MarkOverlay.h"
#include "Standalone/App/Marks/MarkPanel.h"
#include "Standalone/App/Settings/AppSettings.h"
#include "Standalone/App/View/ViewBar.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <functional>
#include <memory>
#include <vector>

namespace melstrom
{

OverviewChannel channelOf (ViewMix mix) noexcept;

/** A list of open files at the left; the chosen one as spectrogram and waveform, alone or with a
    second file over it or in difference; marks at the right.
    Keys: Space plays and stops, L shows the list of marks, G the view's controls, P the spectrum at
    the side, Ctrl+O opens, Ctrl+W closes the file; keys of marks as MarkPanel says.
    Thread: message. */
class FilesPage final : public juce::Component
{
public:
    /** All outlive this object. */
    FilesPage (AppAudio& audio, AppSettings& settings, Backend& backend);
    ~FilesPage () override;

    /** Opens files and all sounds of folders on a thread, then a table of marks for the chosen file;
        shows the first that opens. What cannot be opened is told; what is open stays. */
    void open (const juce::StringArray& paths);
    void openDialog ();
    void update (); ///< for each frame of the screen
    void save ();   ///< settings

    int numOpen () const noexcept { return static_cast<int> (sounds_.size ()); }
    OpenSound* chosen () noexcept;
    TimelineView& view () noexcept { return view_; }
    void choose (int index);
    void close (int index);
    /** For the session: paths and unsaved marks. */
    std::unique_ptr<juce::XmlElement> session () const;
    void restore (const juce::XmlElement& session);
    bool hasUnsavedMarks () const;
    juce::String statusText () const;
    void loadFrontEnd (const juce::File& file);

    std::function<void (const juce::String&)> onMessage;
    std::function<void ()> onOpened; ///< a file was opened: the window shows this page

    void resized () override;
    void paint (juce::Graphics& graphics) override;
    bool keyPressed (const juce::KeyPress& key) override;
    bool keyStateChanged (bool isDown) override;

private:
    void listen ();
    void openFolder (const juce::File& folder);
    void openSounds (const juce::StringArray& paths);
    void tellFailed (const juce::String& text);
    bool isWaiting (const juce::File& file) const;
    bool showIfOpen (const juce::File& file);
    void openOne (std::unique_ptr<juce::XmlElement> entry, const juce::File& file);
    void opened (juce::XmlElement& waiting, const juce::File& file,
                 Result<std::unique_ptr<FileOverview>> overview);
    void forget (const juce::XmlElement& waiting);
    void openTables ();
    void restoreMarks (OpenSound& sound, const juce::XmlElement& entry);
    void showChosen ();
    void describe ();
    void showCompared ();
    void showList ();
    void useMarks ();
    void configure ();
    void togglePlaying ();
    void exportAs (PageExport kind);
    void tell (const Result<void>& done);
    OpenSound* compared () noexcept;

    AppAudio& audio_;
    AppSettings& settings_;
    Backend& backend_;
    std::vector<std::unique_ptr<OpenSound>> sounds_;
    /** Entries of a session for files that are being opened, or could not be opened and had marks. */
    std::vector<std::unique_ptr<juce::XmlElement>> waiting_;
    juce::StringArray tables_; ///< of marks, to open after the files dropped with them
    bool choosesNext_ = false; ///< the next file that opens is shown
    int numFailed_ = 0;        ///< files that could not be opened, since the last `open`
    bool isSpaceDown_ = false;
    int chosen_ = -1;
    OpenSound *playing_ = nullptr, *compared_ = nullptr; ///< of sounds_

    ViewModel model_;
    FileTools tools_;
    ViewBar bar_ {model_};
    FileList list_;
    TimelineView view_ {"File"};
    juce::TextEditor labelEditor_;
    std::unique_ptr<MarkOverlay> overlay_;
    std::unique_ptr<MarkPanel> panel_;
    SaveDialog saving_;
    std::unique_ptr<juce::FileChooser> chooser_;
    juce::SharedResourcePointer<PictureClipboard> clipboard_;
    juce::uint32 lastLookMs_ = 0;  ///< at the disk, for changed files
    juce::ThreadPool opening_ {1}; ///< destroyed first
};

} // namespace melstrom
