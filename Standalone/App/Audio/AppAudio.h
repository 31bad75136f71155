// The app's audio: devices, what they bring, and what is played on them.
#pragma once

#include "Standalone/App/Audio/AudioPath.h"
#include "Standalone/App/Audio/DeviceLife.h"
#include "Standalone/App/Audio/MidiInputs.h"

#include <juce_audio_devices/juce_audio_devices.h>

#include <array>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace melstrom
{

/** Owns the device manager and everything that its callback uses. Positions are those of
    WatchedSound: one timeline of the shown sound over all devices.

    Callback, in this order: input channels to left and right; instrument with MIDI of all inputs
    and of the playing MIDI file; file player; monitored input; position and gaps; taps, meters,
    waveform and recorder of the shown sound. It allocates nothing, takes no lock and makes no
    system call; new objects reach it by atomic pointers. JUCE's device and manager take a lock each
    around the callback, which they share with the start and the end of a device.
    What plays ends when a device starts. A recording goes on if the rate is the same: the time
    between is a gap of it.
    Gaps: JUCE gives no position. The callback compares the samples it was given with a steady clock
    and the device's count of overruns: both have to say that samples are missing (CaptureClock).
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
    juce::AudioDeviceManager& devices () noexcept { return life_.manager (); }
    MidiInputs& midiInputs () noexcept { return midiInputs_; }
    std::unique_ptr<juce::XmlElement> state () const; ///< to remember; null: nothing chosen
    /** "No device: ..."; empty: a device runs. */
    juce::String deviceFault () const { return life_.fault (); }
    /** "ALSA: default, 48 kHz, 512 samples, 2 in, 2 out". */
    juce::String deviceText () const;
    double rateHz () const noexcept { return path_->rateHz (); } ///< 0: no device
    /** From the instant that a sample is at the input to the row that has it in its middle, in the
        tap's queue, at most: latency of the device, block, half a window and half a hop. In
        seconds. */
    double inputLatencySeconds () const;

    // What is shown.

    /** Two taps, for two front ends side by side; the second is watched on demand. */
    MelTap& tap (int index) { return path_->watched ().tap (index).tap (); }
    void setShown (ShownSound shown) { path_->setShown (shown); }
    ShownSound shown () const noexcept { return path_->shown (); }
    void setMonitored (bool isMonitored); ///< plays the input; off at the start
    bool isMonitored () const noexcept;
    std::array<ChannelLevel, 2> takeLevels () { return path_->watched ().takeLevels (); }
    void forgetClipping () { path_->watched ().forgetClipping (); }
    /** Waveform of the shown sound, and its last samples; `updateHistory` takes what is new. */
    WaveHistory& wave () noexcept { return path_->watched ().wave (); }
    const WaveHistory& wave () const noexcept { return path_->watched ().wave (); }
    KeptSound& sound () noexcept { return path_->watched ().sound (); }
    const KeptSound& sound () const noexcept { return path_->watched ().sound (); }
    void updateHistory () { path_->watched ().updateHistory (); }
    int generation () const noexcept { return path_->generation (); } ///< starts of a device
    std::int64_t position () const noexcept { return path_->watched ().position (); }
    std::vector<DeviceGap> gapsFrom (std::size_t index) const;
    int numOverruns () const; ///< as the device counts them

    // What is played.

    InstrumentProcessor& instrument () noexcept { return path_->played ().instrument (); }
    /** Plays samples of a file through the device, resampled where needed. The file's thread reads
        ahead; a place that is not read yet is silent and counted. known: of the open, unchanged
        file; without it the samples of some files are counted first. Fails: deviceUnavailable; as
        SoundFile::open; badUsage for a section outside of the file. */
    Result<void> play (const juce::File& file, double fromSeconds, std::optional<double> endSeconds,
                       const std::optional<KnownSound>& known = {});
    void stopPlaying ();
    std::optional<double> playedSeconds () const; ///< as heard, within the file; empty: none plays
    /** Why the last file ended early; empty: it did not. */
    juce::String playFault () const;
    /** Samples of files that were silent because they were not read yet. */
    std::int64_t numPlayUnderruns () const noexcept;
    void setPlayGainDb (double decibels);
    /** Plays a MIDI file with the instrument. Fails: deviceUnavailable; as readMidiFile. */
    Result<void> playMidi (const juce::File& file);
    void stopMidi ();
    bool isMidiPlaying () const;

    // Recording of the shown sound.

    /** Two channels at the device's rate. Fails: noSamples without a device; badUsage while a
        recording runs; as Recorder::start. */
    Result<void> startRecording (const juce::File& file, RecordingFormat format);
    bool isRecording () const noexcept;
    RecordingStatus recordingStatus () const; ///< of this recording, or of the last one
    juce::File recordedFile () const { return recordedFile_; }
    RecordingReport stopRecording ();

    std::function<void ()> onDeviceChange; ///< started, changed, lost or found again
    /** "Fake: fake: ...": the device tells of an error. It may go on. */
    std::function<void (const juce::String&)> onDeviceError;

private:
    void audioDeviceAboutToStart (juce::AudioIODevice* device) override;
    void
    audioDeviceIOCallbackWithContext (const float* const* inputs, int numInputs,
                                      float* const* outputs, int numOutputs, int numSamples,
                                      const juce::AudioIODeviceCallbackContext& context) override;
    void audioDeviceStopped () override;
    void audioDeviceError (const juce::String& message) override;
    void timerCallback () override;
    void tellError ();

    const std::unique_ptr<AudioPath> path_ = std::make_unique<AudioPath> ();
    juce::File recordedFile_;
    std::mutex errorLock_;
    juce::String error_; ///< of the device, for the timer
    int numLooks_ = 0;
    // destroyed first: these end the callbacks
    MidiInputs midiInputs_ {path_->played ().midiInbox ()};
    DeviceLife life_ {*this};
};

} // namespace melstrom
