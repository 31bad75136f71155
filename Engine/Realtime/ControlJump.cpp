#include "Engine/Realtime/ControlJump.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{
namespace
{

/** visitor: number (float&), rate (std::int64_t&) and octaves (float&), which is a frequency or Q, once for each field. */
template <typename Control, typename Visitor>
void visitFields (Control& control, Visitor&& visitor) noexcept
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

/** Adds what the control's fields are, times `sign`, to `at`, one after the other. */
struct Adder
{
    float sign;
    float* at;

    void add (double value) noexcept { *at++ += sign * static_cast<float> (value); }
    void number (float field) noexcept { add (static_cast<double> (field)); }
    void rate (std::int64_t field) noexcept { add (static_cast<double> (field)); }
    void octaves (float field) noexcept { add (std::log2 (static_cast<double> (field))); }
};

/** Moves the control's fields by what stands at `by`, one after the other. */
struct Mover
{
    const float* by;

    void number (float& field) noexcept { field += *by++; }
    void rate (std::int64_t& field) noexcept { field += std::llround (*by++); }
    void octaves (float& field) noexcept { field *= std::exp2 (*by++); }
};

} // namespace

void ControlJump::add (const VoiceControl& before, const VoiceControl& after) noexcept
{
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
    for (std::size_t i = 0; i < control.oscillators.size ();
         ++i) // follows the sides, and other tables at once
        control.oscillators[i].centre =
            static_cast<float> (clusterCentre (static_cast<double> (control.oscillators[i].sides),
                                               static_cast<double> (context.centreShare[i])));
}

} // namespace melstrom
