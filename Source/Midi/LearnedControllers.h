// Assignments of MIDI controllers to parameters.
#pragma once

#include "Engine/Spec/Patch/PatchKey.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace melstrom
{

struct LearnedController
{
    static constexpr int kAnyChannel = -1, kNumChannels = 16;
    static constexpr int kNumNumbers = 120; ///< MIDI uses 120 .. 127 for channel mode messages

    int channel = kAnyChannel; ///< 0 .. 15 or kAnyChannel
    int number = 0;            ///< 0 .. 119
    PatchKey key {};

    bool operator== (const LearnedController&) const = default;
    bool isValid () const noexcept; ///< channel, number and key are in range
};

/** At most one controller for each parameter; a controller may move several parameters. Sorted by
    key. */
struct LearnedControllers
{
    std::vector<LearnedController> entries;
    /** Replaces the parameter's former controller. Ignores an invalid controller. */
    void learn (const LearnedController& controller);
    void forget (PatchKey key);
    std::optional<LearnedController> of (PatchKey key) const;
    bool operator== (const LearnedControllers&) const = default;
};

} // namespace melstrom
