#include "Engine/Backend/Gpu/Mel/ProgramTables.h"

#include "Engine/Backend/SharedFrames.h"
#include "Engine/Backend/SignalStatistics.h"
#include "Engine/Dsp/Mel/Dct.h"
#include "Engine/Dsp/Mel/MelBank.h"
#include "Engine/Dsp/Mel/Window.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace melstrom::cuda
{

namespace
{
void setFrames (MelProgram& program, const MelGeometry& geometry)
{
    const MelSpec& spec = geometry.spec;
    program.fftSamples = geometry.fftSamples;
    program.windowSamples = geometry.windowSamples;
    program.hopSamples = geometry.hopSamples;
    program.numBins = geometry.numBins;
    program.windowOffset = spec.windowPlacement == WindowPlacement::centred
                               ? (geometry.fftSamples - geometry.windowSamples) / 2
                               : 0;
    program.padSamples = geometry.padSamples;
    program.padding = static_cast<std::int32_t> (spec.padding);
    program.sampleScale = static_cast<float> (spec.sampleScale);
    const auto preemphasis = static_cast<float> (spec.preemphasis);
    const bool isOfSignal = spec.preemphasisScope == PreemphasisScope::signal;
    program.signalPreemphasis = isOfSignal ? preemphasis : 0.0f;
    program.framePreemphasis = isOfSignal ? 0.0f : preemphasis;
    program.ditherAmplitude = static_cast<float> (spec.ditherAmplitude);
    program.ditherSeed = spec.ditherSeed;
    program.removeFrameMean = spec.removeFrameMean;
    program.useEnergy = spec.useEnergy;
    program.energyFloor =
        std::max (std::numeric_limits<float>::epsilon (), static_cast<float> (spec.energyFloor));
    program.hasFrameSteps = program.ditherAmplitude != 0 || program.removeFrameMean ||
                            program.useEnergy || program.framePreemphasis != 0;
}

void setUnits (MelProgram& program, const MelGeometry& geometry)
{
    const MelSpec& spec = geometry.spec;
    program.isSegments = spec.layout == Layout::segments;
    if (! program.isSegments)
        return;
    program.framesPerSegment = geometry.framesPerSegment;
    program.shortsPerLong = geometry.shortsPerLong;
    program.longHopSamples = spec.longHopSamples;
    program.shortHopSamples = spec.shortHopSamples;
    program.shortWindowSamples = spec.shortWindowSamples;
}

/** Logarithms have base 2, the device's native base. */
void setBands (MelProgram& program, const MelGeometry& geometry)
{
    const MelSpec& spec = geometry.spec;
    program.isMagnitude = spec.spectrum == Spectrum::magnitude;
    program.magnitudeEpsilon = static_cast<float> (spec.magnitudeEpsilon);
    program.numBands = geometry.numBands;
    program.firstBandPlane = spec.useEnergy ? 1 : 0;
    program.numPlanes = geometry.numBands + program.firstBandPlane;

    const double log10Of2 = std::numbers::ln2 / std::numbers::ln10;
    const double decibels = program.isMagnitude ? 20.0 : 10.0;
    program.hasLog = spec.log != LogKind::none;
    switch (spec.log)
    {
        case LogKind::none: break;
        case LogKind::ln: program.logScale = static_cast<float> (std::numbers::ln2); break;
        case LogKind::log10: program.logScale = static_cast<float> (log10Of2); break;
        case LogKind::decibel:
            program.logScale = static_cast<float> (decibels * log10Of2);
            program.logOffset = static_cast<float> (
                decibels * std::log10 (std::max (spec.logFloor, spec.reference)));
            break;
    }
    // the largest log2 of any float32; the largest half
    constexpr float kMostLog2 = 150.0f, kLargestHalf = 65504.0f;
    program.isBounded =
        program.hasLog &&
        kMostLog2 * std::abs (program.logScale) + std::abs (program.logOffset) < kLargestHalf;
    const bool clamps = spec.logFloorKind == LogFloor::clamp;
    program.logClamp = clamps ? static_cast<float> (spec.logFloor) : 0.0f;
    program.logAdd = clamps ? 0.0f : static_cast<float> (spec.logFloor);
}

void setNormalisation (MelProgram& program, const MelSpec& spec)
{
    program.needsMaximum = spec.needsSignalMaximum ();
    program.needsMoments = spec.normalisation == Normalisation::perFeature;
    program.isWhisper = spec.normalisation == Normalisation::whisper;
    program.isPerFeature = program.needsMoments;
    program.isAffine = spec.normalisation == Normalisation::affine;
    program.affineMean = static_cast<float> (spec.affineMean);
    program.affineDivisor = static_cast<float> (spec.affineDivisor);
    if (spec.log == LogKind::decibel)
    {
        program.clipsToTop = spec.topDb.has_value ();
        program.referenceIsMaximum = spec.referenceIsMaximum;
        program.topDb = static_cast<float> (spec.topDb.value_or (0.0));
    }
}

void setFeatures (MelProgram& program, const MelGeometry& geometry)
{
    const MelSpec& spec = geometry.spec;
    setNormalisation (program, spec);
    if (spec.pcen)
    {
        program.hasPcen = true;
        program.pcenGain = spec.pcen->gain;
        program.pcenEpsilon = spec.pcen->epsilon;
        program.pcenLogEpsilon = std::log (spec.pcen->epsilon);
        program.pcenBias = spec.pcen->bias;
        program.pcenPower = spec.pcen->power;
        program.pcenScale = std::pow (spec.pcen->bias, spec.pcen->power);
        program.smootherDecay = static_cast<float> (smootherDecay (geometry));
    }
    program.numCoefficients = spec.numCoefficients.value_or (0);
    program.numStatic = geometry.numStatic;
    program.numFeatures = geometry.numFeatures;
    program.deltaOrder = spec.deltaOrder;
    program.deltaReach = spec.deltaWindow / 2;
    program.isHalf = spec.storedType == StoredType::float16;
    program.rowElements = static_cast<std::int32_t> (geometry.rowElements ());
}

bool endsWithBands (const MelProgram& program) noexcept
{
    return ! program.needsMaximum && ! program.needsMoments && ! program.hasPcen &&
           ! program.isAffine && ! program.clipsToTop && ! program.referenceIsMaximum &&
           program.numCoefficients == 0 && program.deltaOrder == 0;
}

void packBank (ProgramTables& tables, const MelBank& bank)
{
    for (std::size_t band = 0; band < static_cast<std::size_t> (bank.numBands); ++band)
    {
        const int first = bank.firstBin[band], middle = bank.firstBin[band + 1],
                  end = bank.firstBin[band + 2];
        tables.bandFirstBin.push_back (first);
        tables.bandNumBins.push_back (end - first);
        tables.bandWeight.push_back (static_cast<std::int32_t> (tables.weights.size ()));
        for (int bin = first; bin < end; ++bin)
            tables.weights.push_back (
                (bin < middle ? bank.rise : bank.fall)[static_cast<std::size_t> (bin)]);
    }
}
} // namespace

ProgramTables makeProgramTables (const MelGeometry& geometry)
{
    ProgramTables tables;
    MelProgram& program = tables.program;
    setFrames (program, geometry);
    setUnits (program, geometry);
    setBands (program, geometry);
    setFeatures (program, geometry);
    if (endsWithBands (program))
    {
        program.bandsTo = program.isSegments ? BandsTo::outputSegments : BandsTo::outputFrames;
        program.sharedStepSamples = SharedFrames::of (geometry).stepSamples;
        program.isShared = program.sharedStepSamples > 0;
    }
    for (const double value : makeWindow (geometry.spec.windowShape, geometry.windowSamples))
        tables.window.push_back (static_cast<float> (value));
    packBank (tables, makeMelBank (geometry));
    if (geometry.spec.numCoefficients)
        tables.dct = makeDct (program.numCoefficients, program.numBands, geometry.spec.lifter);
    return tables;
}

void leaveBandsInRows (MelProgram& program) noexcept
{
    program.bandsTo = BandsTo::rows;
    program.isShared = false;
    program.sharedStepSamples = 0;
}

} // namespace melstrom::cuda
