// What is played on the device: instrument, files, the monitored input.
#pragma once

#include "Source/Processor/InstrumentProcessor.h"
#include "Standalone/App/Audio/CallbackGate.h"
#include "Standalone/App/Audio/FilePlayer.h"
#include "Standalone/App/Audio/MidiInbox.h"
#include "Standalone/App/Audio/MidiPlayer.h"

#include <atomic>
#include <cstdint>
#include <vector>

namespace melstrom
{

/** Stereo samples of a block. */
struct StereoBlock
{
    const float* left = nullptr;
    const float* right = nullptr;
    int numSamples = 0;
};

/** The instrument gets no input: its own taps stay unwatched, and the app's taps hear the input. It
    follows the beats of the MIDI file that plays.
    Threads: `render`: audio. `prepare`: while no callback runs. All others: message. */
class PlayedSound
{
public:
    /** gate: of the callbacks that call `render`; outlives this object. */
    explicit PlayedSound (const CallbackGate& gate);
    ~PlayedSound () { instrument_.releaseResources (); }

    /** A file or a song that played is forgotten. Throws std::bad_alloc. */
    void prepare (double rateHz, int maxBlockSamples);

    InstrumentProcessor& instrument () noexcept { return instrument_; }
    FilePlayer& files () noexcept { return files_; }
    MidiPlayer& songs () noexcept { return songs_; }
    MidiInbox& midiInbox () noexcept { return inbox_; }
    void setMonitored (bool isMonitored) noexcept { isMonitored_.store (isMonitored); }
    bool isMonitored () const noexcept { return isMonitored_.load (); }

    /** input: numSamples at most as prepared. nowNs: steady clock. The result is valid until the
        next call. No lock, allocation or system call. */
    StereoBlock render (const StereoBlock& input, std::int64_t nowNs) noexcept;

private:
    /** The song's place, as a host tells it. Thread: audio, within `render`. */
    struct SongHead final : juce::AudioPlayHead
    {
        explicit SongHead (const PlayedSound& sound) : sound_ (sound) {}
        juce::Optional<PositionInfo> getPosition () const override;

        const PlayedSound& sound_;
    };
    void addMonitored (const StereoBlock& input) noexcept;

    SongHead head_ {*this};
    InstrumentProcessor instrument_;
    FilePlayer files_;
    MidiPlayer songs_;
    MidiInbox inbox_;
    BlockMidi midi_;
    std::atomic<bool> isMonitored_ {false};
    double rateHz_ = 0;
    std::vector<float> left_, right_;
    SmoothedValue monitorGain_; ///< the audio thread's
};

} // namespace melstrom
