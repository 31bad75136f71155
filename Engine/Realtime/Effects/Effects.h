// What comes after the mix: chorus, reverb, soft clip.
#pragma once

#include "Engine/Realtime/Effects/Chorus.h"
#include "Engine/Realtime/Effects/Reverb.h"
#include "Engine/Realtime/Effects/SoftClip.h"
#include "Engine/Spec/Patch/PatchValues.h"

namespace melstrom
{

struct EffectSettings
{
    ChorusSettings chorus;
    ReverbSettings reverb;
    SoftClipSettings clip;
    bool operator== (const EffectSettings&) const = default;
};

/** In seconds and shares what the table of parameters has in milliseconds. Thread: any, audio too. */
EffectSettings effectSettings (const PatchValues& patch) noexcept;

/** How long the effects sound on after silence, until they are below -96 dB, a 16-bit file's last
    bit; the soft clip's gain counts. 0 with neither chorus nor reverb. */
double effectTailSeconds (const EffectSettings& settings) noexcept;

/** One after the other. Settings take effect from the sample at which they are set: call
   setSettings where a patch changes, whatever the blocks are. What comes out does not depend on how
   calls are cut, bit for bit. Thread: the one that renders; `prepare` any other. */
class Effects
{
public:
    void prepare (double sampleRateHz, const EffectSettings& settings); ///< allocates; resets
    void reset () noexcept;
    void setSettings (const EffectSettings& settings) noexcept;
    /** In place; numSamples >= 0. */
    void process (float* left, float* right, int numSamples) noexcept;
    double tailSeconds () const noexcept { return effectTailSeconds (settings_); }

private:
    EffectSettings settings_;
    Chorus chorus_;
    Reverb reverb_;
    SoftClip clip_;
};

} // namespace melstrom
