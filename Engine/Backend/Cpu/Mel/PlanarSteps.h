// Steps from logarithms to features, on planes (features, stride): one row a feature, frames along
// the row.
#pragma once

#include "Engine/Backend/Cpu/Mel/CpuMelTables.h"
#include "Engine/Backend/SignalStatistics.h"

namespace melstrom
{

/** Consecutive frames in planar form. */
struct Planes
{
    float* data = nullptr;
    std::size_t stride = 0;
    int numFrames = 0;
    std::int64_t firstFrame = 0; ///< index in the signal
    float* row (int index) const noexcept
    {
        return data + stride * static_cast<std::size_t> (index);
    }
};

/** Fills the statistics blocks that the planes cover; firstFrame must be a multiple of
    kStatisticsFrames. */
void gatherStatistics (const CpuMelTables& tables, const Planes& planes,
                       SignalStatistics& statistics);

/** Applies dB reference and top, PCEN and normalisation in place. statistics: null for specs
    without statistics. */
void finishBands (const CpuMelTables& tables, const Planes& planes,
                  const SignalStatistics* statistics) noexcept;

/** Cosine transform into `to`, with the same stride. With energy, row 0 becomes the energy. */
void transformToCepstra (const CpuMelTables& tables, const Planes& from, float* to) noexcept;

/** Fills rows [numStatic, numFeatures) from rows [0, numStatic). Frames outside the planes repeat
    the edge frame, so planes must extend past the needed frames by the halo, or to the signal's
    end. */
void appendDeltas (const MelGeometry& geometry, const Planes& planes) noexcept;

} // namespace melstrom
