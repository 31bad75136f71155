// Opening and closing on the page of files: paths, dialogue, demo, session.
#include "Engine/Core/Printable.h"
#include "Source/Parameters/ParameterText.h"
#include "Source/State/FrontEnd.h"
#include "Standalone/App/Files/FilesPage.h"

#include <utility>

namespace melstrom
{

namespace
{

bool isTableOfMarks (const juce::File& file)
{
    return file.hasFileExtension ("txt;csv;tsv;table");
}

} // namespace

OverviewChannel channelOf (ViewMix mix) noexcept
{
    switch (mix)
    {
        case ViewMix::sum: return OverviewChannel::mean;
        case ViewMix::left: return OverviewChannel::left;
        case ViewMix::right: return OverviewChannel::right;
        case ViewMix::mid: return OverviewChannel::mid;
        case ViewMix::side: break;
    }
    return OverviewChannel::side;
}

void FilesPage::listenToFiles ()
{
    files_.onMessage = [this] (const juce::String& text)
    {
        if (onMessage)
            onMessage (text);
    };
    files_.onEnded = [this] { openTables (); };
    files_.onFailed = [this] (const juce::File& file, const Error& error)
    { fail (file.getFullPathName (), error); };
    files_.onOpened = [this] (bool isChosen)
    {
        hasOpened_ = true;
        if (! isChosen)
            return;
        showChosen ();
        showNames ();
        if (onOpened)
            onOpened ();
    };
    folders_.onFound = [this] (const juce::StringArray& paths)
    {
        report_.expect (paths.size () - 1); // in place of the folder
        openSounds (paths);
    };
    folders_.onFailed = [this] (const juce::File& folder, const Error& error)
    { fail (folder.getFullPathName (), error); };
}

/** Names of the open files: at most once a frame, however many files open meanwhile. */
void FilesPage::showNames ()
{
    hasOpened_ = false;
    comparison_.show ();
    list_.show (rowsOf (files_), files_.chosenIndex ());
}

void FilesPage::begin (int numPaths)
{
    report_.begin (numPaths, files_.isOpening ());
    files_.chooseNext ();
}

void FilesPage::fail (const juce::String& path, const Error& error)
{
    report_.fail (path.toStdString (), textOf (error.message));
    if (onReport)
        onReport (report_);
}

void FilesPage::open (const juce::StringArray& paths)
{
    begin (paths.size ());
    add (paths);
}

void FilesPage::add (const juce::StringArray& paths)
{
    juce::StringArray sounds;
    juce::Array<juce::File> folders;
    for (const auto& path : paths)
    {
        const juce::File file (path);
        if (file.isDirectory ())
            folders.add (file);
        else if (isFrontEndFile (path.toStdString ()))
        {
            if (const auto loaded = loadFrontEnd (file); ! loaded)
                fail (path, loaded.error ());
        }
        else if (isTableOfMarks (file))
            tables_.add (path);
        else
            sounds.add (path);
    }
    openSounds (sounds);
    if (! folders.isEmpty ())
        folders_.start (folders);
    openTables ();
}

void FilesPage::openSounds (const juce::StringArray& paths)
{
    int numLeftOut = 0;
    for (const auto& path : paths)
    {
        const auto bytes = path.toStdString ();
        if (! juce::CharPointer_UTF8::isValidString (bytes.data (),
                                                     static_cast<int> (bytes.size ())))
            fail (path, {ErrorCode::badUsage,
                         "the name is not UTF-8; rename it",
                         {}}); // juce::File would change it
        else
            numLeftOut += files_.open (juce::File (path)) ? 0 : 1;
    }
    report_.leaveOut (numLeftOut);
    if (numLeftOut > 0 && onReport)
        onReport (report_);
}

/** Opens dropped tables of marks for the chosen file, once the files dropped with them are open. */
void FilesPage::openTables ()
{
    if (files_.isOpening () || tables_.isEmpty ())
        return;
    auto rest = std::exchange (tables_, {});
    const char* refusal = "open a sound first; then drop its marks";
    if (marks_.panel () != nullptr)
    {
        refusal = "one table of marks is opened at a time: that of the chosen file";
        const auto table = rest[0];
        rest.remove (0);
        marks_.panel ()->files ().open (table.toStdString (),
                                        [safe = SafePointer (this), table] (const Error& error)
                                        {
                                            if (safe != nullptr)
                                                safe->fail (table, error);
                                        });
    }
    for (const auto& table : rest)
        fail (table, {ErrorCode::badUsage, refusal, {}});
}

void FilesPage::openDialog ()
{
    chooser_ = std::make_unique<juce::FileChooser> (
        "Open sounds", juce::File (settings_.text ("openFolder")), "*");
    chooser_->launchAsync (
        juce::FileBrowserComponent::openMode | juce::FileBrowserComponent::canSelectFiles |
            juce::FileBrowserComponent::canSelectDirectories |
            juce::FileBrowserComponent::canSelectMultipleItems,
        [safe = SafePointer (this)] (const juce::FileChooser& chosen)
        {
            if (safe == nullptr || chosen.getResults ().isEmpty ())
                return;
            safe->settings_.setText ("openFolder",
                                     chosen.getResult ().getParentDirectory ().getFullPathName ());
            juce::StringArray paths;
            for (const auto& file : chosen.getResults ())
                paths.add (file.getFullPathName ());
            safe->open (paths);
        });
}

Result<void> FilesPage::loadFrontEnd (const juce::File& file)
{
    tools_.setGear (true);
    resized ();
    return bar_.load (file);
}

void FilesPage::close (int index)
{
    if (index < 0 || index >= numOpen ())
        return;
    auto& sound = files_[index];
    if (sound.marks.isDirty () && sound.toldRevision != sound.marks.revision ())
    {
        sound.toldRevision = sound.marks.revision ();
        return onMessage (sound.file.getFileName () +
                          ": its marks are not saved; close it again to leave them.");
    }
    if (playing_ == &sound)
    {
        audio_.stopPlaying ();
        playing_ = nullptr;
    }
    view_.setLayers ({});
    marks_.use (nullptr);
    files_.remove (index);
    showChosen ();
    list_.show (rowsOf (files_), files_.chosenIndex ());
}

void FilesPage::restore (const juce::XmlElement& session)
{
    begin (session.getNumChildElements ());
    files_.restore (session);
}

void FilesPage::listenToDemo ()
{
    demoButton_.setTitle ("Demo");
    demoButton_.setTooltip ("Renders a short phrase with a built-in patch, and opens it");
    demoButton_.onClick = [this] { openDemo (); };
    demo_.onProgress = [this] (int percent)
    { demoButton_.setButtonText ("Rendering, " + juce::String (percent) + " %"); };
    demo_.onFailed = [this] (const juce::String& text)
    {
        demoButton_.setButtonText ("Demo");
        if (onMessage)
            onMessage (text);
    };
    demo_.onMade = [this] (const juce::File& file)
    {
        demoButton_.setButtonText ("Demo");
        open ({file.getFullPathName ()});
        if (onDemo)
            onDemo ();
    };
}

void FilesPage::openDemo ()
{
    demo_.make ();
}

/** While nothing is open, and while it is made. */
void FilesPage::showDemoButton ()
{
    const bool isOffered = numOpen () == 0 && ! files_.isOpening ();
    demoButton_.setVisible (isOffered || demo_.isMaking ());
    demoButton_.setEnabled (! demo_.isMaking ());
}

} // namespace melstrom
