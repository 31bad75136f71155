// A stream of work that is given out piece by piece, each waited for before the next.
#pragma once

#include "Engine/Backend/Gpu/Device/DeviceBuffer.h"

#include <atomic>
#include <chrono>

namespace melstrom::cuda
{

/** What says that a batch is done: a word in memory that both sides see, and what its last kernel writes there. */
struct BatchMark
{
    std::uint32_t* word = nullptr; ///< null: nothing says so
    std::uint32_t number = 0;

    /** What the batch wrote can be read then. */
    bool isReached () const noexcept
    {
        return word != nullptr &&
               std::atomic_ref (*word).load (std::memory_order_acquire) == number;
    }
};

/** Whatever fails once it has been given work counts as the loss of the device, here if not for others: work may be half
    done, and nobody waits for it. Thread: one at a time; holds the device's mutex where it says so. */
class VoiceStream
{
public:
    VoiceStream (SharedDevice& device, std::chrono::milliseconds deadline)
        : device_ (device), deadline_ (deadline)
    {
    }

    /** The mutex is held. Fails: outOfMemory, deviceLost. */
    Result<void> prepare ();
    /** The mutex is held. */
    void release () noexcept
    {
        done_ = {};
        stream_ = {};
    }
    StreamHandle get () const noexcept { return stream_.get (); }

    /** Records all kernels of a batch. The mutex is held. Fails: outOfMemory, deviceLost. */
    Result<void> capture (const VoiceWork& work, Graph& graph);

    /** What was enqueued so far is what to wait for. The mutex is held. */
    Result<void> mark ();
    /** The graph is what to wait for. The mutex is held. */
    Result<void> launch (const Graph& graph);
    /** Spins, watching the batch's mark, and asks the device from time to time, when nobody else does; then sleeps
        shortly. The mutex is not held. Fails: deviceLost, after the deadline too, and then the device counts as hung.
        Time counts for the deadline only where the device was asked and said that it computes: not while another thread
        holds the mutex, or tries ways of computing. */
    Result<void> wait (const BatchMark& batch = {});

    const std::optional<Error>& loss () const noexcept { return loss_; }

private:
    enum class Seen
    {
        done,
        computing,
        nothing ///< another thread has the device
    };
    Result<Seen> look ();
    Result<void> hang ();
    Result<void> lost (const Error& error);

    SharedDevice& device_;
    std::chrono::milliseconds deadline_;
    Stream stream_;
    Event done_;
    bool isMarked_ = false; ///< done_ stands behind what was launched
    std::optional<Error> loss_;
};

} // namespace melstrom::cuda
