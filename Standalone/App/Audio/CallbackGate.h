// Tells another thread when the audio thread has left a callback.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

namespace melstrom
{

/** The audio thread takes shared pointers inside of callbacks only. So another thread that has
    stored a new pointer waits until the callback in progress is over; then nobody uses the former
    object. All operations are sequentially consistent, the pointers' too: a callback that begins
    after the look at the count finds the new pointer. */
class CallbackGate
{
public:
    /** For the duration of a callback. Thread: audio; wait-free. */
    class Callback
    {
    public:
        explicit Callback (CallbackGate& gate) noexcept : gate_ (gate) { ++gate_.count_; }
        ~Callback () { ++gate_.count_; }
        Callback (const Callback&) = delete;
        Callback& operator= (const Callback&) = delete;

    private:
        CallbackGate& gate_;
    };

    /** Returns at once outside of a callback. Thread: any but audio. */
    void waitForCallback () const
    {
        const auto seen = count_.load ();
        while (seen % 2 != 0 && count_.load () == seen)
            std::this_thread::sleep_for (std::chrono::microseconds (100));
    }

private:
    std::atomic<std::uint64_t> count_ {0}; ///< odd: within a callback
};

} // namespace melstrom
