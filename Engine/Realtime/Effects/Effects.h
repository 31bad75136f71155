// What comes after the mix, in a fixed order: soft clip, EQ, chorus, delay, reverb, output gain.
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

/** In the order of sound. The clip comes first, so that it bends notes and never a tail: bent
    tails fill the gaps between notes with intermodulation. The EQ follows, so that it can take off
    what the clip adds and colours what chorus, delay and reverb spread. The limiter of the process
    follows the output gain. */
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

/** Of the effects that have a mix: 0 .. 1. */
struct EffectMixes
{
    double chorus = 0, delay = 0, reverb = 0;
    bool operator== (const EffectMixes&) const = default;
};

/** In seconds and shares what the table of parameters has in milliseconds. Thread: any, audio too. */
EffectSettings effectSettings (const PatchValues& patch) noexcept;

/** How long the effects sound on after silence, until they are below -96 dB, a 16-bit file's last
    bit; gains of the EQ and the output count. 0 where all effects that last are off.
    delaySeconds: between echoes. */
double effectTailSeconds (const EffectSettings& settings, double delaySeconds) noexcept;

/** One after the other. Settings take effect from the sample at which they are set: call
   setSettings where a patch changes, whatever the blocks are. What comes out does not depend on how
   calls are cut, bit for bit. Thread: the one that renders; `prepare` any other. */
class Effects
{
public:
    void prepare (double sampleRateHz, const EffectSettings& settings); ///< allocates; resets
    void reset () noexcept;
    void setSettings (const EffectSettings& settings) noexcept;
    /** The same for mixes alone, which players move. */
    void setMixes (const EffectMixes& mixes) noexcept;
    /** In place; numSamples >= 0. start: the first sample's place in the song, null: none. */
    void process (float* left, float* right, int numSamples, const SongTime* song = nullptr,
                  std::int64_t start = 0) noexcept;
    /** At the tempo that was heard last. */
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
