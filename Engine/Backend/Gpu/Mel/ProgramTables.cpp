#include "Engine/Backend/Gpu/Mel/ProgramTables.h"

#include "Engine/Backend/SharedFrames.h"
#include "Engine/Backend/SignalStatistics.h"
#include "Engine/Dsp/Mel/MelBank.h"
#include "Engine/Dsp/Mel/Window.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace melstrom::gpu
{

namespace
{
void setFrames (MelProgram& program, const MelGeometry& geometry)
{
    program.fftSamples = geometry.fftSamples;
    program.windowSamples = geometry.windowSamples;
    program.hopSamples = geometry.hopSamples;
    program.numBins = geometry.numBins;
    program.padSamples = geometry.padSamples;
    program.padding = static_cast<std::int32_t> (geometry.spec.padding);
    program.padReach = geometry.padReachSamples;
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

/** The largest log2 of any float32 must give a feature within the largest half. */
bool isBoundedBy (const MelConstants& constants) noexcept
{
    constexpr float kMostLog2 = 150.0f, kLargestHalf = 65504.0f;
    return constants.hasLog &&
           kMostLog2 * std::abs (constants.logScale) + std::abs (constants.logOffset) <
               kLargestHalf;
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
    static_cast<MelConstants&> (program) = melConstants (geometry, LogBase::two);
    setFrames (program, geometry);
    setUnits (program, geometry);
    program.isBounded = isBoundedBy (program);
    program.rowElements = static_cast<std::int32_t> (geometry.rowElements ());
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
        tables.dct = makeDct (program.numCoefficients, program.numBands, geometry.spec.lifter,
                              geometry.spec.dct);
    return tables;
}

void leaveBandsInRows (MelProgram& program) noexcept
{
    program.bandsTo = BandsTo::rows;
    program.isShared = false;
    program.sharedStepSamples = 0;
}

} // namespace melstrom::gpu
