// The app's audio: devices, what they bring, and what is played on them.
#pragma once

#include "Engine/Live/Tap/MelTap.h"
#include "Engine/Overview/WaveStore.h"
#include "Engine/Recording/Recorder.h"
#include "Source/Processor/InstrumentProcessor.h"

#include <juce_audio_devices/juce_audio_devices.h>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace melstrom
{

/** What the live spectrogram shows, and what a recording takes. */
enum class ShownSound : std::int8_t
{
    input, ///< of the device
    output ///< what is played: synthesizer, files, monitored input
};

struct ChannelLevel
{
    float peak = 0, rms = 0;     ///< full scale 1, since the last call
    std::int64_t numClipped = 0; ///< samples at or beyond full scale since the device started
};

/** Samples [position, position + numSamples) of the device's clock never came. */
struct DeviceGap
{
    std::int64_t position = 0, numSamples = 0;
};

/** Owns the device manager and everything that its callback uses. Positions count samples of the
    shown sound from the last start of a device; the device's gaps count.

    Callback, in this order: position and gaps; input channels to left and right; instrument with
    MIDI of all inputs and of the playing MIDI file; file player; monitored input; taps, meters,
    waveform and recorder of the shown sound. It allocates nothing, takes no lock and makes no
    system call; new objects reach it by atomic exchange.
    Gaps: JUCE gives no position. The callback compares the samples it was given with a steady clock
    and the device's count of overruns: both have to say that samples are missing.
    A device that vanishes ends its callback; `deviceFault` says so; the timer looks for it every
    second and opens it again, or the default device if the user asked for that.
    Thread: message, unless marked. */
class AppAudio final : private juce::AudioIODeviceCallback, private juce::Timer
{
public:
    AppAudio ();
    ~AppAudio () override; ///< ends recording and device

    /** Opens the device of `remembered` (AudioDeviceManager's state), else the default one. Does
        not wait for more than the device itself takes. */
    void open (const juce::XmlElement* remembered);
    juce::AudioDeviceManager& devices () noexcept;
    std::unique_ptr<juce::XmlElement> state () const; ///< to remember; null: nothing chosen
    /** "No device: ..."; empty: a device runs. */
    juce::String deviceFault () const;
    /** "ALSA: default, 48 kHz, 512 samples, 2 in, 2 out". */
    juce::String deviceText () const;
    double rateHz () const noexcept; ///< 0: no device
    /** From the instant that a sample is at the input to its row in the tap's queue, without the
        screen: latency of the device, block, and half a window. In seconds. */
    double inputLatencySeconds () const;

    // What is shown.

    /** Two taps, for two front ends side by side; the second is watched on demand. */
    MelTap& tap (int index);
    void setShown (ShownSound shown);
    ShownSound shown () const noexcept;
    void setMonitored (bool isMonitored); ///< plays the input; off at the start
    bool isMonitored () const noexcept;
    std::array<ChannelLevel, 2> takeLevels ();
    void forgetClipping ();
    /** Waveform of the shown sound; take new steps with `updateWave`. */
    const WaveStore& wave () const noexcept;
    void updateWave ();
    /** Number of starts of a device: a new one begins positions at 0. */
    int generation () const noexcept;
    std::int64_t position () const noexcept;
    std::vector<DeviceGap> gapsFrom (std::size_t index) const;
    int numOverruns () const; ///< as the device counts them

    // What is played.

    InstrumentProcessor& instrument () noexcept;
    /** Plays samples of a file through the device, resampled where needed. The file's thread reads
        ahead; a place that is not read yet is silent and counted. */
    Result<void> play (const juce::File& file, double fromSeconds,
                       std::optional<double> endSeconds);
    void stopPlaying ();
    std::optional<double> playedSeconds () const; ///< as heard, within the file; empty: none plays
    void setPlayGainDb (double decibels);
    /** Plays a MIDI file with the instrument. Fails: as readMidiFile. */
    Result<void> playMidi (const juce::File& file);
    void stopMidi ();
    bool isMidiPlaying () const;

    // Recording of the shown sound.

    /** Fails: noSamples without a device; as Recorder::start. */
    Result<void> startRecording (const juce::File& file, RecordingFormat format);
    bool isRecording () const noexcept;
    RecordingStatus recordingStatus () const;
    juce::File recordedFile () const;
    RecordingReport stopRecording ();

    std::function<void ()> onDeviceChange; ///< started, changed, lost or found again

private:
    void audioDeviceAboutToStart (juce::AudioIODevice* device) override;
    void
    audioDeviceIOCallbackWithContext (const float* const* inputs, int numInputs,
                                      float* const* outputs, int numOutputs, int numSamples,
                                      const juce::AudioIODeviceCallbackContext& context) override;
    void audioDeviceStopped () override;
    void audioDeviceError (const juce::String& message) override;
    void timerCallback () override;

    struct Content;
    std::unique_ptr<Content> content_;
};

} // namespace melstrom
