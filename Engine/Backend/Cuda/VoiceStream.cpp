#include "Engine/Backend/Cuda/VoiceStream.h"

#include <thread>

namespace melstrom::cuda
{

namespace
{
using Clock = std::chrono::steady_clock;

/** Touches nothing but the word and the clock. */
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
    if (auto made = take (stream_, device_, device_->createStream ()); ! made)
        return made;
    return take (done_, device_, device_->createEvent ());
}

Result<void> VoiceStream::capture (const VoiceWork& work, Graph& graph)
{
    if (auto begun = device_.noted (device_->beginCapture (get ())); ! begun)
        return begun;
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

/** The event can wait: most batches are done before anybody asks the device. */
Result<void> VoiceStream::launch (const Graph& graph)
{
    if (device_.loss ())
        return lost (*device_.loss ());
    isMarked_ = false;
    const auto done = device_.noted (device_->launch (graph.get (), get ()));
    return done ? done : lost (done.error ());
}

/** False too where another thread has the device: that one may take its time. */
Result<bool> VoiceStream::look ()
{
    const std::unique_lock lock (device_.mutex, std::try_to_lock);
    if (! lock.owns_lock ())
        return false;
    if (! isMarked_)
        if (auto marked = mark (); ! marked)
            return marked.error ();
    auto done = device_.noted (device_->isDone (done_.get ()));
    if (! done)
        return lost (done.error ()).error ();
    return done;
}

Result<void> VoiceStream::wait (const BatchMark& batch)
{
    constexpr std::chrono::microseconds kBetweenLooks {50}, kSpinning {500}, kSleep {20};
    const auto begin = Clock::now ();
    for (auto waited = Clock::duration::zero (); waited < deadline_; waited = Clock::now () - begin)
    {
        const bool spins = waited < kSpinning;
        if (isReachedWithin (batch, spins ? kBetweenLooks : std::chrono::microseconds {0}))
            return {};
        const auto done = look ();
        if (! done)
            return done.error ();
        if (*done)
            return {};
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
                       " ms; restart the program, or take --backend cpu",
                   {}});
    return lost (*device_.loss ());
}

Result<void> VoiceStream::lost (const Error& error)
{
    loss_ = Error {ErrorCode::deviceLost, error.message, {}};
    return *loss_;
}

} // namespace melstrom::cuda
