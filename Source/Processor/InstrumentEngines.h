// Makes the engines of an instrument, on the device that the settings choose.
#pragma once

#include "Engine/Live/Device/VoiceEngine.h"
#include "Source/Processor/EngineSlot.h"
#include "Source/Processor/InstrumentState.h"

#include <juce_audio_processors/juce_audio_processors.h>

#include <cstdint>
#include <memory>
#include <string>

namespace melstrom
{

class InstrumentSound;

/** An engine is made without a mutex, and is used only if the settings are still the same: else it
    is discarded and made again. Without setFormat, or after `release`, no call has an effect: a
    scan touches no driver. Waits for no device. Threads: any but audio. */
class InstrumentEngines
{
public:
    /** All references outlive this object. */
    InstrumentEngines (juce::AudioProcessor& processor, InstrumentState& state,
                       const InstrumentSound& sound, EngineSlot& slot);

    // Host's thread, while the audio thread does not run.

    void setFormat (double rateHz, int maxBlockSamples);
    void release ();
    /** The new engine plays from the next block on. keeps: an engine of the same settings may
        stay. */
    void prepare (bool keeps);

    // The audio thread may run.

    /** Chooses CPU or GPU for the voices until the next prepare. */
    void choose ();
    /** The audio thread fades to a new engine, if the settings changed. */
    void replace () { make (Use::whenTaken); }
    /** `replace` if no block was played yet. The present engine would glide to the new sound. */
    void replaceUnheard ();
    /** Tells the host the latency of the newest engine. */
    void tellLatency ();
    std::string fault () const; ///< of the newest engine; empty: none

private:
    enum class Use
    {
        atOnce,   ///< the audio thread does not run
        whenTaken ///< the audio thread fades to it
    };
    using Lock = InstrumentState::Lock;

    void make (Use use);
    LiveSynthOptions options (const Lock&) const;
    bool isPrepared (const Lock&) const noexcept { return rateHz_ > 0; }

    juce::AudioProcessor& processor_;
    InstrumentState& state_;
    const InstrumentSound& sound_;
    EngineSlot& slot_;

    // Guarded by the mutex of state_.

    double rateHz_ = 0; ///< 0: not prepared
    int maxBlockSamples_ = 0;
    BackendChoice backend_; ///< chosen last
    /** Device of the last choice. Kept until another backend is set, so that no prepare waits for
        its destruction. */
    std::shared_ptr<LiveDevice> device_;
    std::uint64_t made_ = 0; ///< InstrumentState::numChanges of the newest engine
    std::string fault_;
};

} // namespace melstrom
