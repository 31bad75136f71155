// The way of the samples through a device's callback.
#pragma once

#include "Standalone/App/Audio/PlayedSound.h"
#include "Standalone/App/Audio/WatchedSound.h"

#include <juce_audio_devices/juce_audio_devices.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

namespace melstrom
{

/** What the live spectrogram shows, and what a recording takes. */
enum class ShownSound : std::int8_t
{
    input, ///< of the device
    output ///< what is played: synthesizer, files, monitored input
};

/** Input channels to left and right; what is played; positions, taps, meters, waveform and recorder
    of the shown sound.
    Threads: `run`: audio; no lock, allocation or system call. `start`: message, while no callback
    runs. `stop`: any, while no callback runs. All others: message. */
class AudioPath
{
public:
    /** Throws std::bad_alloc. */
    void start (juce::AudioIODevice& device);
    void stop () noexcept;

    /** One callback of the device. */
    void run (const float* const* inputs, int numInputs, float* const* outputs, int numOutputs,
              int numSamples) noexcept;

    PlayedSound& played () noexcept { return played_; }
    WatchedSound& watched () noexcept { return watched_; }
    void setShown (ShownSound shown) noexcept { shown_ = shown; }
    ShownSound shown () const noexcept { return shown_; }

    double rateHz () const noexcept { return rateHz_; }        ///< 0: no device runs
    int generation () const noexcept { return generation_; }   ///< number of starts
    int numOverruns () const noexcept { return numOverruns_; } ///< below 0: not counted
    std::int64_t sinceCallbackNs () const noexcept;            ///< or since the start
    /** Of the device and one block; 0 without a device. */
    double inputLatencySeconds () const noexcept { return latencySeconds (inputLatencySamples_); }
    double outputLatencySeconds () const noexcept { return latencySeconds (outputLatencySamples_); }

private:
    struct Channels
    {
        const float* const* inputs;
        int numInputs;
        float* const* outputs;
        int numOutputs;
    };
    void runPart (const Channels& channels, int begin, int numSamples) noexcept;
    StereoBlock inputOf (const Channels& channels, int begin, int numSamples) const noexcept;
    double latencySeconds (int deviceSamples) const noexcept;

    CallbackGate gate_;
    PlayedSound played_ {gate_};
    WatchedSound watched_ {gate_};
    std::atomic<juce::AudioIODevice*> device_ {nullptr};
    std::atomic<double> rateHz_ {0};
    std::atomic<int> blockSamples_ {0}, inputLatencySamples_ {0}, outputLatencySamples_ {0};
    std::atomic<int> generation_ {0}, numOverruns_ {0};
    std::atomic<std::int64_t> lastCallbackNs_ {0};
    std::atomic<ShownSound> shown_ {ShownSound::input};
    std::vector<float> silence_; ///< the input of a device without one
};

} // namespace melstrom
