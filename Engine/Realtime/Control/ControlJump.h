// A choice has no values in between: what it does to a voice glides all the same.
#pragma once

#include "Engine/Realtime/Control/ControlPoint.h"

#include <array>

namespace melstrom
{

/** What is left of what a voice was before a choice, a toggle or the tuning changed. The change is made at once; the
    difference that it makes to each number of the voice is kept beside it, and goes to 0 through three one-pole low-passes
    like a step of a controller. So all that is heard is continuous, whatever the choice means. Changes that follow each other
    add. Plain data of some 350 bytes.   thread: the one that renders   fails: never */
class ControlJump
{
public:
    bool isOver () const noexcept { return isOver_; }
    /** The change, at a control point. before, after: the voice as it is on both sides of it, without what is left of
        earlier changes */
    void add (const VoiceControl& before, const VoiceControl& after) noexcept;
    /** One control point on; moves `control`, the voice after the changes, to what is heard. context: of that point */
    void advance (const ControlContext& context, VoiceControl& control) noexcept;

    /** of a VoiceControl that may jump */
private:
    static constexpr int kNumFields = 27;
    using Fields = std::array<float, kNumFields>;

    Fields first_ {}, second_ {}, value_ {}; ///< as an EasedRecord has them, of each
    EasedRecord weight_;                     ///< of the latest change: once it is gone, all are
    bool isOver_ = true;
};

} // namespace melstrom
