// What the controls of an editor show, looked up once for all of them.
#pragma once

#include "Engine/Spec/Patch/PatchValues.h"

#include <bitset>
#include <cstddef>
#include <optional>

namespace melstrom
{

/** At one instant. Plain data. */
struct ShownPatch
{
    PatchValues set;                     ///< as parameters stand
    std::optional<PatchValues> sounding; ///< of the newest voice; empty: none sounds
    std::bitset<kNumPatchKeys> targets;  ///< what a row of the matrix moves
    std::optional<PatchKey> armed;       ///< waits for a MIDI controller

    bool isTarget (PatchKey key) const noexcept
    {
        return targets.test (static_cast<std::size_t> (key));
    }
    /** Of a target while a voice sounds. */
    std::optional<float> movedValue (PatchKey key) const noexcept
    {
        return sounding && isTarget (key) ? std::optional ((*sounding)[key]) : std::nullopt;
    }
};

/** A component that a timer keeps up to date. */
class ShownControl
{
public:
    virtual ~ShownControl () = default;
    /** Thread: message. Repaints only if something that it shows has changed. */
    virtual void refresh (const ShownPatch& shown) = 0;
};

} // namespace melstrom
