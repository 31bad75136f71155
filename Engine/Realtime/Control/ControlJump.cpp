#include "Engine/Realtime/Control/ControlJump.h"

#include "Engine/Spec/Patch/PatchParameters.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{
namespace
{

/** Calls one function of `visitor` for each field: number (float&), rate (std::int64_t&) or, for a
    frequency or Q, octaves (float&). */
template <typename Control, typename Visitor>
constexpr void visitFields (Control& control, Visitor&& visitor) noexcept
{
    for (auto& oscillator : control.oscillators)
    {
        for (auto* const field : {&oscillator.baseRate, &oscillator.detuneRate,
                                  &oscillator.bandwidthRate, &oscillator.stretchRate})
            visitor.rate (*field);
        for (auto* const field : {&oscillator.level, &oscillator.pan, &oscillator.spread,
                                  &oscillator.tilt, &oscillator.sides})
            visitor.number (*field);
    }
    visitor.octaves (control.cutoff);
    visitor.octaves (control.resonance);
    for (auto* const field : {&control.noiseLevel, &control.noiseColour, &control.noisePan,
                              &control.noiseWidth, &control.noiseGrainDepth, &control.noiseSmooth})
        visitor.number (*field);
    visitor.rate (control.grainRate);
}

struct Counter
{
    int count = 0;

    constexpr void number (float) noexcept { ++count; }
    constexpr void rate (std::int64_t) noexcept { ++count; }
    constexpr void octaves (float) noexcept { ++count; }
};

consteval int countFields () noexcept
{
    const VoiceControl control;
    Counter counter;
    visitFields (control, counter);
    return counter.count;
}

/** Adds the control's fields, times `sign`, to consecutive elements of `at`. */
struct Adder
{
    float sign;
    float* at;

    void add (double value) noexcept { *at++ += sign * static_cast<float> (value); }
    void number (float field) noexcept { add (static_cast<double> (field)); }
    void rate (std::int64_t field) noexcept { add (static_cast<double> (field)); }
    void octaves (float field) noexcept { add (std::log2 (static_cast<double> (field))); }
};

/** Moves the control's fields by consecutive elements of `by`. */
struct Mover
{
    const float* by;

    void number (float& field) noexcept { field += *by++; }
    void rate (std::int64_t& field) noexcept { field += std::llround (*by++); }
    void octaves (float& field) noexcept { field *= std::exp2 (*by++); }
};

/** Clamps the fields that have a range: a parameter and a jump in the same direction may add up
    past it. The other fields accept any number. */
void keepInRange (VoiceControl& control, double sampleRateHz) noexcept
{
    for (OscillatorControl& oscillator : control.oscillators)
        oscillator.sides = std::clamp (oscillator.sides, 0.0f, 1.0f);
    control.cutoff =
        std::clamp (control.cutoff, static_cast<float> (kLowestCutoffHz / sampleRateHz),
                    static_cast<float> (kHighestCutoff));
    const PatchParameter& resonance = parameterOf (PatchKey::filterResonance);
    control.resonance = std::clamp (control.resonance, resonance.lowest, resonance.highest);
}

} // namespace

void ControlJump::add (const VoiceControl& before, const VoiceControl& after) noexcept
{
    static_assert (countFields () == kNumFields);
    Fields difference {};
    visitFields (before, Adder {1, difference.data ()});
    visitFields (after, Adder {-1, difference.data ()});
    if (std::ranges::all_of (difference, [] (float field) { return field == 0; }))
        return;
    for (std::size_t i = 0; i < difference.size (); ++i)
        for (Fields* const fields : {&first_, &second_, &value_})
            (*fields)[i] += difference[i];
    weight_.snapTo (1);
    isOver_ = false;
}

void ControlJump::advance (const ControlContext& context, VoiceControl& control) noexcept
{
    if (weight_.advance (0, context.jumpShare))
    {
        *this = {};
        return;
    }
    const auto part = static_cast<float> (context.jumpShare);
    for (std::size_t i = 0; i < value_.size (); ++i)
    {
        first_[i] -= part * first_[i];
        second_[i] += part * (first_[i] - second_[i]);
        value_[i] += part * (second_[i] - value_[i]);
    }
    visitFields (control, Mover {value_.data ()});
    keepInRange (control, context.sampleRateHz);
    for (std::size_t i = 0; i < control.oscillators.size (); ++i)
    {
        // depends on the sides, and on new tables at once
        OscillatorControl& oscillator = control.oscillators[i];
        oscillator.centre = static_cast<float> (clusterCentre (
            static_cast<double> (oscillator.sides), static_cast<double> (context.centreShare[i])));
    }
}

} // namespace melstrom
