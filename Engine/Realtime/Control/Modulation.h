// The matrix: what moves a voice's parameters, and how far.
#pragma once

#include "Engine/Realtime/Control/ControlPoint.h"

#include <array>
#include <cstdint>
#include <optional>

namespace melstrom
{

/** Strengths at an instant, one a source: 0 .. 1, or -1 .. 1 (key, bend, timbre, LFOs, random). */
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

/** Parameters as one voice hears them at an instant, in their own units. */
class VoiceValues
{
public:
    explicit VoiceValues (const PatchValues& patch) noexcept : patch_ (patch), values_ (patch) {}

    /** Sets the targets of the matrix. A row moves its target's position (0 .. 1, see PatchParameters.h) by depth x source x via;
        rows of one target add; the sum is cut to the range. */
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

/** A bit for each source that is the same for all notes: macros, controllers of the channel, LFOs that are not in step with
    notes. Targets of effects, which are one for all notes, hear no others. */
std::uint32_t sharedSources (const PatchValues& patch) noexcept;
/** Of a row of the matrix; empty: none. */
std::optional<PatchKey> matrixTargetOf (const PatchValues& patch, int row) noexcept;
/** By how much all rows together move the target's position. */
double targetMove (const PatchValues& patch, PatchKey target,
                   const ModulationSources& sources) noexcept;

/** What rows do to the targets of TimeMoves.h. */
std::array<float, kNumTimeTargets> timeMovesOf (const PatchValues& patch,
                                                const ModulationSources& sources) noexcept;

/** Of the source `key`: 0 for key 60, 1 five octaves above it. */
constexpr double keyStrength (double key) noexcept
{
    return (key - 60) / 60;
}

/** Of the sources in `used`, a bit each, those that are neither envelopes nor LFOs; all others are left at 0. pressure: the larger of the channel's and the key's;
    random: differs from note to note; bend: -1 .. 1, with the master's added in an MPE zone. */
ModulationSources playedSources (const ControlContext& context, const Voice& voice,
                                 std::uint32_t used) noexcept;

} // namespace melstrom
