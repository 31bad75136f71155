// The modulation matrix of a voice's parameters.
#pragma once

#include "Engine/Realtime/Control/ControlPoint.h"

#include <array>
#include <cstdint>
#include <optional>

namespace melstrom
{

/** One strength per source: 0 .. 1, or -1 .. 1 (key, bend, timbre, LFOs, random). */
struct ModulationSources
{
    std::array<double, kNumModulationSources> strengths {};

    double& operator[] (ModulationSource source) noexcept
    {
        return strengths[static_cast<std::size_t> (source)];
    }
    double operator[] (ModulationSource source) const noexcept
    {
        return strengths[static_cast<std::size_t> (source)];
    }
};

/** One voice's parameters at an instant, in their own units. */
class VoiceValues
{
public:
    explicit VoiceValues (const PatchValues& patch) noexcept : patch_ (patch), values_ (patch) {}

    /** Applies the matrix. A row moves its target's position (0 .. 1, see PatchParameters.h) by
        depth x source x via; rows of one target add up; the sum is clamped to the range. */
    void moveTargets (const ModulationSources& sources) noexcept;

    double operator[] (PatchKey key) const noexcept { return static_cast<double> (values_[key]); }
    template <typename Choice>
    Choice choice (PatchKey key) const noexcept
    {
        return static_cast<Choice> (static_cast<int> ((*this)[key] + 0.5));
    }

    const PatchValues& all () const noexcept { return values_; }

private:
    const PatchValues& patch_;
    PatchValues values_;
};

/** A bit for each source with one value for all notes: macros, controllers of the channel, LFOs
    without note sync. Only these sources move effects, which all notes share. */
std::uint32_t sharedSources (const PatchValues& patch) noexcept;
/** Target of a row of the matrix; empty: none. */
std::optional<PatchKey> matrixTargetOf (const PatchValues& patch, int row) noexcept;
/** Sum of all rows' moves of the target's position. */
double targetMove (const PatchValues& patch, PatchKey target,
                   const ModulationSources& sources) noexcept;

/** Moves of the targets of TimeMoves.h by all rows. */
std::array<float, kNumTimeTargets> timeMovesOf (const PatchValues& patch,
                                                const ModulationSources& sources) noexcept;

/** Strength of the source `key`: 0 for key 60, 1 five octaves above it. */
constexpr double keyStrength (double key) noexcept
{
    return (key - 60) / 60;
}

/** Sources other than envelopes and LFOs. used: a bit for each wanted source; all others stay 0.
    pressure: the larger of the channel's and the key's; random: differs for each note; bend: -1 ..
    1, in an MPE zone plus the master's. */
ModulationSources playedSources (const ControlContext& context, const Voice& voice,
                                 std::uint32_t used) noexcept;

} // namespace melstrom
