// Opening, closing and exporting on the page of files.
#include "Engine/Batch/Inputs/PathText.h"
#include "Source/Export/RangeExport.h"
#include "Source/Parameters/ParameterText.h"
#include "Source/State/FrontEnd.h"
#include "Standalone/App/Files/FilesPage.h"

#include <algorithm>

namespace melstrom
{

namespace
{

constexpr int kMostOpen = 64;

OverviewSettings settingsOf (const ViewModel& model)
{
    OverviewSettings settings;
    settings.frontEnd = model.frontEnd ();
    settings.channel = channelOf (model.view ().mix);
    return settings;
}

bool isTableOfMarks (const juce::File& file)
{
    return file.hasFileExtension ("txt;csv;table");
}

juce::String endingOf (FileTools::Export kind)
{
    switch (kind)
    {
        case FileTools::Export::wav: return ".wav";
        case FileTools::Export::npy: return ".npy";
        case FileTools::Export::csv: return ".csv";
        case FileTools::Export::picture:
        case FileTools::Export::copyPicture:
        case FileTools::Export::png: break;
    }
    return ".png";
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
    const int before = numOpen ();
    for (const auto& path : paths)
    {
        const juce::File file (path);
        if (file.isDirectory ())
        {
            auto inside = file.findChildFiles (juce::File::findFiles, true);
            inside.sort ();
            for (const auto& one : inside)
                if (looksLikeAudio (one.getFileName ().toStdString ()) && numOpen () < kMostOpen)
                    openOne (one);
        }
        else if (isFrontEndFile (path.toStdString ()))
            loadFrontEnd (file);
        else if (isTableOfMarks (file) && chosen () != nullptr)
            tell (chosen ()->marks.load (path.toStdString ()));
        else if (numOpen () < kMostOpen)
            openOne (file);
        else
            onMessage ("At most " + juce::String (kMostOpen) + " files are open; close some.");
    }
    if (numOpen () == before)
        return;
    chosen_ = before;
    showChosen ();
    showList ();
    if (onOpened)
        onOpened ();
}

void FilesPage::openOne (const juce::File& file)
{
    const auto path = file.getFullPathName ();
    const auto isThis = [&] (const auto& sound) { return sound->file == file; };
    if (std::any_of (sounds_.begin (), sounds_.end (), isThis))
        return;
    auto overview =
        FileOverview::open (posixStorage (), path.toStdString (), backend_, settingsOf (model_));
    if (! overview)
        return onMessage (textOf (overview.error ().message));
    auto sound = std::make_unique<OpenSound> ();
    sound->file = file;
    sound->overview = *std::move (overview);
    sounds_.push_back (std::move (sound));
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
    if (sound->marks.isDirty () && ! sound->marksMayGo)
    {
        sound->marksMayGo = true;
        return onMessage (sound->file.getFileName () +
                          ": its marks are not saved; close it again to leave them.");
    }
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
                        [] (const auto& sound) { return sound->marks.isDirty (); });
}

std::unique_ptr<juce::XmlElement> FilesPage::session () const
{
    auto xml = std::make_unique<juce::XmlElement> ("FILES");
    xml->setAttribute ("chosen", chosen_);
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
    return xml;
}

void FilesPage::restore (const juce::XmlElement& session)
{
    for (const auto* one : session.getChildIterator ())
    {
        const juce::File file (one->getStringAttribute ("path"));
        const int before = numOpen ();
        if (file.existsAsFile ())
            openOne (file);
        if (numOpen () == before)
            continue;
        auto& sound = *sounds_.back ();
        sound.window = {one->getDoubleAttribute ("begin"), one->getDoubleAttribute ("span")};
        juce::MemoryOutputStream text;
        if (juce::Base64::convertFromBase64 (text, one->getStringAttribute ("marks")) &&
            text.getDataSize () > 0)
            tell (sound.marks.restore (
                {static_cast<const char*> (text.getData ()), text.getDataSize ()}));
        else if (const auto path = one->getStringAttribute ("marksFile"); path.isNotEmpty ())
            tell (sound.marks.load (path.toStdString ()));
    }
    chosen_ = std::clamp (session.getIntAttribute ("chosen"), -1, numOpen () - 1);
    showChosen ();
    showList ();
}

void FilesPage::exportAs (FileTools::Export kind)
{
    auto* const sound = chosen ();
    if (sound == nullptr)
        return onMessage ("No file is open.");
    if (kind == FileTools::Export::copyPicture)
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
                case FileTools::Export::picture:
                    return exportPicture (picture, posixStorage (), path);
                case FileTools::Export::png: return exportPng (range, frontEnd, colours, path);
                case FileTools::Export::wav: return exportWav (range, posixStorage (), path);
                case FileTools::Export::npy:
                    return exportNpy (range, frontEnd, posixStorage (), path);
                case FileTools::Export::csv:
                    return exportCsv (range, frontEnd, posixStorage (), path);
                case FileTools::Export::copyPicture: break;
            }
            return {};
        },
        [] {});
}

} // namespace melstrom
