// Parameters on their way to where a player has sent them.
#pragma once

#include "Engine/Realtime/Control/EasedValue.h"
#include "Engine/Spec/Patch/PatchValues.h"

#include <array>
#include <cstdint>

namespace melstrom
{

/** The numbers of a sound at a control point. What is a matter of degree glides to its new value by an EasedRecord of
    kEaseSeconds over positions (0 .. 1, see PatchParameters.h), decibels over amplitudes; choices, toggles, whole numbers and
    beats of LFOs are there at the next control point. What comes out is a function of the control points at which `moveTo` was called.
    Plain data: may be copied. Thread: the one that renders; allocates nothing. The first object that a process
    makes is not for an audio thread: it makes the table of parameters. */
class ParameterMotion
{
public:
    /** Every parameter at its initial value. */
    explicit ParameterMotion (double sampleRateHz) noexcept;

    /** All at once, none moves. */
    void jumpTo (const PatchValues& values) noexcept;
    /** From the next control point on; one that is under way goes on from where it is. value: in the
        parameter's unit; cut to its range, a NaN is ignored. */
    void moveTo (PatchKey key, float value) noexcept;
    /** One control point on. */
    void advance () noexcept;
    /** All that moves is there at once. */
    void finish () noexcept;

    const PatchValues& values () const noexcept { return values_; }
    bool isMoving () const noexcept { return numMoving_ > 0; }
    /** The last `advance` changed what does not glide. */
    bool hasJumped () const noexcept { return hasJumped_; }

private:
    struct Move
    {
        PatchKey key {};
        float target = 0;     ///< a value, in the parameter's unit
        double wayTarget = 0; ///< see wayOf
        EasedRecord way;
    };
    Move* moveOf (PatchKey key) noexcept; ///< null: it rests

    PatchValues values_;
    std::array<Move, kNumPatchKeys> moves_ {}; ///< the first numMoving_ of them
    int numMoving_ = 0;
    double share_; ///< see easeShare
    bool hasJumped_ = false;
};

} // namespace melstrom
