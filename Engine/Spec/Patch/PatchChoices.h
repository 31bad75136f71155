// Enumerations of the choice parameters, and their names in patch files.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace melstrom
{

// A parameter's value is the index of its enumerator. choiceName returns the name of an enumerator
// in patch files, and an empty text for other values. The compiler warns of an enumerator without a
// name (-Wswitch).

enum class VoiceMode : std::int8_t
{
    poly,
    mono,
    legato
};
constexpr std::string_view choiceName (VoiceMode mode) noexcept
{
    switch (mode)
    {
        case VoiceMode::poly: return "poly";
        case VoiceMode::mono: return "mono";
        case VoiceMode::legato: return "legato";
    }
    return "";
}

enum class NotePriority : std::int8_t
{
    last,
    low,
    high
};
constexpr std::string_view choiceName (NotePriority priority) noexcept
{
    switch (priority)
    {
        case NotePriority::last: return "last";
        case NotePriority::low: return "low";
        case NotePriority::high: return "high";
    }
    return "";
}

/** Start phases of a note's partials. */
enum class PhaseMode : std::int8_t
{
    random,
    reset,
    spread
};
constexpr std::string_view choiceName (PhaseMode mode) noexcept
{
    switch (mode)
    {
        case PhaseMode::random: return "random";
        case PhaseMode::reset: return "reset";
        case PhaseMode::spread: return "spread";
    }
    return "";
}

enum class GlideMode : std::int8_t
{
    off,
    always,
    legato
};
constexpr std::string_view choiceName (GlideMode mode) noexcept
{
    switch (mode)
    {
        case GlideMode::off: return "off";
        case GlideMode::always: return "always";
        case GlideMode::legato: return "legato";
    }
    return "";
}

/** time: every glide has the same duration; rate: every octave of a glide has the same duration. */
enum class GlideBy : std::int8_t
{
    time,
    rate
};
constexpr std::string_view choiceName (GlideBy by) noexcept
{
    switch (by)
    {
        case GlideBy::time: return "time";
        case GlideBy::rate: return "rate";
    }
    return "";
}

/** on: each note has a channel of its own, even if the controller does not announce MPE. */
enum class MpeMode : std::int8_t
{
    off,
    on
};
constexpr std::string_view choiceName (MpeMode mode) noexcept
{
    switch (mode)
    {
        case MpeMode::off: return "off";
        case MpeMode::on: return "on";
    }
    return "";
}

enum class SpectrumShape : std::int8_t
{
    sine,
    triangle,
    saw,
    square,
    pulse,
    organ,
    choir,
    bell,
    drawn
};
constexpr std::string_view choiceName (SpectrumShape shape) noexcept
{
    switch (shape)
    {
        case SpectrumShape::sine: return "sine";
        case SpectrumShape::triangle: return "triangle";
        case SpectrumShape::saw: return "saw";
        case SpectrumShape::square: return "square";
        case SpectrumShape::pulse: return "pulse";
        case SpectrumShape::organ: return "organ";
        case SpectrumShape::choir: return "choir";
        case SpectrumShape::bell: return "bell";
        case SpectrumShape::drawn: return "drawn";
    }
    return "";
}

/** exponential: attack 1 - exp (-5x), decay s + (1 - s) exp (-3x), release exp (-5x);
    gentle: attack 1 - exp (-3x), decay and release exp (-3x) alike; linear. */
enum class EnvelopeCurve : std::int8_t
{
    exponential,
    gentle,
    linear
};
constexpr std::string_view choiceName (EnvelopeCurve curve) noexcept
{
    switch (curve)
    {
        case EnvelopeCurve::exponential: return "exponential";
        case EnvelopeCurve::gentle: return "gentle";
        case EnvelopeCurve::linear: return "linear";
    }
    return "";
}

enum class LfoShape : std::int8_t
{
    sine,
    triangle,
    rampUp,
    rampDown,
    square,
    steps,
    drift
};
constexpr std::string_view choiceName (LfoShape shape) noexcept
{
    switch (shape)
    {
        case LfoShape::sine: return "sine";
        case LfoShape::triangle: return "triangle";
        case LfoShape::rampUp: return "ramp_up";
        case LfoShape::rampDown: return "ramp_down";
        case LfoShape::square: return "square";
        case LfoShape::steps: return "steps";
        case LfoShape::drift: return "drift";
    }
    return "";
}

/** Phase of a cycle. free: follows absolute time; note: restarts with each note; tempo: follows the
    song's beats. */
enum class LfoSync : std::int8_t
{
    free,
    note,
    tempo
};
constexpr std::string_view choiceName (LfoSync sync) noexcept
{
    switch (sync)
    {
        case LfoSync::free: return "free";
        case LfoSync::note: return "note";
        case LfoSync::tempo: return "tempo";
    }
    return "";
}

/** Unit of the delay time. free: milliseconds; tempo: the song's beats. */
enum class DelaySync : std::int8_t
{
    free,
    tempo
};
constexpr std::string_view choiceName (DelaySync sync) noexcept
{
    switch (sync)
    {
        case DelaySync::free: return "free";
        case DelaySync::tempo: return "tempo";
    }
    return "";
}

enum class FilterType : std::int8_t
{
    off,
    low,
    band,
    high,
    notch
};
constexpr std::string_view choiceName (FilterType type) noexcept
{
    switch (type)
    {
        case FilterType::off: return "off";
        case FilterType::low: return "low";
        case FilterType::band: return "band";
        case FilterType::high: return "high";
        case FilterType::notch: return "notch";
    }
    return "";
}

enum class FilterSlope : std::int8_t
{
    db12,
    db24
};
constexpr std::string_view choiceName (FilterSlope slope) noexcept
{
    switch (slope)
    {
        case FilterSlope::db12: return "12db";
        case FilterSlope::db24: return "24db";
    }
    return "";
}

enum class ModulationSource : std::int8_t
{
    none,
    velocity,
    key,
    bend,
    wheel,
    pressure,
    timbre,
    expression,
    breath,
    ampEnvelope,
    modEnvelope,
    lfo1,
    lfo2,
    random,
    macro1,
    macro2,
    macro3,
    macro4,
    releaseVelocity
};
constexpr std::string_view choiceName (ModulationSource source) noexcept
{
    switch (source)
    {
        case ModulationSource::none: return "none";
        case ModulationSource::velocity: return "velocity";
        case ModulationSource::key: return "key";
        case ModulationSource::bend: return "bend";
        case ModulationSource::wheel: return "wheel";
        case ModulationSource::pressure: return "pressure";
        case ModulationSource::timbre: return "timbre";
        case ModulationSource::expression: return "expression";
        case ModulationSource::breath: return "breath";
        case ModulationSource::ampEnvelope: return "amp_envelope";
        case ModulationSource::modEnvelope: return "mod_envelope";
        case ModulationSource::lfo1: return "lfo1";
        case ModulationSource::lfo2: return "lfo2";
        case ModulationSource::random: return "random";
        case ModulationSource::macro1: return "macro1";
        case ModulationSource::macro2: return "macro2";
        case ModulationSource::macro3: return "macro3";
        case ModulationSource::macro4: return "macro4";
        case ModulationSource::releaseVelocity: return "release_velocity";
    }
    return "";
}

/** Number of enumerators: consecutive values from 0 on that have a name. */
template <typename Choice>
inline constexpr int kNumChoices = []
{
    int count = 0;
    while (! choiceName (static_cast<Choice> (count)).empty ())
        ++count;
    return count;
}();

/** Names of the enumerators, in their order. */
template <typename Choice>
inline constexpr auto kChoiceNames = []
{
    std::array<std::string_view, kNumChoices<Choice>> names;
    for (std::size_t i = 0; i < names.size (); ++i)
        names[i] = choiceName (static_cast<Choice> (i));
    return names;
}();

} // namespace melstrom
