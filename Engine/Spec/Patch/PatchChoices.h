// Enumerations of the choice parameters, and their names in patch files.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace melstrom
{

/** Names in patch files, made from a list of enumerators: "ramp_up" for rampUp. */
class ChoiceNames
{
public:
    /** enumerators: "sine, triangle, rampUp" */
    constexpr explicit ChoiceNames (std::string_view enumerators)
    {
        for (const char letter : enumerators)
        {
            const bool isCapital = letter >= 'A' && letter <= 'Z';
            if (isCapital)
                text_[size_++] = '_';
            if (letter != ' ')
                text_[size_++] = static_cast<char> (isCapital ? letter - 'A' + 'a' : letter);
        }
    }

    /** Empty behind the last name. */
    constexpr std::string_view operator[] (std::size_t index) const noexcept
    {
        std::size_t begin = 0;
        for (; index > 0 && begin < size_; --index)
            begin = endOfName (begin) + 1;
        return begin < size_ ? std::string_view (text_ + begin, endOfName (begin) - begin)
                             : std::string_view ();
    }

private:
    /** No string_view::find: GCC takes it for no constant expression where a sanitizer looks for null. */
    constexpr std::size_t endOfName (std::size_t begin) const noexcept
    {
        while (begin < size_ && text_[begin] != ',')
            ++begin;
        return begin;
    }

    char text_[256] {};
    std::size_t size_ = 0;
};

// A parameter's value is the index of its enumerator. choiceName returns the name of an enumerator
// in patch files, and an empty text for other values. A new enumerator stands behind the last one.
// Patch files store the names: no enumerator changes its name.
#define MELSTROM_CHOICES(Enum, ...)                                                                \
    enum class Enum : std::int8_t;                                                                 \
    inline constexpr ChoiceNames k##Enum##Names {#__VA_ARGS__};                                    \
    constexpr std::string_view choiceName (Enum value) noexcept                                    \
    {                                                                                              \
        return k##Enum##Names[static_cast<std::size_t> (value)];                                   \
    }                                                                                              \
    enum class Enum : std::int8_t                                                                  \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }

MELSTROM_CHOICES (VoiceMode, poly, mono, legato);
MELSTROM_CHOICES (NotePriority, last, low, high);
/** Start phases of a note's partials. */
MELSTROM_CHOICES (PhaseMode, random, reset, spread);

MELSTROM_CHOICES (GlideMode, off, always, legato);
/** time: every glide has the same duration; rate: every octave of a glide has the same duration. */
MELSTROM_CHOICES (GlideBy, time, rate);

/** on: each note has a channel of its own, even if the controller does not announce MPE. */
MELSTROM_CHOICES (MpeMode, off, on);

MELSTROM_CHOICES (SpectrumShape, sine, triangle, saw, square, pulse, organ, choir, bell, drawn);

/** exponential: attack 1 - exp (-5x), decay s + (1 - s) exp (-3x), release exp (-5x);
    gentle: attack 1 - exp (-3x), decay and release exp (-3x) alike; linear. */
MELSTROM_CHOICES (EnvelopeCurve, exponential, gentle, linear);

MELSTROM_CHOICES (LfoShape, sine, triangle, rampUp, rampDown, square, steps, drift);
/** Phase of a cycle. free: follows absolute time; note: restarts with each note; tempo: follows the
    song's beats. */
MELSTROM_CHOICES (LfoSync, free, note, tempo);
/** Unit of the delay time. free: milliseconds; tempo: the song's beats. */
MELSTROM_CHOICES (DelaySync, free, tempo);

MELSTROM_CHOICES (FilterType, off, low, band, high, notch);

/** Its names begin with a digit: "12db", "24db". */
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

MELSTROM_CHOICES (ModulationSource, none, velocity, key, bend, wheel, pressure, timbre, expression,
                  breath, ampEnvelope, modEnvelope, lfo1, lfo2, random, macro1, macro2, macro3,
                  macro4, releaseVelocity);

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
