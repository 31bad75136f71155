#include "Engine/Realtime/PatchConstants.h"

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

PatchConstants::PatchConstants (const PatchValues& patch) noexcept : used (usedSources (patch))
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
