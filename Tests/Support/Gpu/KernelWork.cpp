#include "Tests/Support/Gpu/KernelWork.h"

#include "Engine/Backend/SignalStatistics.h"

#include <algorithm>

namespace melstrom::testing
{

using namespace gpu;

namespace
{
constexpr float kEnergy = 1e6f; ///< large enough to show if it is read as a band

/** Lays out units and blocks over consecutive rows. */
void layOut (const std::vector<int>& unitFrames, std::vector<DeviceUnit>& units,
             std::vector<DeviceBlock>& blocks)
{
    std::int64_t row = 0;
    for (const int frames : unitFrames)
    {
        DeviceUnit unit {row, frames, static_cast<std::int32_t> (blocks.size ()), 0};
        for (int first = 0; first < frames; first += kStatisticsFrames, ++unit.numBlocks)
            blocks.push_back ({row + first, std::min (frames - first, kStatisticsFrames),
                               static_cast<std::int32_t> (units.size ())});
        units.push_back (unit);
        row += frames;
    }
}
} // namespace

KernelWork::KernelWork (const MelProgram& program, const std::vector<int>& unitFrames, float lowest,
                        float highest, unsigned seed)
{
    layOut (unitFrames, units, blocks);
    const auto numBands = static_cast<std::size_t> (program.numBands);
    const auto numPlanes = static_cast<std::size_t> (program.numPlanes);
    const auto numRows =
        static_cast<std::size_t> (units.back ().scratchRow + units.back ().numFrames);
    const bool hasFeatures = program.numCoefficients > 0;
    rows_ = Guarded<float> (numRows * numPlanes);
    features_ =
        Guarded<float> (hasFeatures ? numRows * static_cast<std::size_t> (program.numStatic) : 0);
    blockMaximum_ = Guarded<float> (blocks.size ());
    blockSmoother_ = Guarded<float> (blocks.size () * numBands);
    smootherStart_ = Guarded<float> (blocks.size () * numBands);
    blockMean_ = Guarded<double> (blocks.size () * numBands);
    blockSquares_ = Guarded<double> (blocks.size () * numBands);
    unitMean_ = Guarded<double> (units.size () * numBands);
    unitDeviation_ = Guarded<double> (units.size () * numBands);
    unitMaximum_ = Guarded<std::uint32_t> (units.size ());
    std::fill_n (unitMaximum_.data (), units.size (), kOrderedLowest);

    std::mt19937 random (seed);
    std::uniform_real_distribution<float> value (lowest, highest);
    for (std::size_t i = 0; i < rows_.size (); ++i)
        rows_[i] = static_cast<int> (i % numPlanes) < program.firstBandPlane
                       ? kEnergy + static_cast<float> (i)
                       : value (random);
    before_.assign (rows_.data (), rows_.data () + rows_.size ());

    counts.numUnits = static_cast<std::int32_t> (units.size ());
    counts.numBlocks = static_cast<std::int32_t> (blocks.size ());
    counts.numFrames = static_cast<std::int64_t> (numRows);
    work.program = program;
    work.counts = &counts;
    work.units = units.data ();
    work.blocks = blocks.data ();
    work.rows = rows_.data ();
    work.features = hasFeatures ? features_.data () : rows_.data ();
    work.unitMaximum = unitMaximum_.data ();
    work.blockMaximum = blockMaximum_.data ();
    work.blockMean = blockMean_.data ();
    work.blockSquares = blockSquares_.data ();
    work.blockSmoother = blockSmoother_.data ();
    work.unitMean = unitMean_.data ();
    work.unitDeviation = unitDeviation_.data ();
    work.smootherStart = smootherStart_.data ();
}

float KernelWork::before (std::int64_t row, int plane) const
{
    return before_[static_cast<std::size_t> (row * work.program.numPlanes + plane)];
}

float& KernelWork::row (std::int64_t row, int plane)
{
    return work.rows[row * work.program.numPlanes + plane];
}

float& KernelWork::feature (std::int64_t row, int index)
{
    return work.features[row * work.program.numStatic + index];
}

bool KernelWork::canariesStand () const
{
    return rows_.stands () && features_.stands () && blockMaximum_.stands () &&
           blockSmoother_.stands () && smootherStart_.stands () && blockMean_.stands () &&
           blockSquares_.stands () && unitMean_.stands () && unitDeviation_.stands () &&
           unitMaximum_.stands ();
}

std::vector<double> maximaOf (const KernelWork& at)
{
    std::vector<double> maxima (at.units.size (), -1e300);
    forBands (at, [&] (std::size_t unit, std::int64_t, int, double value)
              { maxima[unit] = std::max (maxima[unit], value); });
    return maxima;
}

std::pair<double, double> momentsOf (const KernelWork& at, std::size_t unit, int band)
{
    const DeviceUnit& u = at.units[unit];
    const auto count = static_cast<double> (u.numFrames);
    double sum = 0, squares = 0;
    for (std::int64_t t = 0; t < u.numFrames; ++t)
        sum += at.before (u.scratchRow + t, 1 + band);
    for (std::int64_t t = 0; t < u.numFrames; ++t)
        squares += std::pow (at.before (u.scratchRow + t, 1 + band) - sum / count, 2);
    return {sum / count, count > 1 ? std::sqrt (squares / (count - 1)) : 0.0};
}

bool energyIsUntouched (KernelWork& at)
{
    for (std::int64_t row = 0; row < at.counts.numFrames; ++row)
        if (at.row (row, 0) != at.before (row, 0))
            return false;
    return true;
}

MelProgram bandProgram (int numBands)
{
    MelProgram program;
    program.numBands = numBands;
    program.numPlanes = numBands + 1;
    program.firstBandPlane = 1;
    program.useEnergy = true;
    program.numStatic = program.numFeatures = program.rowElements = program.numPlanes;
    return program;
}

} // namespace melstrom::testing
