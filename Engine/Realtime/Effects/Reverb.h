// A reverb: early echoes, and a feedback network of sixteen modulated delay lines.
#pragma once

#include "Engine/Realtime/Effects/DelayLine.h"
#include "Engine/Realtime/Effects/ReverbDesign.h"
#include "Engine/Realtime/Effects/ReverbLosses.h"
#include "Engine/Realtime/Effects/SmoothedValue.h"
#include "Engine/Spec/Patch/PatchValues.h"

#include <array>
#include <cstdint>

namespace melstrom
{

struct ReverbSettings
{
    double mix = 0;                ///< 0 .. 1; at 0 samples pass bit-identical
    double timeSeconds = 3;        ///< until -60 dB at kReverbMiddleHz; > 0
    double damping = 0.5;          ///< time at kReverbHighHz: 0: the same, 1: about 0.15 of it
    double predelaySeconds = 0.01; ///< 0 .. kReverbLongestPredelaySeconds
    bool operator== (const ReverbSettings&) const = default;
};
/** Settings of a patch. Thread: any, audio too. */
ReverbSettings reverbSettings (const PatchValues& patch) noexcept;

inline constexpr double kReverbLongestPredelaySeconds = 0.2;

/** Early echoes and a feedback delay network, both after the predelay. The network: four all-passes
    per side increase the density of the onset; then sixteen lines, each with a one-pole loss, are
    mixed by a Hadamard matrix over 4. This matrix keeps the energy: only the losses cause the
    decay. Left feeds the even lines and right the odd ones. The outputs weigh all lines with
    orthogonal signs, so that the sides of the tail are uncorrelated. Each line's length swings at
    its own rate from sample 0 on:
        length + kReverbSwingSeconds 4 x (1 - |x|), x from -1 to 1 in a cycle, line i ahead by the
        golden section times i.
    The wet gain keeps the level of a steady noise for every time; kReverbEarlyShare of its energy
    is in the early echoes.
    Settings ramp over kRampSeconds from the sample at which they are set, the mix by DryWet;
    settings before the first sample apply at once. The output does not depend on block sizes.
    cost    little in silence: once the tail is below -289 dB, only the swings go on
    thread  the rendering thread
    source  Stautner & Puckette 1982, "Designing multi-channel reverberators"; Jot & Chaigne 1991;
            Dattorro 1997, "Effect design, part 1" (input diffusion) */
class Reverb
{
public:
    void prepare (double sampleRateHz); ///< allocates; resets
    void reset () noexcept;             ///< silences; settings at their targets
    void setSettings (const ReverbSettings& settings) noexcept;
    void setMix (double mix) noexcept;                                 ///< sets only the mix
    void process (float* left, float* right, int numSamples) noexcept; ///< in place

private:
    struct Sides
    {
        float left = 0, right = 0;
    };
    /** y[n] = -g v[n] + v[n - length], v[n] = x[n] + g v[n - length] */
    struct AllPass
    {
        DelayLine line;
        int samples = 0;
        float process (float value) noexcept;
    };

    void clear () noexcept;
    bool isEmpty () const noexcept { return numSilent_ >= memorySamples_; }
    void countSilence (Sides in, Sides delayed, Sides diffused) noexcept;
    void swing () noexcept;
    void movePredelay () noexcept;
    Sides delayed (float left, float right) noexcept;
    Sides early (Sides in) noexcept;
    Sides network (Sides in) noexcept;

    double sampleRateHz_ = 48000;
    int rampSamples_ = 1;
    DryWet mix_;
    Rest rest_;
    bool isFresh_ = true;

    // Predelay: a change crossfades between two delays, because a sliding delay would change the
    // pitch.
    std::array<DelayLine, 2> predelay_;
    int predelaySamples_ = 0, nextPredelaySamples_ = 0, wantedPredelaySamples_ = 0, fadeLeft_ = 0;

    std::array<std::array<AllPass, kReverbDiffusers>, 2> diffusers_;

    std::array<DelayLine, 2> earlyLines_;
    ReverbEarly early_;

    std::array<DelayLine, kReverbLines> lines_;
    std::array<int, kReverbLines> lengths_ {};
    /** in 2^-64 cycles; as signed numbers from -1/2 to 1/2 cycle */
    std::array<std::uint64_t, kReverbLines> swings_ {}, swingSteps_ {};
    double swingSamples_ = 0;
    /** Samples since sound was written to a line; the longest line's length. */
    int numSilent_ = 0, memorySamples_ = 0;
    bool hasWritten_ = false; ///< sound to one of `lines_`
    ReverbLosses losses_;
    ReverbLosses::Lines states_ {}; ///< of the losses
    ReverbSettings settings_;
};

} // namespace melstrom
