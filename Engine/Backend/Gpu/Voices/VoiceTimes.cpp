#include "Engine/Backend/Gpu/Voices/VoiceTimes.h"

namespace melstrom::gpu
{

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
    report ();
    start_ = {};
    end_ = {};
    clock_.release ();
}

bool VoiceTimes::prepare ()
{
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
    observer->worked ({DeviceStep::compute, "GPU voices", clock_.at (range->start),
                       clock_.at (range->end), bytes_});
}

} // namespace melstrom::gpu
