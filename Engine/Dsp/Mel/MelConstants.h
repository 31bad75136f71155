// The constants of a front end: a spec is lowered once, for both backends.
#pragma once

#include <cstdint>

namespace melstrom
{

struct MelGeometry;

/** Plain data in the order of the arithmetic; kernels take it by value. */
struct MelConstants
{
    // frames
    std::int32_t windowOffset = 0; ///< first windowed sample within the transform
    float sampleScale = 1;
    float signalPreemphasis = 0, framePreemphasis = 0; ///< 0: none
    float ditherAmplitude = 0;
    std::uint64_t ditherSeed = 0;
    bool removeFrameMean = false, useEnergy = false;
    bool hasFrameSteps = false; ///< any of dither, mean, energy, frame pre-emphasis
    float energyFloor = 0;      ///< least sum of squares

    // bands
    bool isMagnitude = false, hasLog = false;
    float magnitudeEpsilon = 0;
    float logClamp = 0, logAdd = 0;    ///< log (max (x, clamp) + add), to the backend's base
    float logScale = 1, logOffset = 0; ///< times scale, minus offset
    std::int32_t numBands = 0, numPlanes = 0, firstBandPlane = 0; ///< energy, if used, is plane 0

    // from bands to features
    bool needsMaximum = false, needsMoments = false;
    bool hasPcen = false, isWhisper = false, isPerFeature = false, isAffine = false;
    bool clipsToTop = false, referenceIsMaximum = false;
    float topDb = 0, affineMean = 0, affineDivisor = 1;
    double pcenGain = 0, pcenLogEpsilon = 0, pcenEpsilon = 0, pcenBias = 1, pcenPower = 1,
           pcenScale = 1; ///< scale = bias^power
    float smootherDecay = 0;
    std::int32_t numCoefficients = 0; ///< 0: bands are the features
    std::int32_t numStatic = 0, numFeatures = 0, deltaOrder = 0, deltaReach = 0;
    bool isHalf = false; ///< stored type
};

/** Base of a backend's native logarithm. */
enum class LogBase
{
    e,
    two
};

/** Thread: any. */
MelConstants melConstants (const MelGeometry& geometry, LogBase base);

/** (1 - b) of PCEN's one-pole smoother; 0 for specs without PCEN. Source: librosa.pcen, T = time
    constant in hops, b = (sqrt (1 + 4 T^2) - 1)/(2 T^2). */
double smootherDecay (const MelGeometry& geometry) noexcept;

} // namespace melstrom
