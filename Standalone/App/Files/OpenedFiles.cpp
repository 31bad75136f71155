// Opening, closing and exporting on the page of files.
#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Core/Printable.h"
#include "Source/Export/RangeExport.h"
#include "Source/Parameters/ParameterText.h"
#include "Source/State/FrontEnd.h"
#include "Standalone/App/Files/FilesPage.h"
#include "Standalone/App/Files/FolderSounds.h"

#include <algorithm>

namespace melstrom
{

namespace
{

constexpr int kMostOpen = 64;
constexpr std::size_t kBytesOfFile = std::size_t {256} << 20; // of rows and waveform, at most
const juce::Identifier kHasFailed ("failed");

OverviewSettings settingsOf (const ViewModel& model)
{
    OverviewSettings settings;
    settings.frontEnd = model.frontEnd ();
    settings.channel = channelOf (model.view ().mix);
    settings.mostBytes = kBytesOfFile;
    return settings;
}

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

void FilesPage::open (const juce::StringArray& paths)
{
    choosesNext_ = true;
    numFailed_ = 0;
    juce::StringArray sounds;
    for (const auto& path : paths)
    {
        const juce::File file (path);
        if (file.isDirectory ())
            openFolder (file);
        else if (isFrontEndFile (path.toStdString ()))
            loadFrontEnd (file);
        else if (isTableOfMarks (file))
            tables_.add (path);
        else
            sounds.add (path);
    }
    openSounds (sounds);
    openTables ();
}

/** Looks for sounds on the thread that opens: a folder may be large, or that of a slow network. */
void FilesPage::openFolder (const juce::File& folder)
{
    opening_.addJob (
        [safe = SafePointer (this), folder]
        {
            const auto found = std::make_shared<Result<juce::StringArray>> (soundsOf (folder));
            juce::MessageManager::callAsync (
                [safe, found]
                {
                    if (safe == nullptr)
                        return;
                    if (*found)
                        safe->openSounds (**found);
                    else
                        safe->onMessage (textOf (found->error ().message));
                });
        });
}

void FilesPage::openSounds (const juce::StringArray& paths)
{
    int room = kMostOpen - numOpen () - static_cast<int> (waiting_.size ()), numLeftOut = 0;
    for (const auto& path : paths)
    {
        const auto bytes = path.toStdString ();
        if (! juce::CharPointer_UTF8::isValidString (bytes.data (),
                                                     static_cast<int> (bytes.size ())))
            tellFailed (textOf (printable (bytes)) +
                        ": the name is not UTF-8; rename it"); // juce::File would change it
        else if (--room >= 0)
            openOne (std::make_unique<juce::XmlElement> ("FILE"), juce::File (path));
        else
            ++numLeftOut;
    }
    if (numLeftOut > 0)
        onMessage ("At most " + juce::String (kMostOpen) + " files are open; " +
                   juce::String (numLeftOut) + " were left out.");
}

void FilesPage::tellFailed (const juce::String& text)
{
    ++numFailed_;
    onMessage (numFailed_ > 1
                   ? juce::String (numFailed_) + " files could not be opened; the last one: " + text
                   : text);
}

/** Opens the file on a thread: some formats have to be decoded once to know their length.
    entry: what a session knew of the file */
void FilesPage::openOne (std::unique_ptr<juce::XmlElement> entry, const juce::File& file)
{
    if (! entry->hasAttribute ("marks") && (isWaiting (file) || showIfOpen (file)))
        return;
    entry->setAttribute ("path", file.getFullPathName ());
    waiting_.push_back (std::move (entry));
    opening_.addJob (
        [safe = SafePointer (this), waiting = waiting_.back ().get (), file, &backend = backend_,
         settings = settingsOf (model_)]
        {
            auto made =
                std::make_shared<Result<std::unique_ptr<FileOverview>>> (FileOverview::open (
                    posixStorage (), file.getFullPathName ().toStdString (), backend, settings));
            juce::MessageManager::callAsync (
                [safe, waiting, file, made]
                {
                    if (safe != nullptr)
                        safe->opened (*waiting, file, std::move (*made));
                });
        });
}

bool FilesPage::isWaiting (const juce::File& file) const
{
    return std::any_of (waiting_.begin (), waiting_.end (),
                        [path = file.getFullPathName ()] (const auto& one) {
                            return ! one->getBoolAttribute (kHasFailed) &&
                                   one->getStringAttribute ("path") == path;
                        });
}

/** false: the file is not open. */
bool FilesPage::showIfOpen (const juce::File& file)
{
    const auto place = std::find_if (sounds_.begin (), sounds_.end (),
                                     [&] (const auto& sound) { return sound->file == file; });
    if (place == sounds_.end ())
        return false;
    if (std::exchange (choosesNext_, false))
    {
        choose (static_cast<int> (place - sounds_.begin ()));
        showList ();
        if (onOpened)
            onOpened ();
    }
    return true;
}

/** waiting: of waiting_ */
void FilesPage::opened (juce::XmlElement& waiting, const juce::File& file,
                        Result<std::unique_ptr<FileOverview>> overview)
{
    waiting.setAttribute (kHasFailed, ! overview);
    if (! overview)
    {
        if (! waiting.hasAttribute ("marks")) // else the session keeps them
            forget (waiting);
        tellFailed (textOf (overview.error ().message));
        return openTables ();
    }
    auto sound = std::make_unique<OpenSound> ();
    sound->file = file;
    sound->overview = *std::move (overview);
    tell (sound->overview->setFrontEnd (model_.frontEnd (), channelOf (model_.view ().mix)));
    sounds_.push_back (std::move (sound));
    restoreMarks (*sounds_.back (), waiting);
    forget (waiting);
    if (std::exchange (choosesNext_, false) || chosen_ < 0)
    {
        chosen_ = numOpen () - 1;
        showChosen ();
        if (onOpened)
            onOpened ();
    }
    else
        showCompared ();
    showList ();
    openTables ();
}

void FilesPage::forget (const juce::XmlElement& waiting)
{
    std::erase_if (waiting_, [&] (const auto& one) { return one.get () == &waiting; });
}

/** Opens dropped tables of marks for the chosen file, once the files dropped with them are open. */
void FilesPage::openTables ()
{
    const bool isOpening =
        std::any_of (waiting_.begin (), waiting_.end (),
                     [] (const auto& one) { return ! one->getBoolAttribute (kHasFailed); });
    if (isOpening || tables_.isEmpty ())
        return;
    const auto tables = std::exchange (tables_, {});
    if (panel_ == nullptr)
        return onMessage (tables[0] + ": open a sound first; then drop its marks.");
    panel_->files ().open (tables[0].toStdString ());
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

void FilesPage::close (int index)
{
    if (index < 0 || index >= numOpen ())
        return;
    auto& sound = sounds_[static_cast<std::size_t> (index)];
    if (sound->marks.isDirty () && sound->toldRevision != sound->marks.revision ())
    {
        sound->toldRevision = sound->marks.revision ();
        return onMessage (sound->file.getFileName () +
                          ": its marks are not saved; close it again to leave them.");
    }
    if (compared_ == sound.get ())
        compared_ = nullptr;
    if (playing_ == sound.get ())
    {
        audio_.stopPlaying ();
        playing_ = nullptr;
    }
    view_.setOverlays ({});
    view_.setLayers ({});
    overlay_.reset ();
    panel_.reset ();
    sounds_.erase (sounds_.begin () + index);
    chosen_ = std::min (chosen_, numOpen () - 1);
    showChosen ();
    showList ();
}

bool FilesPage::hasUnsavedMarks () const
{
    return std::any_of (sounds_.begin (), sounds_.end (),
                        [] (const auto& sound) { return sound->marks.isDirty (); }) ||
           std::any_of (waiting_.begin (), waiting_.end (),
                        [] (const auto& one) { return one->hasAttribute ("marks"); });
}

std::unique_ptr<juce::XmlElement> FilesPage::session () const
{
    auto xml = std::make_unique<juce::XmlElement> ("FILES");
    for (const auto& sound : sounds_)
    {
        auto* const one = xml->createNewChildElement ("FILE");
        one->setAttribute ("path", sound->file.getFullPathName ());
        one->setAttribute ("begin", sound->window.beginSeconds);
        one->setAttribute ("span", sound->window.spanSeconds);
        one->setAttribute ("marksFile", textOf (sound->marks.path ().string ()));
        if (const auto text = sound->marks.autosaveText (); ! text.empty ())
            one->setAttribute ("marks", juce::Base64::toBase64 (text.data (), text.size ()));
    }
    for (const auto& one : waiting_)
        xml->addChildElement (new juce::XmlElement (*one));
    return xml;
}

void FilesPage::restore (const juce::XmlElement& session)
{
    choosesNext_ = true;
    for (const auto* one : session.getChildIterator ())
        openOne (std::make_unique<juce::XmlElement> (*one),
                 juce::File (one->getStringAttribute ("path")));
}

void FilesPage::restoreMarks (OpenSound& sound, const juce::XmlElement& entry)
{
    sound.window = {entry.getDoubleAttribute ("begin"), entry.getDoubleAttribute ("span")};
    juce::MemoryOutputStream text;
    if (juce::Base64::convertFromBase64 (text, entry.getStringAttribute ("marks")) &&
        text.getDataSize () > 0)
        tell (sound.marks.restore (
            {static_cast<const char*> (text.getData ()), text.getDataSize ()}));
    else if (const auto path = entry.getStringAttribute ("marksFile"); path.isNotEmpty ())
        tell (sound.marks.load (path.toStdString ()));
}

void FilesPage::exportAs (PageExport kind)
{
    auto* const sound = chosen ();
    if (sound == nullptr)
        return onMessage ("No file is open.");
    if (kind == PageExport::copyPicture)
        return tell (clipboard_->copyPicture (view_.picture ()));
    double begin = view_.window ().beginSeconds, end = view_.window ().endSeconds ();
    if (const auto selected = view_.selection ())
    {
        begin = selected->beginSeconds;
        end = selected->endSeconds;
    }
    const auto range =
        rangeOf (sound->file.getFullPathName ().toStdString (), sound->overview->info (),
                 begin - sound->startSeconds, end - sound->startSeconds);
    saving_.open (
        *this, sound->file.getFileNameWithoutExtension () + " part" + endingOf (kind),
        [range, kind, picture = view_.picture (), frontEnd = model_.frontEnd (),
         colours = model_.view ().colours] (const juce::File& file) -> Result<void>
        {
            const auto path = file.getFullPathName ().toStdString ();
            switch (kind)
            {
                case PageExport::picture: return exportPicture (picture, posixStorage (), path);
                case PageExport::png: return exportPng (range, frontEnd, colours, path);
                case PageExport::wav: return exportWav (range, posixStorage (), path);
                case PageExport::npy: return exportNpy (range, frontEnd, posixStorage (), path);
                case PageExport::csv: return exportCsv (range, frontEnd, posixStorage (), path);
                case PageExport::copyPicture: break;
            }
            return {};
        },
        [] {});
}

} // namespace melstrom
