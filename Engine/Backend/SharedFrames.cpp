#include "Engine/Backend/SharedFrames.h"

#include <numeric>

namespace melstrom
{

SharedFrames SharedFrames::of (const MelGeometry& geometry) noexcept
{
    const MelSpec& spec = geometry.spec;
    SharedFrames shared;
    const bool framesStandAlone =
        spec.layout == Layout::segments && spec.framing == Framing::valid &&
        ! spec.needsSignalStatistics () && spec.deltaOrder == 0 && ! spec.padLastSegment &&
        ! spec.dropLastFrame && ! spec.fillLastFrame && spec.ditherAmplitude == 0 &&
        (spec.preemphasis == 0 || spec.preemphasisScope == PreemphasisScope::frame);
    if (! framesStandAlone)
        return shared;
    const int starts =
        std::gcd (spec.longHopSamples, geometry.shortsPerLong > 1 ? spec.shortHopSamples : 0);
    const int step =
        geometry.framesPerSegment > 1 ? std::gcd (starts, geometry.hopSamples) : starts;
    // No sharing if frames that no segment uses cost more than sharing saves.
    const bool wastes =
        spec.longHopSamples / step >
            static_cast<std::int64_t> (geometry.shortsPerLong) * geometry.framesPerSegment ||
        (geometry.framesPerSegment > 1 && step != geometry.hopSamples);
    shared.stepSamples = wastes ? 0 : step;
    return shared;
}

} // namespace melstrom
