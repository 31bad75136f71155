// The values that an editor's controls show, read once for all controls.
#pragma once

#include "Engine/Spec/Patch/PatchValues.h"

#include <bitset>
#include <cstddef>
#include <optional>

namespace melstrom
{

/** Values at one instant. Plain data. */
struct ShownPatch
{
    PatchValues set;                     ///< values of the parameters
    std::optional<PatchValues> sounding; ///< values of the newest voice; empty: none sounds
    std::bitset<kNumPatchKeys> targets;  ///< parameters that a row of the matrix moves
    std::optional<PatchKey> armed;       ///< waits for a MIDI controller

    bool isTarget (PatchKey key) const noexcept
    {
        return targets.test (static_cast<std::size_t> (key));
    }
    /** The value under modulation; empty: not a target, or no voice sounds. */
    std::optional<float> movedValue (PatchKey key) const noexcept
    {
        return sounding && isTarget (key) ? std::optional ((*sounding)[key]) : std::nullopt;
    }
};

/** A component that a timer updates. */
class ShownControl
{
public:
    virtual ~ShownControl () = default;
    /** Repaints only after a change of its values. Thread: message. */
    virtual void refresh (const ShownPatch& shown) = 0;
};

} // namespace melstrom
