// A tap that is made on first use: a plugin that is only scanned has no tap.
#pragma once

#include "Engine/Live/Tap/MelTap.h"

#include <atomic>
#include <memory>
#include <mutex>

namespace melstrom
{

class TapSlot
{
public:
    /** Makes the tap on the first call. Thread: message. Throws std::runtime_error without memory
        or a thread. */
    MelTap& tap ();
    /** Makes the tap if needed. If that or its preparation fails, `push` does nothing. Not while
        `push` runs. */
    void prepare (double rateHz, int maxBlockSamples);
    /** Thread: audio; wait-free. */
    void push (const float* left, const float* right, int numSamples) noexcept;
    /** See MelTap. Thread: audio; wait-free. */
    void skip (std::int64_t numSamples) noexcept;
    /** Empty before the tap is made. Thread: any but audio. */
    std::string backendName () const;

private:
    /** Mutex held. */
    Result<void> make ();

    mutable std::mutex mutex_; ///< of tap_; the audio thread never takes it
    std::unique_ptr<MelTap> tap_;
    std::atomic<MelTap*> prepared_ {nullptr};
};

} // namespace melstrom
