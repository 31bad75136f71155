#include "Engine/Realtime/Control/PatchConstants.h"

#include "Engine/Realtime/Control/TimeMoves.h"
#include "Engine/Spec/Patch/PatchParameters.h"

#include <algorithm>

namespace melstrom
{

std::uint32_t usedSources (const PatchValues& patch) noexcept
{
    std::uint32_t used = 0;
    for (int row = 0; row < kNumMatrixRows; ++row)
        if (patch[matrixKey (row, PatchKey::matrixDepth)] != 0 &&
            patch[matrixKey (row, PatchKey::matrixTarget)] >= 0.5f)
            for (const PatchKey source : {PatchKey::matrixSource, PatchKey::matrixVia})
                used |= 1u << std::clamp (patch.whole (matrixKey (row, source)), 0, 31);
    return used;
}

namespace
{
bool movesTimes (const PatchValues& patch) noexcept
{
    const auto targets = modulationTargets ();
    for (int row = 0; row < kNumMatrixRows; ++row)
    {
        const auto target = static_cast<std::size_t> (
            std::max (0, patch.whole (matrixKey (row, PatchKey::matrixTarget))));
        if (target > 0 && target <= targets.size () && timeTargetOf (targets[target - 1]) &&
            patch[matrixKey (row, PatchKey::matrixDepth)] != 0)
            return true;
    }
    return false;
}
} // namespace

PatchConstants::PatchConstants (const PatchValues& patch) noexcept
    : used (usedSources (patch)), movesTimes (melstrom::movesTimes (patch))
{
    const auto known = [&] (PatchKey key, double (*function) (double)) {
        return KnownValue {patch[key], function (static_cast<double> (patch[key]))};
    };
    volumeGain = known (PatchKey::volume, [] (double db) { return gainOfDb (db); });
    const auto share = [] (double cents) { return shareOverCents (cents); };
    for (int i = 0; i < kNumOscillators; ++i)
    {
        const auto at = static_cast<std::size_t> (i);
        detuneShare[at] = known (oscillatorKey (i, PatchKey::osc1Detune), share);
        bandwidthShare[at] = known (oscillatorKey (i, PatchKey::osc1Bandwidth), share);
    }
}

} // namespace melstrom
