#include "Standalone/App/Files/OpenedFiles.h"

#include "Engine/Core/System/Process.h"
#include "Source/Parameters/ParameterText.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

namespace
{
/** Two files are shown; the other half is for files that were shown before. */
constexpr std::size_t kFilesAtOnce = 4;
constexpr int kMostWaitMs = 60'000;
const juce::Identifier kHasFailed ("failed");
} // namespace

OpenedFiles::OpenedFiles (Backend& backend) : backend_ (backend) {}

OpenedFiles::~OpenedFiles ()
{
    for (const auto& stop : stops_)
        *stop = true;
    opening_.removeAllJobs (true, kMostWaitMs); // they use the backend
}

OpenSound* OpenedFiles::chosen () const noexcept
{
    return chosen_ >= 0 && chosen_ < size () ? sounds_[static_cast<std::size_t> (chosen_)].get ()
                                             : nullptr;
}

OpenSound* OpenedFiles::compared () const noexcept
{
    return compared_ != chosen () ? compared_ : nullptr;
}

int OpenedFiles::comparedIndex () const noexcept
{
    const auto isCompared = [this] (const auto& sound) { return sound.get () == compared_; };
    const auto place = std::find_if (sounds_.begin (), sounds_.end (), isCompared);
    return place != sounds_.end () ? static_cast<int> (place - sounds_.begin ()) : -1;
}

void OpenedFiles::compare (int index)
{
    compared_ =
        index >= 0 && index < size () ? sounds_[static_cast<std::size_t> (index)].get () : nullptr;
}

bool OpenedFiles::open (const juce::File& file)
{
    if (size () + static_cast<int> (waiting_.size ()) >= kMostOpen)
        return false;
    auto entry = std::make_unique<juce::XmlElement> ("FILE");
    entry->setAttribute ("path", file.getFullPathName ());
    begin (std::move (entry));
    return true;
}

void OpenedFiles::restore (const juce::XmlElement& session)
{
    for (const auto* one : session.getChildIterator ())
        begin (std::make_unique<juce::XmlElement> (*one));
}

/** Opens the file on a thread: some formats have to be decoded once to know their length.
    entry: what a session knew of the file */
void OpenedFiles::begin (std::unique_ptr<juce::XmlElement> entry)
{
    const juce::File file (entry->getStringAttribute ("path"));
    if (! entry->hasAttribute ("marks") && (isWaiting (file) || showIfOpen (file)))
        return;
    entry->removeAttribute (kHasFailed);
    waiting_.push_back (std::move (entry));
    auto settings = settings_;
    settings.mostBytes = mostBytes_ / kFilesAtOnce;
    settings.work = OverviewWork::released; // until it is shown
    std::erase_if (stops_, [] (const auto& stop) { return stop.use_count () == 1; });
    stops_.push_back (std::make_shared<std::atomic<bool>> (false));
    opening_.addJob (
        [safe = juce::WeakReference<OpenedFiles> (this), waiting = waiting_.back ().get (),
         path = file.getFullPathName ().toStdString (), &backend = backend_, settings,
         stop = stops_.back ()]
        {
            auto made = std::make_shared<Result<std::unique_ptr<FileOverview>>> (
                FileOverview::open (posixStorage (), path, backend, settings, stop));
            juce::MessageManager::callAsync (
                [safe, waiting, made]
                {
                    if (safe != nullptr)
                        safe->opened (*waiting, std::move (*made));
                });
        });
}

bool OpenedFiles::isWaiting (const juce::File& file) const
{
    return std::any_of (waiting_.begin (), waiting_.end (),
                        [path = file.getFullPathName ()] (const auto& one) {
                            return ! one->getBoolAttribute (kHasFailed) &&
                                   one->getStringAttribute ("path") == path;
                        });
}

/** false: the file is not open. */
bool OpenedFiles::showIfOpen (const juce::File& file)
{
    const auto place = std::find_if (sounds_.begin (), sounds_.end (),
                                     [&] (const auto& sound) { return sound->file == file; });
    if (place == sounds_.end ())
        return false;
    if (std::exchange (choosesNext_, false))
    {
        chosen_ = static_cast<int> (place - sounds_.begin ());
        onOpened (true);
    }
    return true;
}

/** waiting: of waiting_ */
void OpenedFiles::opened (juce::XmlElement& waiting, Result<std::unique_ptr<FileOverview>> overview)
{
    if (overview)
        add (waiting, *std::move (overview));
    else
    {
        const juce::File file (waiting.getStringAttribute ("path"));
        waiting.setAttribute (kHasFailed, true);
        if (! waiting.hasAttribute ("marks")) // else the session keeps them
            forget (waiting);
        onFailed (file, overview.error ());
    }
    onEnded ();
}

void OpenedFiles::add (juce::XmlElement& waiting, std::unique_ptr<FileOverview> overview)
{
    auto sound = std::make_unique<OpenSound> ();
    sound->file = juce::File (waiting.getStringAttribute ("path"));
    sound->overview = std::move (overview);
    tell (sound->overview->setFrontEnd (settings_.frontEnd, settings_.channel));
    sound->overview->setDevice (device_);
    tell (sound->restore (waiting));
    sounds_.push_back (std::move (sound));
    forget (waiting);
    const bool isChosen = std::exchange (choosesNext_, false) || chosen () == nullptr;
    if (isChosen)
        chosen_ = size () - 1;
    onOpened (isChosen);
}

void OpenedFiles::forget (const juce::XmlElement& waiting)
{
    std::erase_if (waiting_, [&] (const auto& one) { return one.get () == &waiting; });
}

void OpenedFiles::remove (int index)
{
    if (compared_ == &(*this)[index])
        compared_ = nullptr;
    sounds_.erase (sounds_.begin () + index);
    chosen_ = std::min (chosen_, size () - 1);
    opening_.addJob ([] { giveBackFreedMemory (); }); // of its rows; takes milliseconds
}

bool OpenedFiles::isOpening () const
{
    return std::any_of (waiting_.begin (), waiting_.end (),
                        [] (const auto& one) { return ! one->getBoolAttribute (kHasFailed); });
}

juce::String OpenedFiles::openingName () const
{
    return waiting_.empty ()
               ? juce::String ()
               : juce::File (waiting_.front ()->getStringAttribute ("path")).getFileName ();
}

std::unique_ptr<juce::XmlElement> OpenedFiles::session () const
{
    auto xml = std::make_unique<juce::XmlElement> ("FILES");
    for (const auto& sound : sounds_)
        xml->addChildElement (sound->entry ().release ());
    for (const auto& one : waiting_)
        xml->addChildElement (new juce::XmlElement (*one));
    return xml;
}

bool OpenedFiles::hasUnsavedMarks () const
{
    return std::any_of (sounds_.begin (), sounds_.end (),
                        [] (const auto& sound) { return sound->marks.isDirty (); }) ||
           std::any_of (waiting_.begin (), waiting_.end (),
                        [] (const auto& one) { return one->hasAttribute ("marks"); });
}

void OpenedFiles::tell (const Result<void>& done)
{
    if (! done)
        onMessage (textOf (done.error ().message));
}

} // namespace melstrom
