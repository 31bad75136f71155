// A tap that is made when it is first needed: a plugin that is only scanned has none.
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
    /** Made now if it was not. Thread: message. Throws std::runtime_error where there is no memory
        or thread for one. */
    MelTap& tap ();
    /** What cannot be prepared is not fed. Not while `push` runs. */
    void prepare (double rateHz, int maxBlockSamples);
    /** Thread: audio; wait-free. */
    void push (const float* left, const float* right, int numSamples) noexcept;
    /** Empty where there is none yet. Thread: any but audio. */
    std::string backendName () const;

    /** under the mutex */
private:
    Result<void> make ();

    mutable std::mutex mutex_; ///< of tap_; the audio thread never takes it
    std::unique_ptr<MelTap> tap_;
    std::atomic<MelTap*> prepared_ {nullptr};
};

} // namespace melstrom
