#include "Engine/Backend/Gpu/Voices/VoiceStream.h"

#include <algorithm>
#include <thread>

namespace melstrom::gpu
{

namespace
{
using Clock = std::chrono::steady_clock;

/** Reads only the word and the clock. */
bool isReachedWithin (const BatchMark& batch, std::chrono::microseconds time)
{
    if (batch.word == nullptr)
        return false;
    const auto end = Clock::now () + time;
    while (! batch.isReached ())
        if (Clock::now () >= end)
            return false;
    return true;
}
} // namespace

Result<void> VoiceStream::prepare ()
{
    MELSTROM_TRY (take (stream_, device_, device_->createStream ()));
    return take (done_, device_, device_->createEvent ());
}

Result<void> VoiceStream::capture (const VoiceWork& work, Graph& graph)
{
    MELSTROM_TRY (device_.noted (device_->beginCapture (get ())));
    Result<void> launched;
    for (const auto kernel : {VoiceKernel::fetch, VoiceKernel::partials, VoiceKernel::mix})
        if (launched)
            launched = device_.noted (device_->launch (kernel, work, 0, get ()));
    auto captured = device_->endCapture (get ());
    if (launched)
        return take (graph, device_, std::move (captured));
    if (captured)
        device_->destroy (*captured);
    return launched;
}

Result<void> VoiceStream::mark ()
{
    if (device_.loss ())
        return lost (*device_.loss ());
    isMarked_ = true;
    const auto done = device_.noted (device_->record (done_.get (), get ()));
    return done ? done : lost (done.error ());
}

/** Records no event yet: most batches end before the device is polled. */
Result<void> VoiceStream::launch (const Graph& graph)
{
    if (device_.loss ())
        return lost (*device_.loss ());
    isMarked_ = false;
    const auto done = device_.noted (device_->launch (graph.get (), get ()));
    return done ? done : lost (done.error ());
}

Result<VoiceStream::Seen> VoiceStream::look ()
{
    const std::unique_lock lock (device_.mutex, std::try_to_lock);
    if (! lock.owns_lock ())
        return Seen::nothing;
    if (! isMarked_)
        MELSTROM_TRY (mark ());
    auto done = device_.noted (device_->isDone (done_.get ()));
    if (! done)
        return lost (done.error ()).error ();
    if (*done)
        return Seen::done;
    return device_.isTrying () ? Seen::nothing : Seen::computing;
}

Result<void> VoiceStream::wait (const BatchMark& batch)
{
    constexpr std::chrono::microseconds kBetweenLooks {50}, kSpinning {500}, kSleep {20};
    // Limits the counted time between two polls, so that a suspended process does not count as
    // waiting.
    constexpr Clock::duration kMostBetweenLooks = std::chrono::milliseconds {50};
    const auto begin = Clock::now ();
    auto lastLook = begin;
    for (auto counted = Clock::duration::zero (); counted < deadline_;)
    {
        const bool spins = Clock::now () - begin < kSpinning;
        if (isReachedWithin (batch, spins ? kBetweenLooks : std::chrono::microseconds {0}))
            return {};
        MELSTROM_TRY_VALUE (const auto seen, look ());
        if (seen == Seen::done)
            return {};
        const auto now = Clock::now ();
        if (seen == Seen::computing)
            counted += std::min (now - lastLook, kMostBetweenLooks);
        lastLook = now;
        if (spins)
            std::this_thread::yield ();
        else
            std::this_thread::sleep_for (kSleep);
    }
    return hang ();
}

Result<void> VoiceStream::hang ()
{
    const std::lock_guard lock (device_.mutex);
    device_.hang ();
    device_.lose ({ErrorCode::deviceLost,
                   "voices on " + device_->properties ().name + " did not end within " +
                       std::to_string (deadline_.count ()) +
                       " ms; restart the program, or choose --backend cpu",
                   {}});
    return lost (*device_.loss ());
}

Result<void> VoiceStream::lost (const Error& error)
{
    loss_ = Error {ErrorCode::deviceLost, error.message, {}};
    return *loss_;
}

} // namespace melstrom::gpu
