#include "Engine/Dsp/Mel/MelConstants.h"

#include "Engine/Spec/Mel/MelGeometry.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace melstrom
{

namespace
{
void setFrames (MelConstants& constants, const MelGeometry& geometry)
{
    const MelSpec& spec = geometry.spec;
    constants.windowOffset = spec.windowPlacement == WindowPlacement::centred
                                 ? (geometry.fftSamples - geometry.windowSamples) / 2
                                 : 0;
    constants.sampleScale = static_cast<float> (spec.sampleScale);
    const auto preemphasis = static_cast<float> (spec.preemphasis);
    const bool isOfSignal = spec.preemphasisScope == PreemphasisScope::signal;
    constants.signalPreemphasis = isOfSignal ? preemphasis : 0.0f;
    constants.framePreemphasis = isOfSignal ? 0.0f : preemphasis;
    constants.ditherAmplitude = static_cast<float> (spec.ditherAmplitude);
    constants.ditherSeed = spec.ditherSeed;
    constants.removeFrameMean = spec.removeFrameMean;
    constants.useEnergy = spec.useEnergy;
    constants.energyFloor =
        std::max (std::numeric_limits<float>::epsilon (), static_cast<float> (spec.energyFloor));
    constants.hasFrameSteps = constants.ditherAmplitude != 0 || constants.removeFrameMean ||
                              constants.useEnergy || constants.framePreemphasis != 0;
}

void setBands (MelConstants& constants, const MelGeometry& geometry, LogBase base)
{
    const MelSpec& spec = geometry.spec;
    constants.isMagnitude = spec.spectrum == Spectrum::magnitude;
    constants.magnitudeEpsilon = static_cast<float> (spec.magnitudeEpsilon);
    constants.numBands = geometry.numBands;
    constants.firstBandPlane = spec.useEnergy ? 1 : 0;
    constants.numPlanes = geometry.numBands + constants.firstBandPlane;

    const double ln = base == LogBase::e ? 1.0 : std::numbers::ln2; // of the base
    const double decibels = constants.isMagnitude ? 20.0 : 10.0;
    constants.hasLog = spec.log != LogKind::none;
    switch (spec.log)
    {
        case LogKind::none: break;
        case LogKind::ln: constants.logScale = static_cast<float> (ln); break;
        case LogKind::log10:
            constants.logScale = static_cast<float> (ln / std::numbers::ln10);
            break;
        case LogKind::decibel:
            constants.logScale = static_cast<float> (decibels * (ln / std::numbers::ln10));
            constants.logOffset = static_cast<float> (
                decibels * std::log10 (std::max (spec.logFloor, spec.reference)));
            break;
    }
    const bool clamps = spec.logFloorKind == LogFloor::clamp;
    constants.logClamp = clamps ? static_cast<float> (spec.logFloor) : 0.0f;
    constants.logAdd = clamps ? 0.0f : static_cast<float> (spec.logFloor);
}

void setNormalisation (MelConstants& constants, const MelSpec& spec)
{
    constants.needsMaximum = spec.needsSignalMaximum ();
    constants.needsMoments = spec.normalisation == Normalisation::perFeature;
    constants.isWhisper = spec.normalisation == Normalisation::whisper;
    constants.isPerFeature = constants.needsMoments;
    constants.isAffine = spec.normalisation == Normalisation::affine;
    constants.affineMean = static_cast<float> (spec.affineMean);
    constants.affineDivisor = static_cast<float> (spec.affineDivisor);
    if (spec.log == LogKind::decibel)
    {
        constants.clipsToTop = spec.topDb.has_value ();
        constants.referenceIsMaximum = spec.referenceIsMaximum;
        constants.topDb = static_cast<float> (spec.topDb.value_or (0.0));
    }
}

void setFeatures (MelConstants& constants, const MelGeometry& geometry)
{
    const MelSpec& spec = geometry.spec;
    setNormalisation (constants, spec);
    if (spec.pcen)
    {
        constants.hasPcen = true;
        constants.pcenGain = spec.pcen->gain;
        constants.pcenEpsilon = spec.pcen->epsilon;
        constants.pcenLogEpsilon = std::log (spec.pcen->epsilon);
        constants.pcenBias = spec.pcen->bias;
        constants.pcenPower = spec.pcen->power;
        constants.pcenScale = std::pow (spec.pcen->bias, spec.pcen->power);
        constants.smootherDecay = static_cast<float> (smootherDecay (geometry));
    }
    constants.numCoefficients = spec.numCoefficients.value_or (0);
    constants.numStatic = geometry.numStatic;
    constants.numFeatures = geometry.numFeatures;
    constants.deltaOrder = spec.deltaOrder;
    constants.deltaReach = spec.deltaWindow / 2;
    constants.isHalf = spec.storedType == StoredType::float16;
}
} // namespace

double smootherDecay (const MelGeometry& geometry) noexcept
{
    if (! geometry.spec.pcen)
        return 0.0;
    const double hops =
        geometry.spec.pcen->timeConstantSeconds * geometry.rateHz / geometry.hopSamples;
    return 1.0 - (std::sqrt (1.0 + 4.0 * hops * hops) - 1.0) / (2.0 * hops * hops);
}

MelConstants melConstants (const MelGeometry& geometry, LogBase base)
{
    MelConstants constants;
    setFrames (constants, geometry);
    setBands (constants, geometry, base);
    setFeatures (constants, geometry);
    return constants;
}

} // namespace melstrom
