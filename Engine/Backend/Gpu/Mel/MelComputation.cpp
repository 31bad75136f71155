#include "Engine/Backend/Gpu/Mel/MelComputation.h"

#include <algorithm>
#include <cstring>

namespace melstrom::gpu
{

namespace
{
/** Bytes of frames and spectra between two kernels of the cuFFT variant: about the size of a large
    GPU's second-level cache. */
constexpr std::int64_t kChunkBytes = 32 << 20;

ProgramTables tablesFor (const MelGeometry& geometry, bool isFused)
{
    ProgramTables tables = makeProgramTables (geometry);
    if (! isFused)
        leaveBandsInRows (tables.program);
    return tables;
}

std::int32_t chunkFramesFor (const MelProgram& program, std::int64_t numFrames) noexcept
{
    const std::int64_t bytesAFrame = 4 * program.fftSamples + 8 * program.numBins;
    return static_cast<std::int32_t> (
        std::clamp<std::int64_t> (kChunkBytes / bytesAFrame, 1, numFrames));
}
} // namespace

MelComputation::MelComputation (SharedDevice& device, const MelGeometry& geometry,
                                const ChosenVariant& variant, const MelCapacity& capacity)
    : device_ (device), geometry_ (geometry), tables_ (tablesFor (geometry, variant.isFused)),
      fusedTables_ (variant.isFused ? makeFusedTables (geometry, tables_, variant.shape)
                                    : FusedTables {}),
      tile_ (variant.isFused ? tileShapeOf (tables_.program, variant.shape.framesPerTile)
                             : TileShape {}),
      steps_ (MelSteps::of (tables_.program, variant.isFused)),
      sizes_ (WorkSizes::of (geometry_, tables_.program, tile_, capacity)),
      builder_ (geometry_, tables_.program, steps_, tile_, sizes_)
{
    layOut (0);
}

void MelComputation::layOut (DeviceAddress memory)
{
    ArrayLayout layout;
    const auto table = [&]<typename Item> (const std::vector<Item>& items, const Item*& to)
    {
        const auto place = layout.add<Item> (static_cast<std::int64_t> (items.size ()));
        tableBytes_.resize (layout.bytes ());
        if (! items.empty ())
            std::memcpy (tableBytes_.data () + place.offset, items.data (), place.bytes ());
        to = place.in (memory);
    };
    // Names all members, so that a new member cannot be forgotten.
    const auto& [program, window, firstBins, numBins, firstWeights, weights, dct] = tables_;
    work_.program = program;
    table (window, work_.program.window);
    table (firstBins, work_.program.bandFirstBin);
    table (numBins, work_.program.bandNumBins);
    table (firstWeights, work_.program.bandWeight);
    table (weights, work_.program.weights);
    table (dct, work_.program.dct);
    const auto& [fused, pairs, twiddles, unpack, elements, runs, quads] = fusedTables_;
    work_.fused = fused;
    table (pairs, work_.fused.window);
    table (twiddles, work_.fused.twiddles);
    table (unpack, work_.fused.unpack);
    table (elements, work_.fused.segmentElements);
    table (runs, work_.fused.bandRuns);
    table (quads, work_.fused.quads);
    layOutScratch (layout, memory);
    deviceBytes_ = layout.bytes ();
}

void MelComputation::layOutScratch (ArrayLayout& layout, DeviceAddress memory)
{
    const MelProgram& program = work_.program;
    const auto floats = [&] (std::int64_t count) { return layout.add<float> (count).in (memory); };
    if (steps_.hasRows)
        work_.rows = work_.features = floats (sizes_.numFrames * program.numPlanes);
    if (program.numCoefficients > 0)
        work_.features = floats (sizes_.numFrames * program.numStatic);
    if (! steps_.isFused)
    {
        work_.chunkFrames = chunkFramesFor (program, sizes_.numFrames);
        work_.framesBuffer = floats (std::int64_t {work_.chunkFrames} * program.fftSamples);
        work_.spectraBuffer =
            layout.add<Complex> (std::int64_t {work_.chunkFrames} * program.numBins).in (memory);
    }
    statisticsOffset_ = layout.bytes ();
    ArrayLayout own;
    statistics_ = StatisticsArrays (own, steps_, sizes_, program.numBands);
    statistics_.place (work_, memory + statisticsOffset_);
    layout.add<std::byte> (static_cast<std::int64_t> (own.bytes ()));
}

Result<void> MelComputation::prepare (StreamHandle copyIn)
{
    MELSTROM_TRY (take (memory_, device_, device_->allocate (deviceBytes_)));
    if (! steps_.isFused)
        MELSTROM_TRY (
            take (transform_, device_,
                  device_->createTransform (work_.program.fftSamples, work_.chunkFrames)));
    layOut (memory_.get ());
    return device_.noted (
        device_->copyIn (memory_.get (), tableBytes_.data (), tableBytes_.size (), copyIn));
}

Result<void> MelComputation::launch (const MelWork& given, MelPass pass, std::int64_t numFrames,
                                     StreamHandle stream)
{
    constexpr int kFillTheDevice = 0;
    MelWork work = given;
    if (steps_.finishesInPlace && steps_.givesRows (pass))
        work.program.bandsTo = BandsTo::outputFrames;
    MELSTROM_TRY (clearExtremes (pass, stream));
    MELSTROM_TRY (steps_.isFused ? device_->launch (MelKernel::fused, work, kFillTheDevice, stream)
                                 : launchChunks (work, numFrames, stream));
    const bool givesRows = steps_.givesRows (pass);
    const struct
    {
        MelKernel kernel;
        bool isWanted;
    } rest[] = {{MelKernel::gatherBlocks, steps_.gathers (pass)},
                {MelKernel::joinBlocks, steps_.joins (pass)},
                {MelKernel::smooth, givesRows && steps_.hasPcen},
                {MelKernel::finishTiles, givesRows && steps_.finishesTiles},
                {MelKernel::finishRows, givesRows && steps_.finishes},
                {MelKernel::storeRows, givesRows && steps_.stores}};
    for (const auto& step : rest)
        if (step.isWanted)
            MELSTROM_TRY (device_->launch (step.kernel, work, kFillTheDevice, stream));
    return {};
}

Result<void> MelComputation::clearExtremes (MelPass pass, StreamHandle stream)
{
    if (pass == MelPass::whole && steps_.needsMaximum)
        return statistics_.clearMaximum (*device_, statisticsMemory (), stream);
    if (steps_.finishesInPlace && steps_.givesRows (pass))
        return statistics_.clearDepth (*device_, statisticsMemory (), stream);
    return {};
}

Result<void> MelComputation::launchChunks (MelWork work, std::int64_t numFrames,
                                           StreamHandle stream)
{
    for (; work.chunkFirstFrame < numFrames; work.chunkFirstFrame += work.chunkFrames)
    {
        MELSTROM_TRY (device_->launch (MelKernel::windowFrames, work, 0, stream));
        MELSTROM_TRY (
            device_->transform (transform_.get (), work.framesBuffer, work.spectraBuffer, stream));
        MELSTROM_TRY (device_->launch (MelKernel::projectBands, work, 0, stream));
    }
    return {};
}

} // namespace melstrom::gpu
