// Rows of the effects.
#include "Engine/Spec/Patch/PatchTables.h"

namespace melstrom
{

namespace
{
using Unit = ParameterUnit;
using Curve = ParameterCurve;
using Row = PatchRow;
using enum PatchKey;

constexpr std::string_view kMixMeaning = "share of the effect in the sound; 0: off";

PatchRows chorusRows ()
{
    return switchedByFirst ({
        Row {chorusMix, "mix", kMixMeaning}.target ().byChance (0, 0.6f, 0.5),
        Row {chorusRate, "rate", "cycles per second of its moving delays", 0.05f, 5, 0.5f,
             Unit::hertz, Curve::logarithmic}
            .byChance (0.1f, 1.5f),
        Row {chorusDepth, "depth", "distance by which its delays move", 0, 10, 3,
             Unit::milliseconds}
            .byChance (0.5f, 5),
    });
}

PatchRows reverbRows ()
{
    return switchedByFirst ({
        Row {reverbMix, "mix", kMixMeaning}.target ().byChance (0, 0.5f, 0.7),
        Row {reverbTime, "time", "decay time to -60 dB", 0.1f, 30, 3, Unit::seconds,
             Curve::logarithmic}
            .byChance (0.5f, 8),
        Row {reverbDamping, "damping",
             "decay of high frequencies; 0: as slow as other frequencies; 1: fastest", 0, 1, 0.5f}
            .byChance (0.2f, 0.8f),
        Row {reverbPredelay, "predelay", "delay before the reverb begins", 0, 200, 10,
             Unit::milliseconds}
            .byChance (0, 40),
    });
}

PatchRows clipRows ()
{
    return switchedByFirst ({
        Row {clipOn, "on", "replaces the mix x by tanh (drive x)"}.toggle (false).byChance (0, 1,
                                                                                            0.3),
        Row {clipDrive, "drive", "gain before the tanh curve", 0.1f, 10, 0.7f, Unit::none,
             Curve::logarithmic}
            .byChance (0.5f, 2),
    });
}

PatchRows equalizerRows ()
{
    const auto gain = [] (PatchKey key, std::string_view name, std::string_view meaning)
    { return Row {key, name, meaning, -18, 18, 0, Unit::decibels}.byChance (-4, 4); };
    return {
        gain (eqLowGain, "low_gain", "gain below the low frequency; 0: off"),
        Row {eqLowFrequency, "low_frequency", "frequency with half of the low gain", 20, 2000, 120,
             Unit::hertz, Curve::logarithmic}
            .idleAt (eqLowGain, 0)
            .byChance (60, 300),
        gain (eqMidGain, "mid_gain", "gain at the mid frequency; 0: off"),
        Row {eqMidFrequency, "mid_frequency", "centre of the peak", 40, 16000, 1000, Unit::hertz,
             Curve::logarithmic}
            .idleAt (eqMidGain, 0)
            .byChance (300, 4000),
        Row {eqMidQ, "mid_q", "Q: a higher value makes the peak narrower", 0.2f, 10, 1, Unit::none,
             Curve::logarithmic}
            .idleAt (eqMidGain, 0)
            .byChance (0.5f, 2),
        gain (eqHighGain, "high_gain", "gain above the high frequency; 0: off"),
        Row {eqHighFrequency, "high_frequency", "frequency with half of the high gain", 1000, 16000,
             8000, Unit::hertz, Curve::logarithmic}
            .idleAt (eqHighGain, 0)
            .byChance (3000, 12000),
    };
}

PatchRows delayRows ()
{
    return switchedByFirst ({
        Row {delayMix, "mix", kMixMeaning}.target ().byChance (0, 0.4f, 0.4),
        Row {delaySync, "sync", "free: `time` sets the time between echoes; tempo: `beats` sets it"}
            .choice (DelaySync::free)
            .byChance (),
        Row {delayTime, "time", "time between echoes", 1, 2000, 375, Unit::milliseconds,
             Curve::logarithmic}
            .idleAt (delaySync, DelaySync::tempo)
            .byChance (100, 800),
        Row {delayBeats, "beats", "beats between echoes with `sync` tempo; 4 s at most", 0.0625f, 4,
             0.75f, Unit::beats, Curve::logarithmic}
            .idleUnless (delaySync, DelaySync::tempo)
            .byChance (0.25f, 2),
        Row {delayFeedback, "feedback", "amplitude of an echo relative to the echo before it", 0,
             0.9f, 0.35f}
            .byChance (0, 0.6f),
        Row {delayPingPong, "ping_pong",
             "echoes alternate between left and right; the first is on the left"}
            .labelled ("Ping-Pong")
            .toggle (false)
            .byChance (),
        Row {delayCutoff, "cutoff", "cutoff of the low-pass in the feedback path; 20 kHz: off", 200,
             20000, 8000, Unit::hertz, Curve::logarithmic}
            .byChance (1500, 12000),
    });
}

PatchRows outputRows ()
{
    return {Row {outputGain, "gain",
                 "gain after all effects; changes loudness, not the drive of "
                 "the clip",
                 -24, 12, 0, Unit::decibels}
                .byChance (0, 0)};
}
} // namespace

PatchTableRows effectTables ()
{
    constexpr auto kGroup = SurpriseGroup::effects;
    PatchTableRows tables {
        {{"chorus", "Chorus", "Chorus", "Chorus", kGroup}, chorusRows ()},
        {{"reverb", "Reverb", "Reverb", "Reverb", kGroup}, reverbRows ()},
        {{"clip", "Clip", "Clip", "Soft clip", kGroup}, clipRows ()},
        {{"eq", "EQ", "EQ", "EQ", kGroup}, addedIn (2, equalizerRows ())},
        {{"delay", "Delay", "Delay", "Delay", kGroup}, addedIn (2, delayRows ())},
        {{"output", "Output", "Output", "Output", kGroup}, addedIn (2, outputRows ())}};
    for (auto& [table, rows] : tables)
        for (auto& row : rows)
            row.affects = Affects::effect;
    return tables;
}

} // namespace melstrom
