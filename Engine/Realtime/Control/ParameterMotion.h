// Parameters that glide to their new values.
#pragma once

#include "Engine/Realtime/Control/EasedValue.h"
#include "Engine/Spec/Patch/PatchValues.h"

#include <array>
#include <cstdint>

namespace melstrom
{

/** A patch's parameters at a control point. Continuous parameters glide to new values by an
    EasedRecord of kEaseSeconds, in positions (0 .. 1, see PatchParameters.h) or, for decibels, in
    amplitudes. Choices, toggles, whole numbers and beats of LFOs jump at the next control point.
    The values depend only on the control points of the calls of `moveTo`.
    Plain data: may be copied. Thread: the rendering thread; allocates nothing. The first object of
    a process must not be constructed on an audio thread: it builds the table of parameters. */
class ParameterMotion
{
public:
    /** Starts with every parameter at its initial value. */
    explicit ParameterMotion (double sampleRateHz) noexcept;

    /** Sets all parameters at once, without glides. */
    void jumpTo (const PatchValues& values) noexcept;
    /** Starts a glide at the next control point; a gliding parameter continues from its present
        value.
        value: in the parameter's unit; clamped to its range; NaN is ignored. */
    void moveTo (PatchKey key, float value) noexcept;
    /** Advances by one control point. */
    void advance () noexcept;
    /** Ends all glides at their targets. */
    void finish () noexcept;

    const PatchValues& values () const noexcept { return values_; }
    bool isMoving () const noexcept { return numMoving_ > 0; }
    /** Whether the last `advance` changed a parameter that does not glide. */
    bool hasJumped () const noexcept { return hasJumped_; }

private:
    struct Move
    {
        PatchKey key {};
        float target = 0;     ///< a value, in the parameter's unit
        double wayTarget = 0; ///< see wayOf
        EasedRecord way;
    };
    Move* moveOf (PatchKey key) noexcept; ///< null: it does not move

    PatchValues values_;
    std::array<Move, kNumPatchKeys> moves_ {}; ///< the first numMoving_ of them
    int numMoving_ = 0;
    double share_; ///< see easeShare
    bool hasJumped_ = false;
};

} // namespace melstrom
