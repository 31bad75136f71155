// A stream of batches; the caller waits for each batch before it launches the next.
#pragma once

#include "Engine/Backend/Gpu/Device/DeviceBuffer.h"

#include <atomic>
#include <chrono>

namespace melstrom::gpu
{

/** Reports the end of a batch: its last kernel writes `number` to a word in mapped memory. */
struct BatchMark
{
    std::uint32_t* word = nullptr; ///< null: no mark
    std::uint32_t number = 0;

    /** True if the batch's output can be read. */
    bool isReached () const noexcept
    {
        return word != nullptr &&
               std::atomic_ref (*word).load (std::memory_order_acquire) == number;
    }
};

/** After the first launch every error counts as the loss of the device for this stream, because the
    work may be incomplete. Thread: one at a time, with the device's mutex where stated. */
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

    /** `wait` waits for all work enqueued so far. The mutex is held. */
    Result<void> mark ();
    /** `wait` waits for this graph. The mutex is held. */
    Result<void> launch (const Graph& graph);
    /** Spins on the batch's mark and polls the device from time to time if its mutex is free; after
        500 us sleeps 20 us between polls. The mutex is not held. Fails: deviceLost, also after the
        deadline, and then the device counts as hung. Only time in which the device was polled and
        still computed counts for the deadline: not while another thread holds the mutex or a trial
        runs. */
    Result<void> wait (const BatchMark& batch = {});

    const std::optional<Error>& loss () const noexcept { return loss_; }

private:
    enum class Seen
    {
        done,
        computing,
        nothing ///< another thread holds the mutex, or a trial runs
    };
    Result<Seen> look ();
    Result<void> hang ();
    Result<void> lost (const Error& error);

    SharedDevice& device_;
    std::chrono::milliseconds deadline_;
    Stream stream_;
    Event done_;
    bool isMarked_ = false; ///< done_ is recorded behind the launched work
    std::optional<Error> loss_;
};

} // namespace melstrom::gpu
