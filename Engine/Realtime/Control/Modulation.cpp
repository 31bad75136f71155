#include "Engine/Realtime/Control/Modulation.h"

#include "Engine/Dsp/Voice/CounterHash.h"
#include "Engine/Spec/Patch/PatchParameters.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{
namespace
{

/** Distinct from the indices of partials, which share the note's seed. */
constexpr std::uint32_t kRandomIndex = 0xf0000000u;

struct Move
{
    PatchKey target {};
    double distance = 0; ///< in positions (0 .. 1); 0: no move
};

Move moveOf (const PatchValues& patch, int row, const ModulationSources& sources) noexcept
{
    const auto source = static_cast<std::size_t> (
        std::max (0, patch.whole (matrixKey (row, PatchKey::matrixSource))));
    const auto target = matrixTargetOf (patch, row);
    if (source >= sources.strengths.size () || ! target)
        return {};
    const auto via = static_cast<std::size_t> (std::clamp (
        patch.whole (matrixKey (row, PatchKey::matrixVia)), 0, kNumModulationSources - 1));
    if (parameterOf (*target).affects == Affects::effect)
        if (const std::uint32_t shared =
                sharedSources (patch) | 1u; // bit 0: `none`, allowed as via
            ((shared >> source & shared >> via) & 1u) == 0)
            return {};
    const auto depth = static_cast<double> (patch[matrixKey (row, PatchKey::matrixDepth)]);
    const double scale =
        via == static_cast<std::size_t> (ModulationSource::none) ? 1 : sources.strengths[via];
    return {*target, depth * sources.strengths[source] * scale};
}

constexpr std::uint32_t bitOf (ModulationSource source) noexcept
{
    return std::uint32_t {1} << static_cast<int> (source);
}

} // namespace

std::optional<PatchKey> matrixTargetOf (const PatchValues& patch, int row) noexcept
{
    const int target = patch.whole (matrixKey (row, PatchKey::matrixTarget));
    const auto targets = modulationTargets ();
    if (target <= 0 || target > static_cast<int> (targets.size ()))
        return std::nullopt;
    return targets[static_cast<std::size_t> (target - 1)];
}

std::uint32_t sharedSources (const PatchValues& patch) noexcept
{
    using enum ModulationSource;
    std::uint32_t shared = bitOf (bend) | bitOf (wheel) | bitOf (pressure) | bitOf (timbre) |
                           bitOf (expression) | bitOf (breath);
    for (int macro = 0; macro < kNumMacros; ++macro)
        shared |= bitOf (macro1) << macro;
    for (int lfo = 0; lfo < kNumLfos; ++lfo)
        if (patch.choice<LfoSync> (lfoKey (lfo, PatchKey::lfo1Sync)) != LfoSync::note)
            shared |= bitOf (lfo1) << lfo;
    return shared;
}

double targetMove (const PatchValues& patch, PatchKey target,
                   const ModulationSources& sources) noexcept
{
    double distance = 0;
    for (int row = 0; row < kNumMatrixRows; ++row)
        if (const Move move = moveOf (patch, row, sources); move.target == target)
            distance += move.distance;
    return distance;
}

void VoiceValues::moveTargets (const ModulationSources& sources) noexcept
{
    std::array<Move, kNumMatrixRows> moves;
    int numMoves = 0;
    for (int row = 0; row < kNumMatrixRows; ++row)
    {
        if (patch_[matrixKey (row, PatchKey::matrixDepth)] == 0)
            continue;
        const Move move = moveOf (patch_, row, sources);
        if (move.distance == 0)
            continue;
        const auto end = moves.begin () + numMoves;
        const auto known = std::find_if (moves.begin (), end,
                                         [&] (const Move& m) { return m.target == move.target; });
        if (known == end)
            moves[static_cast<std::size_t> (numMoves++)] = move;
        else
            known->distance += move.distance;
    }
    for (int i = 0; i < numMoves; ++i)
    {
        const Move& move = moves[static_cast<std::size_t> (i)];
        const PatchParameter& parameter = parameterOf (move.target);
        const double position =
            static_cast<double> (positionOf (parameter, patch_[move.target])) + move.distance;
        values_[move.target] =
            valueAt (parameter, static_cast<float> (std::clamp (position, 0.0, 1.0)));
    }
}

std::array<float, kNumTimeTargets> timeMovesOf (const PatchValues& patch,
                                                const ModulationSources& sources) noexcept
{
    std::array<float, kNumTimeTargets> moves {};
    for (int row = 0; row < kNumMatrixRows; ++row)
    {
        if (patch[matrixKey (row, PatchKey::matrixDepth)] == 0)
            continue;
        const Move move = moveOf (patch, row, sources);
        if (const auto target = timeTargetOf (move.target); target && move.distance != 0)
            moves[static_cast<std::size_t> (*target)] += static_cast<float> (move.distance);
    }
    return moves;
}

ModulationSources playedSources (const ControlContext& context, const Voice& voice,
                                 std::uint32_t used) noexcept
{
    using enum ModulationSource;
    const PatchValues& patch = *context.patch;
    const auto heard = [&] (Glider glider) { return heardController (context, voice, glider); };

    ModulationSources sources;
    const auto set = [&] (ModulationSource source, auto&& strength)
    {
        if ((used >> static_cast<int> (source) & 1u) != 0)
            sources[source] = static_cast<double> (strength ());
    };
    set (velocity, [&] { return heard (Glider::velocity); });
    set (releaseVelocity, [&] { return voice.releaseVelocity; });
    set (key, [&] { return keyStrength (heard (Glider::key)); });
    set (bend,
         [&] { return std::clamp (heard (Glider::bend) + heard (Glider::zoneBend), -1.0, 1.0); });
    set (wheel, [&] { return heard (Glider::wheel); });
    set (pressure, [&] { return heard (Glider::pressure); });
    set (timbre, [&] { return 2 * heard (Glider::timbre) - 1; });
    set (expression, [&] { return heard (Glider::expression); });
    set (breath, [&] { return heard (Glider::breath); });
    set (random, [&] { return bipolarOf (hashOf (noteSeedOf (patch, voice), kRandomIndex)); });
    for (int macro = 0; macro < kNumMacros; ++macro)
        set (static_cast<ModulationSource> (static_cast<int> (macro1) + macro),
             [&] { return patch[keyAfter (PatchKey::macro1, macro)]; });
    return sources;
}

} // namespace melstrom
