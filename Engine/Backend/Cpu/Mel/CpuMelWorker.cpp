#include "Engine/Backend/Cpu/Mel/CpuMelWorker.h"

#include <algorithm>
#include <cstring>

namespace melstrom
{

CpuMelWorker::CpuMelWorker (const CpuMelTables& tables, const MelCapacity& capacity)
    : tables_ (tables), geometry_ (tables.geometry), sizes_ (tables.geometry, capacity),
      tile_ (tables_, sizes_.tileSamples), scratch_ (sizes_.frameScratch), planes_ (sizes_.planes),
      features_ (sizes_.features), converted_ (sizes_.converted)
{
}

void CpuMelWorker::run (const MelBatch& batch)
{
    for (const MelSpan& span : batch.spans)
    {
        span_ = &span;
        tile_.open (span, batch.input);
        std::byte* const out = batch.output + span.outputByte;
        if (geometry_.spec.layout == Layout::frames)
            runFrames (span, batch.pass, out);
        else if (sizes_.shared.stepSamples > 0)
            runSharedSegments (span, out);
        else
            runSegments (span, out);
    }
}

void CpuMelWorker::runFrames (const MelSpan& span, MelPass pass, std::byte* out)
{
    if (! geometry_.spec.needsSignalStatistics ())
        runInPieces (span, nullptr, out);
    else if (pass == MelPass::whole)
        runWholeSignal (span, out);
    else if (pass == MelPass::statistics)
        gatherOnly (span);
    else
        runInPieces (span, span.statistics, out);
}

void CpuMelWorker::runWholeSignal (const MelSpan& span, std::byte* out)
{
    SignalStatistics statistics (span.numRows);
    const Planes bands = computePlanes ({{0, span.signalSamples}, 0, span.numRows});
    gatherStatistics (tables_, bands, statistics);
    statistics.join (smootherDecay (geometry_));
    storeFrames (finish (bands, &statistics), 0, span.numRows, out);
}

void CpuMelWorker::gatherOnly (const MelSpan& span)
{
    const std::int64_t end = span.firstRow + span.numRows;
    for (std::int64_t first = span.firstRow; first < end; first += kStatisticsFrames)
    {
        const std::int64_t last = std::min<std::int64_t> (end, first + kStatisticsFrames);
        gatherStatistics (tables_, computePlanes ({{0, span.signalSamples}, first, last}),
                          *span.statistics);
    }
}

void CpuMelWorker::runInPieces (const MelSpan& span, const SignalStatistics* statistics,
                                std::byte* out)
{
    const std::int64_t numFrames = geometry_.numFrames (span.signalSamples);
    const std::int64_t halo = geometry_.haloFrames ();
    const std::int64_t end = span.firstRow + span.numRows;
    // PCEN's smoother restarts at each block of the statistics grid, so pieces must not cut a
    // block.
    const std::int64_t step = geometry_.spec.pcen ? kStatisticsFrames : sizes_.pieceFrames;
    for (std::int64_t first = span.firstRow; first < end; first += step)
    {
        const std::int64_t last = std::min (end, first + step);
        const Frames frames {{0, span.signalSamples},
                             std::max<std::int64_t> (0, first - halo),
                             std::min (numFrames, last + halo)};
        const Planes features = finish (computePlanes (frames), statistics);
        storeFrames (features, first, last - first,
                     out + (first - span.firstRow) * geometry_.rowBytes ());
    }
}

void CpuMelWorker::runSegments (const MelSpan& span, std::byte* out)
{
    const bool needsStatistics = geometry_.spec.needsSignalStatistics ();
    const std::size_t valueBytes = geometry_.spec.storedType == StoredType::float16 ? 2 : 4;
    const auto perSegment = static_cast<std::int64_t> (geometry_.framesPerSegment);
    for (std::int64_t segment = span.firstRow; segment < span.firstRow + span.numRows; ++segment)
    {
        const PaddedUnit unit {geometry_.segmentStart (segment), geometry_.spec.shortWindowSamples};
        const Planes bands = computePlanes ({unit, 0, perSegment, segment * perSegment});
        SignalStatistics statistics (needsStatistics ? perSegment : 0);
        if (needsStatistics)
        {
            gatherStatistics (tables_, bands, statistics);
            statistics.join (smootherDecay (geometry_));
        }
        const Planes features = finish (bands, needsStatistics ? &statistics : nullptr);
        for (int row = 0; row < geometry_.numFeatures;
             ++row, out += valueBytes * static_cast<std::size_t> (perSegment))
            storeValues (features.row (row), static_cast<std::size_t> (perSegment),
                         geometry_.spec.storedType, out);
    }
}

void CpuMelWorker::runSharedSegments (const MelSpan& span, std::byte* out)
{
    const std::size_t valueBytes = geometry_.spec.storedType == StoredType::float16 ? 2 : 4;
    const std::int64_t perSegment = geometry_.framesPerSegment;
    const auto gridFrame = [this] (std::int64_t segment)
    { return geometry_.segmentStart (segment) / sizes_.shared.stepSamples; };
    const auto rowBytes = static_cast<std::size_t> (geometry_.rowBytes ());
    auto* const converted = reinterpret_cast<std::byte*> (converted_.data ());
    const PaddedUnit whole {0, span.signalSamples};
    const std::int64_t end = span.firstRow + span.numRows;
    for (std::int64_t segment = span.firstRow; segment < end;)
    {
        // Within a long window, segments are in order; long windows are in order, too. So the last
        // segment reaches furthest.
        const std::int64_t origin = gridFrame (segment);
        std::int64_t next = segment, reach = origin;
        while (next < end &&
               std::max (reach, gridFrame (next) + perSegment) - origin <= sizes_.mostFrames &&
               gridFrame (next) >= origin)
            reach = std::max (reach, gridFrame (next++) + perSegment);
        span_ = &span;
        const int numFrames = static_cast<int> (reach - origin);
        computeRun (whole, origin * sizes_.shared.stepSamples, sizes_.shared.stepSamples, origin,
                    numFrames, span.signalId);
        const Planes features =
            finish ({planes_.data (), sizes_.stride, numFrames, origin}, nullptr);

        if (perSegment == 1) // a segment is one row of features
            storeRows (features.data, sizes_.stride, geometry_.numFeatures, numFrames,
                       geometry_.spec.storedType, converted);
        else
            for (int row = 0; row < geometry_.numFeatures; ++row)
                storeValues (features.row (row), static_cast<std::size_t> (numFrames),
                             geometry_.spec.storedType,
                             converted +
                                 sizes_.stride * valueBytes * static_cast<std::size_t> (row));
        for (; segment < next; ++segment, out += rowBytes)
        {
            const auto offset = static_cast<std::size_t> (gridFrame (segment) - origin);
            if (perSegment == 1)
            {
                std::memcpy (out, converted + offset * rowBytes, rowBytes);
                continue;
            }
            const std::size_t runBytes = valueBytes * static_cast<std::size_t> (perSegment);
            for (std::size_t row = 0; row < static_cast<std::size_t> (geometry_.numFeatures); ++row)
                std::memcpy (out + row * runBytes,
                             converted + (sizes_.stride * row + offset) * valueBytes, runBytes);
        }
    }
}

Planes CpuMelWorker::computePlanes (const Frames& frames) noexcept
{
    const auto count = static_cast<int> (frames.end - frames.first);
    computeRun (frames.unit, geometry_.frameStart (frames.first), geometry_.hopSamples,
                frames.first + frames.idOffset, count, span_->signalId);
    return {planes_.data (), sizes_.stride, count, frames.first};
}

void CpuMelWorker::computeRun (const PaddedUnit& unit, std::int64_t firstSample, int hopSamples,
                               std::int64_t firstFrame, int numFrames,
                               std::uint64_t signalId) noexcept
{
    for (int done = 0; done < numFrames; done += sizes_.tileFrames)
    {
        const int count = std::min (sizes_.tileFrames, numFrames - done);
        const std::int64_t start =
            firstSample + static_cast<std::int64_t> (done) * hopSamples + tables_.windowOffset;
        const std::int64_t samples =
            static_cast<std::int64_t> (count - 1) * hopSamples + geometry_.windowSamples;
        FrameRun run;
        run.samples = tile_.fetch (unit, start, samples);
        run.numFrames = count;
        run.hopSamples = hopSamples;
        run.planes = planes_.data () + done;
        run.stride = sizes_.stride;
        run.signalId = signalId;
        run.firstFrame = firstFrame + done;
        computeFrames (tables_, run, scratch_.data ());
    }
}

Planes CpuMelWorker::finish (const Planes& bands, const SignalStatistics* statistics) noexcept
{
    finishBands (tables_, bands, statistics);
    if (sizes_.features == 0)
        return bands;
    Planes features = bands;
    features.data = features_.data ();
    if (geometry_.spec.numCoefficients)
        transformToCepstra (tables_, bands, features.data);
    else
        for (int row = 0; row < geometry_.numStatic; ++row)
            std::copy_n (bands.row (row), static_cast<std::size_t> (bands.numFrames),
                         features.row (row));
    appendDeltas (geometry_, features);
    return features;
}

void CpuMelWorker::storeFrames (const Planes& features, std::int64_t firstFrame,
                                std::int64_t numFrames, std::byte* out) noexcept
{
    storeRows (features.data + (firstFrame - features.firstFrame), features.stride,
               geometry_.numFeatures, static_cast<int> (numFrames), geometry_.spec.storedType, out);
}

} // namespace melstrom
