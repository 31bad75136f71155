// The effects after the mix, in a fixed order: soft clip, EQ, chorus, delay, reverb, output gain.
#pragma once

#include "Engine/Realtime/Effects/Chorus.h"
#include "Engine/Realtime/Effects/Delay.h"
#include "Engine/Realtime/Effects/Equalizer.h"
#include "Engine/Realtime/Effects/OutputGain.h"
#include "Engine/Realtime/Effects/Reverb.h"
#include "Engine/Realtime/Effects/SoftClip.h"
#include "Engine/Spec/Patch/PatchValues.h"

namespace melstrom
{

/** In processing order. The clip comes first, so that it distorts notes but never tails: distorted
    tails fill the gaps between notes with intermodulation. The EQ follows, so that it can reduce
    the clip's harmonics and colour the input of chorus, delay and reverb. The limiter of the
    process follows the output gain. */
struct EffectSettings
{
    SoftClipSettings clip {};
    EqualizerSettings equalizer {};
    ChorusSettings chorus {};
    DelaySettings delay {};
    ReverbSettings reverb {};
    OutputGainSettings output {};
    bool operator== (const EffectSettings&) const = default;
};

/** Mixes of the effects that have one: 0 .. 1. */
struct EffectMixes
{
    double chorus = 0, delay = 0, reverb = 0;
    bool operator== (const EffectMixes&) const = default;
};

/** Settings of a patch, with its milliseconds converted to seconds. Thread: any, audio too. */
EffectSettings effectSettings (const PatchValues& patch) noexcept;

/** Time from the start of silence until the effects are below -96 dB, the last bit of a 16-bit
    file, including gains of EQ and output. 0 if all effects with a tail are off.
    delaySeconds: between echoes. */
double effectTailSeconds (const EffectSettings& settings, double delaySeconds) noexcept;

/** All effects in series. Settings take effect at the sample at which they are set: call
    setSettings at the sample of a change, independent of blocks. The output does not depend on
    block sizes: bit-identical.
    Thread: the rendering thread; `prepare` any other. */
class Effects
{
public:
    void prepare (double sampleRateHz, const EffectSettings& settings); ///< allocates; resets
    void reset () noexcept;
    void setSettings (const EffectSettings& settings) noexcept;
    /** Sets only the mixes, which controllers move. */
    void setMixes (const EffectMixes& mixes) noexcept;
    /** Works in place; numSamples >= 0. song: null: no song. start: sample of the first sample in
        the song's time. */
    void process (float* left, float* right, int numSamples, const SongTime* song = nullptr,
                  std::int64_t start = 0) noexcept;
    /** At the last known tempo. */
    double tailSeconds () const noexcept
    {
        return effectTailSeconds (settings_, delay_.seconds ());
    }

private:
    EffectSettings settings_;
    SoftClip clip_;
    Equalizer equalizer_;
    Chorus chorus_;
    Delay delay_;
    Reverb reverb_;
    OutputGain output_;
};

} // namespace melstrom
