#include "Engine/Backend/Gpu/Voices/VoiceTimes.h"

#include "Engine/Core/Guarded.h"

#include <array>
#include <atomic>

namespace melstrom::gpu
{

namespace
{
/** The next of sixteen names, by turns. */
const char* nextTrack ()
{
    static constexpr std::array kTracks {
        "GPU voices 1",  "GPU voices 2",  "GPU voices 3",  "GPU voices 4",
        "GPU voices 5",  "GPU voices 6",  "GPU voices 7",  "GPU voices 8",
        "GPU voices 9",  "GPU voices 10", "GPU voices 11", "GPU voices 12",
        "GPU voices 13", "GPU voices 14", "GPU voices 15", "GPU voices 16"};
    static std::atomic<std::size_t> numGiven {0};
    return kTracks[numGiven++ % kTracks.size ()];
}
} // namespace

void VoiceTimes::begin (StreamHandle stream)
{
    report ();
    hasBegun_ = device_.observer () != nullptr && prepare () &&
                device_.noted (clock_.start (stream)).ok () &&
                device_.noted (device_->record (start_.get (), stream)).ok ();
}

void VoiceTimes::end (StreamHandle stream, std::int64_t bytes)
{
    bytes_ = bytes;
    hasEnded_ = hasBegun_ && device_.noted (device_->record (end_.get (), stream)).ok ();
}

void VoiceTimes::release () noexcept
{
    (void)guarded (
        [this] () -> Result<void> // without memory the last time is lost
        {
            report ();
            return {};
        });
    start_ = {};
    end_ = {};
    clock_.release ();
}

bool VoiceTimes::prepare ()
{
    if (track_ == nullptr)
        track_ = nextTrack ();
    if (track_ == nullptr)
        track_ = nextTrack ();
    return clock_.isPrepared () ||
           (take (start_, device_, device_->createEvent ()).ok () &&
            take (end_, device_, device_->createEvent ()).ok () && clock_.prepare ().ok ());
}

void VoiceTimes::report ()
{
    WorkObserver* const observer = device_.observer ();
    if (! std::exchange (hasEnded_, false) || observer == nullptr || device_.loss ())
        return;
    const auto done = device_.noted (device_->isDone (end_.get ()));
    if (! done || ! *done)
        return;
    const auto range = clock_.rangeOf (start_.get (), end_.get ());
    if (! range)
        return;
    clock_.sawEnd (range->end);
    observer->worked (
        {DeviceStep::compute, track_, clock_.at (range->start), clock_.at (range->end), bytes_});
}

} // namespace melstrom::gpu
