// Steps from logarithms to features, on planes (features, stride) whose rows run over frames.
#pragma once

#include "Engine/Backend/Cpu/Mel/CpuMelTables.h"
#include "Engine/Backend/SignalStatistics.h"

namespace melstrom
{

/** A stretch of frames in planar form. */
struct Planes
{
    float* data = nullptr;
    std::size_t stride = 0;
    int numFrames = 0;
    std::int64_t firstFrame = 0; ///< of the signal
    float* row (int index) const noexcept
    {
        return data + stride * static_cast<std::size_t> (index);
    }
};

/** Fills the blocks that the planes cover; firstFrame must be a multiple of kStatisticsFrames. */
void gatherStatistics (const CpuMelTables& tables, const Planes& planes,
                       SignalStatistics& statistics);

/** dB reference and top, PCEN, normalisation; in place. statistics may be null for specs that need
    none. */
void finishBands (const CpuMelTables& tables, const Planes& planes,
                  const SignalStatistics* statistics) noexcept;

/** Cosine transform (energy instead of row 0 if used) to `to`, which has the same stride. */
void transformToCepstra (const CpuMelTables& tables, const Planes& from, float* to) noexcept;

/** Fills rows [numStatic, numFeatures) from rows [0, numStatic). Frames outside the planes repeat
   the edge, so planes must reach the halo past the frames that count, or the signal's end. */
void appendDeltas (const MelGeometry& geometry, const Planes& planes) noexcept;

} // namespace melstrom
