// Who hears the shown sound: taps, meters, waveform, recorder; and its positions.
#pragma once

#include "Engine/Realtime/Queues/SpscRing.h"
#include "Source/Processor/TapSlot.h"
#include "Standalone/App/Audio/CallbackGate.h"
#include "Standalone/App/Audio/CaptureClock.h"
#include "Standalone/App/Audio/ChannelMeter.h"
#include "Standalone/App/Audio/HeldSound.h"
#include "Standalone/App/Audio/RecorderSlot.h"
#include "Standalone/App/Audio/WaveFeed.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace melstrom
{

/** Positions count samples since `prepare`, gaps of the device included. Samples of a callback that
    comes late are kept until CaptureClock has decided whether samples are missing before them.
    Threads: `take`: audio. `prepare`: while no callback runs. All others: message. */
class WatchedSound
{
public:
    static constexpr int kTaps = 2;
    static constexpr std::size_t kMostWaveBytes = std::size_t {64} << 20; ///< hours at 48 kHz

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
    /** The same object over all devices; each device begins it anew. */
    const WaveStore& wave () const noexcept { return *wave_; }
    void updateWave () { waveFeed_.update (*wave_); } ///< takes the new steps
    RecorderSlot& recorder () noexcept { return recorder_; }
    const RecorderSlot& recorder () const noexcept { return recorder_; }
    std::int64_t position () const noexcept { return position_.load (); }
    /** The gaps since `prepare`. Call now and then: the queue holds 1024. */
    const std::vector<DeviceGap>& gaps ();

private:
    void deliver (const float* left, const float* right, int numSamples,
                  std::int64_t timeNs) noexcept;
    void skip (std::int64_t numSamples) noexcept;

    CaptureClock clock_;
    HeldSound held_ {0};
    std::array<TapSlot, kTaps> taps_;
    std::array<ChannelMeter, 2> meters_;
    std::array<std::int64_t, 2> forgottenClips_ {};
    WaveFeed waveFeed_;
    std::optional<WavePyramid> wave_ {std::in_place, 48000.0, WaveFeed::kChannels, kMostWaveBytes};
    RecorderSlot recorder_;
    std::atomic<std::int64_t> position_ {0};
    SpscRing<DeviceGap> newGaps_ {1024};
    std::vector<DeviceGap> gaps_;
};

} // namespace melstrom
