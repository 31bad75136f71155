// The one table of parameters: patch files, documentation, the matrix and a plugin's automation come
// from it.
#pragma once

#include "Engine/Core/Result.h"
#include "Engine/Spec/Patch/PatchValues.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

enum class ParameterUnit : std::int8_t
{
    none,
    decibels,
    decibelsPerOctave,
    percent,
    hertz,
    seconds,
    milliseconds,
    semitones,
    cents,
    octaves,
    beats,
    voices
};

/** How 0 .. 1 of a knob goes over the range. */
enum class ParameterCurve : std::int8_t
{
    linear,
    logarithmic, ///< lowest > 0
    cubic,       ///< lowest + (highest - lowest) x^3: times, which begin at 0
    whole,       ///< whole numbers
    choice,      ///< whole numbers that have names
    toggle       ///< 0 or 1
};

/** What has to follow when a parameter moves. */
enum class Affects : std::int8_t
{
    voice,  ///< voices alone, which read values at control points
    tables, ///< voices, and the background makes partial tables anew
    effect  ///< effects alone
};

/** A setting of another parameter that silences a parameter. */
struct IdleWhen
{
    PatchKey key {}; ///< the other parameter
    float value = 0;
    bool isUnless = false; ///< the setting is every value but `value`

    bool holds (const PatchValues& values) const noexcept
    {
        return (values[key] == value) != isUnless;
    }
};

struct PatchParameter
{
    PatchKey key {};
    std::string id;    ///< "osc1_detune": in patch files and for hosts; never changes
    std::string label; ///< "Osc 1 Detune"
    std::string group; ///< "Oscillator 1": a table in patch files is its id, "osc1"
    ParameterUnit unit = ParameterUnit::none;
    float lowest = 0, highest = 1, initial = 0;
    ParameterCurve curve = ParameterCurve::linear;
    std::span<const std::string_view> choices; ///< names, where curve is `choice`
    bool isTarget = false;                     ///< the matrix may move it
    Affects affects = Affects::voice;
    std::vector<IdleWhen> idle; ///< idle while any of these holds
    int sinceVersion = 1;       ///< version of the table that added it; the plugins' version hint
    bool isOfPlayer = false;    ///< the player's: a patch that is loaded leaves it
    std::string_view meaning;   ///< a sentence for docs and tooltips
};

/** Only whole numbers are allowed: the curve is whole, choice or toggle. */
inline bool isStepped (const PatchParameter& parameter) noexcept
{
    return parameter.curve == ParameterCurve::whole || parameter.curve == ParameterCurve::choice ||
           parameter.curve == ParameterCurve::toggle;
}

/** All of them, in the order of PatchKey. Made on first use. Thread: any; not audio at first. */
const std::array<PatchParameter, kNumPatchKeys>& patchParameters ();
inline const PatchParameter& parameterOf (PatchKey key)
{
    return patchParameters ()[static_cast<std::size_t> (key)];
}

/** Moving the parameter changes no sample: its oscillator, filter or effect is off, or another setting silences it,
    as one copy does with detune. The parameter that would switch it on again is not idle. Thread: any. */
bool isIdle (const PatchValues& values, PatchKey key) noexcept;

/** Sets what is not of the patch but of its player to what it was before. Thread: any. */
void keepPlayersSettings (PatchValues& loaded, const PatchValues& before) noexcept;

/** Keys that the matrix may move, "none" left out: choice n of matrixTarget is entry n - 1. */
std::span<const PatchKey> modulationTargets ();

/** Position 0 .. 1 of a value, and back; both cut to the range. Round trips to a float's rounding. */
float positionOf (const PatchParameter& parameter, float value) noexcept;
float valueAt (const PatchParameter& parameter, float position) noexcept;

/** The allowed value that is nearest: cut to the range; of a stepped parameter the nearest whole number, without a
    sign of zero. NaN counts as the lowest. Thread: any. */
float nearestAllowed (const PatchParameter& parameter, double value) noexcept;

/** "-6.0 dB", "1.25 s", "saw": what people read; and back, unit optional, any locale.
    Fails: badSpec, naming parameter, text and what is allowed. */
std::string valueText (const PatchParameter& parameter, float value);
Result<float> valueFromText (const PatchParameter& parameter, std::string_view text);

/** "Hz", "dB/oct", "": as it stands behind a number. */
std::string_view unitSymbol (ParameterUnit unit) noexcept;

} // namespace melstrom
