#include "Source/Editor/IdleParameters.h"

namespace melstrom
{

namespace
{
using enum PatchKey;

constexpr bool isAmong (PatchKey key, PatchKey first, PatchKey last) noexcept
{
    return key >= first && key <= last;
}

/** key: of the first oscillator */
bool isIdleOfOscillator (const PatchValues& values, int oscillator, PatchKey key) noexcept
{
    const auto of = [&] (PatchKey other)
    { return values.whole (oscillatorKey (oscillator, other)); };
    if (of (osc1On) == 0)
        return key != osc1On;
    const auto shape = static_cast<SpectrumShape> (of (osc1Spectrum));
    switch (key)
    {
        case osc1PulseWidth: return shape != SpectrumShape::pulse;
        case osc1Partials:
        case osc1Tilt:
        case osc1Stretch: return shape == SpectrumShape::sine;
        case osc1Detune:
        case osc1Spread: return of (osc1Unison) == 1;
        case osc1Bandwidth:
        case osc1BandwidthScale: return of (osc1Density) == 1;
        default: return false;
    }
}

bool isIdleOfLfo (const PatchValues& values, int lfo, PatchKey key) noexcept
{
    const auto sync = values.choice<LfoSync> (lfoKey (lfo, lfo1Sync));
    return key == (sync == LfoSync::tempo ? lfo1Rate : lfo1Beats);
}

bool isIdleOfWhole (const PatchValues& values, PatchKey key) noexcept
{
    if (key == notePriority)
        return values.choice<VoiceMode> (voiceMode) == VoiceMode::poly;
    return key == glideTime && values.choice<GlideMode> (glideMode) == GlideMode::off;
}
} // namespace

bool isIdle (const PatchValues& values, PatchKey key) noexcept
{
    if (key < osc1On)
        return isIdleOfWhole (values, key);
    if (key < noiseLevel)
    {
        const int oscillator = key < osc2On ? 0 : 1;
        return isIdleOfOscillator (values, oscillator,
                                   keyAfter (key, -oscillator * kOscillatorKeys));
    }
    if (isAmong (key, lfo1Shape, lfo2Fade))
    {
        const int lfo = key < lfo2Shape ? 0 : 1;
        return isIdleOfLfo (values, lfo, keyAfter (key, -lfo * kLfoKeys));
    }
    if (isAmong (key, pitchTime, pitchCurve))
        return values[pitchAmount] == 0;
    if (isAmong (key, filterSlope, filterEnvelope))
        return values.choice<FilterType> (filterType) == FilterType::off;
    if (isAmong (key, chorusRate, chorusDepth))
        return values[chorusMix] == 0;
    if (isAmong (key, reverbTime, reverbPredelay))
        return values[reverbMix] == 0;
    return key == clipDrive && values.whole (clipOn) == 0;
}

} // namespace melstrom
