// The one table of parameters, for patch files, documentation, the matrix and a plugin's
// automation.
#pragma once

#include "Engine/Core/Result.h"
#include "Engine/Spec/Patch/PatchValues.h"

#include <array>
#include <optional>
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
    hertz,
    seconds,
    milliseconds,
    semitones,
    cents,
    octaves,
    beats,
    voices
};

/** How a knob position x, 0 .. 1, maps to the range. */
enum class ParameterCurve : std::int8_t
{
    linear,
    logarithmic, ///< lowest > 0
    cubic,       ///< lowest + (highest - lowest) x^3; for times from 0 on
    whole,       ///< whole numbers
    choice,      ///< whole numbers with names
    toggle       ///< 0 or 1
};

/** What a new value of a parameter changes. */
enum class Affects : std::int8_t
{
    voice,  ///< voices only; they read values at control points
    tables, ///< voices and partial tables, which a background thread makes anew
    effect  ///< effects only
};

/** A setting of one parameter that makes another parameter idle: see isIdle. */
struct IdleWhen
{
    PatchKey key {}; ///< the other parameter
    float value = 0;
    bool isUnless = false; ///< holds for every value except `value`

    bool holds (const PatchValues& values) const noexcept
    {
        return (values[key] == value) != isUnless;
    }
};

/** Range in which chance chooses a value (Surprise.h), within the range of the row. */
struct MusicalRange
{
    float lowest = 0, highest = 0;
    /** Probability of a value within the range; otherwise the value is `lowest`. */
    double share = 1;
};

/** One row of the table. PatchTables.h has the functions that write it. */
struct PatchParameter
{
    PatchKey key {};
    std::string_view name;    ///< "detune": key in its table of a patch file
    std::string_view meaning; ///< for docs and tooltips
    float lowest = 0, highest = 1, initial = 0;
    ParameterUnit unit = ParameterUnit::none;
    ParameterCurve curve = ParameterCurve::linear;
    std::span<const std::string_view> choices {}; ///< for ParameterCurve::choice only
    bool isTarget = false;                        ///< the matrix may modulate it
    Affects affects = Affects::voice;
    std::vector<IdleWhen> idle {}; ///< idle while any of these holds
    int sinceVersion = 1;    ///< version of the table that added it; the plugins' version hint
    bool isOfPlayer = false; ///< belongs to the player: loading a patch keeps its value
    /** Empty: the parameter belongs to the player (voices, tuning, wheels, macros), or is set
        together with other parameters (matrix rows). */
    std::optional<MusicalRange> musical {};
    std::string rowLabel {}; ///< "Detune"; empty in PatchRows: made from `name`

    // Made from the table's names:
    std::string id {};    ///< "osc1_detune": patch files and hosts store it; never changes
    std::string label {}; ///< "Osc 1 Detune"
    std::string group {}; ///< "Oscillator 1"; its table in patch files is "osc1"
};

/** True if only whole numbers are allowed. */
inline bool isStepped (const PatchParameter& parameter) noexcept
{
    return parameter.curve == ParameterCurve::whole || parameter.curve == ParameterCurve::choice ||
           parameter.curve == ParameterCurve::toggle;
}

/** All parameters in the order of PatchKey. The first call allocates. Thread: any; first call not
    audio. */
const std::array<PatchParameter, kNumPatchKeys>& patchParameters ();
inline const PatchParameter& parameterOf (PatchKey key)
{
    return patchParameters ()[static_cast<std::size_t> (key)];
}

/** True if the parameter's value changes no sample: its oscillator, filter or effect is off, or
    another setting makes it ineffective, as a unison of one copy does with detune. The parameter
    that switches the oscillator, filter or effect on is not idle. Thread: any. */
bool isIdle (const PatchValues& values, PatchKey key) noexcept;

/** Copies the parameters with isOfPlayer from `before` to `loaded`. Thread: any. */
void keepPlayersSettings (PatchValues& loaded, const PatchValues& before) noexcept;

/** Keys of the parameters that the matrix may modulate, without "none": choice n of matrixTarget is
    entry n - 1. */
std::span<const PatchKey> modulationTargets ();

/** Knob position 0 .. 1 of a value, and the inverse; both clamp to the range. A round trip is exact
    up to float rounding. */
float positionOf (const PatchParameter& parameter, float value) noexcept;
float valueAt (const PatchParameter& parameter, float position) noexcept;

/** The nearest allowed value: clamped to the range; for a stepped parameter the nearest whole
    number, never -0. NaN gives the lowest value. Thread: any. */
float nearestAllowed (const PatchParameter& parameter, double value) noexcept;

/** "-6.0 dB", "1.25 s", "saw": text for display, and the inverse. The unit is optional; locales
    have no effect.
    Fails: badSpec, naming parameter, text and what is allowed. */
std::string valueText (const PatchParameter& parameter, float value);
Result<float> valueFromText (const PatchParameter& parameter, std::string_view text);

/** "Hz", "dB/oct", "": the symbol behind a number. */
std::string_view unitSymbol (ParameterUnit unit) noexcept;

} // namespace melstrom
