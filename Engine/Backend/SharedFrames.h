// Frames that several segments have in common.
#pragma once

#include "Engine/Spec/Mel/MelGeometry.h"

namespace melstrom
{

/** How a spec's segments share frames: frames of the whole signal every `stepSamples`, each
    computed once. */
struct SharedFrames
{
    int stepSamples = 0; ///< 0: segments are computed one by one

    /** Sharing needs frames that know nothing of their segment: no padding, statistics, deltas or
       pre-emphasis over its edge, and segments that start on the grid. */
    static SharedFrames of (const MelGeometry& geometry) noexcept;
};

} // namespace melstrom
