#include "Engine/Backend/Cuda/VoiceStream.h"

#include <thread>

namespace melstrom::cuda
{

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
    const auto done = device_.noted (device_->record (done_.get (), get ()));
    return done ? done : lost (done.error ());
}

Result<void> VoiceStream::launch (const Graph& graph)
{
    if (device_.loss ())
        return lost (*device_.loss ());
    const auto done = device_.noted (device_->launch (graph.get (), get ()));
    return done ? mark () : lost (done.error ());
}

Result<void> VoiceStream::wait ()
{
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::microseconds kSpinning {500}, kSleep {20};
    const auto begin = Clock::now ();
    for (;;)
    {
        {
            const std::lock_guard lock (device_.mutex);
            const auto done = device_.noted (device_->isDone (done_.get ()));
            if (! done)
                return lost (done.error ());
            if (*done)
                return {};
        }
        const auto waited = Clock::now () - begin;
        if (waited >= deadline_)
            break;
        if (waited < kSpinning)
            std::this_thread::yield ();
        else
            std::this_thread::sleep_for (kSleep);
    }
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
