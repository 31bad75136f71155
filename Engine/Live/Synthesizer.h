// The synthesizer as a whole: events in, sound out.
#pragma once

#include "Engine/Backend/VoiceRenderer.h"
#include "Engine/Realtime/Effects/Effects.h"
#include "Engine/Realtime/VoiceScheduler.h"

#include <memory>
#include <span>
#include <vector>

namespace melstrom
{

/** One call's worth of sound. */
struct SynthBlock
{
    std::span<const SynthEvent>
        events; ///< of this block, in order; later than it: left for the next ones
    const SongTime* song = nullptr; ///< null: none runs
    float* left = nullptr;          ///< (numSamples), overwritten
    float* right = nullptr;
    int numSamples = 0;
};

/** Plays a patch. Output is a function of the events, not of how they are cut into blocks: 0, 1, 7, 64, 4096 samples,
    bit for bit on one backend. Thread: `process` one at a time, on an audio thread with the CPU backend; everything
    else not while it runs. */
class Synthesizer
{
public:
    /** Takes all memory that it will use. Segments that are computed at a time: the renderer's capacity.
        Fails: outOfMemory, deviceLost. */
    static Result<std::unique_ptr<Synthesizer>> make (std::unique_ptr<VoiceRenderer> renderer,
                                                      const VoiceCapacity& capacity);

    /** Notes that sound go on with the new sound. Makes tables. Fails: badSpec, outOfMemory, deviceLost. */
    Result<void> setPatch (const Patch& patch);
    void setTuning (const Tuning& tuning);
    /** Silence, at sample 0. */
    void reset () noexcept;

    /** Fails: deviceLost; the block is silent then. Allocates nothing. */
    Result<void> process (const SynthBlock& block) noexcept;

    std::int64_t position () const noexcept { return position_; } ///< of the next sample
    int numSounding () const noexcept { return scheduler_.numSounding (); }
    /** How long the effects sound on after the last voice. */
    double tailSeconds () const noexcept { return effects_.tailSeconds (); }
    const VoiceRenderer& renderer () const noexcept { return *renderer_; }

private:
    Synthesizer (std::unique_ptr<VoiceRenderer> renderer, const VoiceCapacity& capacity);

    Result<void> computeSegments (const SynthBlock& block, std::int64_t blockEnd) noexcept;
    Result<void> addLateVoices (const SynthBlock& block, std::int64_t blockEnd) noexcept;
    Result<void> render (int numSegments) noexcept;
    void addNoise () noexcept;
    void silence (const SynthBlock& block, std::int64_t blockEnd) noexcept;
    void takeOut (float* left, float* right, int numSamples) noexcept;
    void applyUntil (const SynthBlock& block, std::int64_t end) noexcept;

    struct Stereo
    {
        std::vector<float> left, right;
    };

    std::unique_ptr<VoiceRenderer> renderer_;
    VoiceCapacity capacity_;
    Patch patch_;
    Tuning tuning_;
    VoiceScheduler scheduler_;
    VoiceNoise noise_;
    Effects effects_;

    std::int64_t position_ = 0;
    std::int64_t bufferStart_ = 0, bufferEnd_ = 0; ///< samples that are computed
    std::size_t nextEvent_ = 0;                    ///< of the block
    Stereo partials_, noiseSound_, late_;
    ScheduledVoices voices_;
    std::vector<VoiceSegment> batch_;
};

} // namespace melstrom
