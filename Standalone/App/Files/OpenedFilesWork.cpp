// Which of the open files compute, and how much memory they have together.
#include "Standalone/App/Files/OpenedFiles.h"

namespace melstrom
{

namespace
{
/** Of the limit: the shown files may grow by this much between two frames of the screen. */
constexpr std::size_t kReserveShare = 16;
constexpr juce::uint32 kLookMs = 2000;
} // namespace

void OpenedFiles::setFrontEnd (const MelPreset& frontEnd, OverviewChannel channel)
{
    settings_.frontEnd = frontEnd;
    settings_.channel = channel;
    for (auto& sound : sounds_)
        tell (sound->overview->setFrontEnd (frontEnd, channel));
}

void OpenedFiles::setDevice (const OverviewDevice& device)
{
    device_ = device;
    for (auto& sound : sounds_)
        sound->overview->setDevice (device);
}

std::size_t OpenedFiles::memoryBytes () const
{
    std::size_t bytes = 0;
    for (const auto& sound : sounds_)
    {
        const auto status = sound->overview->status ();
        bytes += status.memoryBytes + status.workBytes;
    }
    return bytes;
}

bool OpenedFiles::update ()
{
    giveTurns ();
    bool hasChanged = false;
    for (auto& sound : sounds_)
        hasChanged = sound->overview->update () || hasChanged;
    releaseOldest ();
    return hasChanged;
}

bool OpenedFiles::lookAtDisk ()
{
    const auto now = juce::Time::getMillisecondCounter ();
    if (now - lastLookMs_ <= kLookMs)
        return false;
    lastLookMs_ = now;
    for (auto& sound : sounds_)
        sound->hasChangedOnDisk = sound->overview->hasChangedOnDisk ();
    return true;
}

/** The shown files compute, the others wait. */
void OpenedFiles::giveTurns ()
{
    ++shownCount_;
    for (auto& sound : sounds_)
    {
        auto& overview = *sound->overview;
        if (sound.get () == chosen () || sound.get () == compared ())
        {
            sound->shownCount = shownCount_;
            overview.setWork (OverviewWork::all);
        }
        else if (overview.settings ().work == OverviewWork::all)
            overview.setWork (OverviewWork::paused);
    }
}

void OpenedFiles::releaseOldest ()
{
    const auto most = mostBytes_ - mostBytes_ / kReserveShare;
    while (memoryBytes () > most)
    {
        OpenSound* oldest = nullptr;
        for (auto& sound : sounds_)
            if (sound->overview->settings ().work == OverviewWork::paused &&
                (oldest == nullptr || sound->shownCount < oldest->shownCount))
                oldest = sound.get ();
        if (oldest == nullptr)
            return; // only shown files are left: each has a limit of its own
        oldest->overview->setWork (OverviewWork::released);
    }
}

} // namespace melstrom
