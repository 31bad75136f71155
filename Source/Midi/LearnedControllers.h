// Which MIDI controller moves which parameter.
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
    static constexpr int kNumNumbers = 120; ///< those above are MIDI's channel mode messages

    int channel = kAnyChannel; ///< 0 .. 15, or any
    int number = 0;            ///< 0 .. 119
    PatchKey key {};

    bool operator== (const LearnedController&) const = default;
    bool isValid () const noexcept; ///< MIDI has it, and there is such a parameter
};

/** One controller a parameter, any number of parameters a controller. Kept in the order of keys. */
struct LearnedControllers
{
    std::vector<LearnedController> entries;
    void
    learn (const LearnedController&
               controller); ///< replaces what moved that parameter; what is not valid is not learnt
    void forget (PatchKey key);
    std::optional<LearnedController> of (PatchKey key) const;
    bool operator== (const LearnedControllers&) const = default;
};

} // namespace melstrom
