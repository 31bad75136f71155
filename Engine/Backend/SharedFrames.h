// Frames that several segments share.
#pragma once

#include "Engine/Spec/Mel/MelGeometry.h"

namespace melstrom
{

/** How segments of a spec share frames: frames lie on one grid over the whole signal, `stepSamples`
    apart, and each frame is computed once. */
struct SharedFrames
{
    int stepSamples = 0; ///< 0: segments are computed one by one

    /** Sharing needs segments that start on the grid, and frames that do not depend on their
        segment: no padding, statistics, deltas or pre-emphasis across its edge. */
    static SharedFrames of (const MelGeometry& geometry) noexcept;
};

} // namespace melstrom
