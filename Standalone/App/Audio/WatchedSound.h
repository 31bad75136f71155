// Who hears the shown sound: taps, meters, history, recorder; and its positions.
#pragma once

#include "Engine/Realtime/Queues/SpscRing.h"
#include "Source/Processor/TapSlot.h"
#include "Standalone/App/Audio/CallbackGate.h"
#include "Standalone/App/Audio/CaptureClock.h"
#include "Standalone/App/Audio/ChannelMeter.h"
#include "Standalone/App/Audio/HeldSound.h"
#include "Standalone/App/Audio/RecorderSlot.h"
#include "Standalone/App/Audio/SoundFeed.h"
#include "Standalone/App/Audio/WaveFeed.h"
#include "Standalone/App/Audio/WaveHistory.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace melstrom
{

/** Positions are on one timeline over all devices: position / rate is the time since the first
    callback of the first device. Samples that a device lost count, and so does the time without a
    device: from the last callback of one to the first of the next. Positions at one rate differ by
    whole samples from device to device; a change of the rate rounds by half a sample. Samples of a
    callback that comes late are kept until CaptureClock has decided whether samples are missing
    before them.
    Threads: `take`: audio. `prepare`: while no callback runs. All others: message. */
class WatchedSound
{
public:
    static constexpr int kTaps = 2;

    /** gate: of the callbacks that call `take`; outlives this object. */
    explicit WatchedSound (const CallbackGate& gate) : recorder_ (gate) {}

    /** numOverruns: see CaptureClock. Throws std::bad_alloc. */
    void prepare (double rateHz, int maxBlockSamples, int numOverruns);

    /** A callback's samples; timeNs: steady clock. Wait-free. */
    void take (const float* left, const float* right, int numSamples, std::int64_t timeNs,
               int numOverruns) noexcept;

    TapSlot& tap (int index) { return taps_[static_cast<std::size_t> (index)]; }
    std::array<ChannelLevel, 2> takeLevels () noexcept;
    void forgetClipping () noexcept;
    // The same objects over all devices. Their memory is limited by whoever calls `updateHistory`.
    WaveHistory& wave () noexcept { return wave_; }
    const WaveHistory& wave () const noexcept { return wave_; }
    KeptSound& sound () noexcept { return sound_; }
    const KeptSound& sound () const noexcept { return sound_; }
    void updateHistory (); ///< takes new steps of the waveform and new samples
    RecorderSlot& recorder () noexcept { return recorder_; }
    const RecorderSlot& recorder () const noexcept { return recorder_; }
    std::int64_t position () const noexcept { return position_.load (); }
    /** All gaps, and the times without a device, in positions at the rate of this device. Call now
        and then: the queue holds 1024. */
    const std::vector<DeviceGap>& gaps ();

private:
    void deliver (const float* left, const float* right, int numSamples) noexcept;
    void skip (std::int64_t numSamples) noexcept;
    void skipPause (std::int64_t timeNs, int numSamples) noexcept;

    CaptureClock clock_;
    HeldSound held_ {0};
    std::array<TapSlot, kTaps> taps_;
    std::array<ChannelMeter, 2> meters_;
    std::array<std::int64_t, 2> forgottenClips_ {};
    WaveFeed waveFeed_;
    SoundFeed soundFeed_;
    KeptSound sound_;
    WaveHistory wave_ {sound_};
    RecorderSlot recorder_;
    std::atomic<std::int64_t> position_ {0};
    double rateHz_ = 0; ///< of the last device; 0: none yet
    // The audio thread's, and prepare's.
    std::int64_t lastNs_ = 0; ///< of the last callback
    bool isAwaited_ = false;  ///< the next callback is the first after another device
    SpscRing<DeviceGap> newGaps_ {1024};
    std::vector<DeviceGap> gaps_;
};

} // namespace melstrom
