// Smooths the effect of a choice on a voice: a choice has no values in between.
#pragma once

#include "Engine/Realtime/Control/ControlPoint.h"

#include <array>

namespace melstrom
{

/** Offset of a voice's numbers after a change of a choice, a toggle or the tuning. The change is
    made at once. The difference of each number is stored as an offset, which decays to 0 through
    three one-pole low-passes like a step of a controller. So the output is continuous for every
    choice. Offsets of consecutive changes add up. Plain data of about 350 bytes.
    thread  the rendering thread
    fails   never */
class ControlJump
{
public:
    bool isOver () const noexcept { return isOver_; }
    /** Adds a change at a control point. before, after: the voice before and after it, without the
        offsets of earlier changes */
    void add (const VoiceControl& before, const VoiceControl& after) noexcept;
    /** Advances by one control point and adds the offset to `control`, the voice after the changes.
        context: of that point */
    void advance (const ControlContext& context, VoiceControl& control) noexcept;

private:
    static constexpr int kNumFields = 27; ///< fields of a VoiceControl that may jump
    using Fields = std::array<float, kNumFields>;

    Fields first_ {}, second_ {}, value_ {}; ///< see EasedRecord; one element per field
    EasedRecord weight_;                     ///< of the newest change: at 0 all offsets are over
    bool isOver_ = true;
};

} // namespace melstrom
