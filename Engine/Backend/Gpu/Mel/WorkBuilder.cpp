#include "Engine/Backend/Gpu/Mel/WorkBuilder.h"

#include <algorithm>

namespace melstrom::gpu
{

namespace
{
/** A gap of up to this size between two spans' samples is copied, too: cheaper than a second
    copy. */
constexpr std::int64_t kGapBytes = 4096;
/** Samples keep their address modulo this number, so that words have the same alignment on host and
    device. */
constexpr std::int64_t kPlaceBytes = 256;
} // namespace

bool WorkBuilder::build (const MelBatch& batch, MelPass pass, WorkTables& to) const noexcept
{
    *to.counts = {};
    to.inputRuns.clear ();
    to.outputRuns.clear ();
    for (const MelSpan& span : batch.spans)
        if (span.numRows > 0 && ! addSpan (span, pass, to))
            return false;
    return true;
}

bool WorkBuilder::addSpan (const MelSpan& span, MelPass pass, WorkTables& to) const noexcept
{
    if (to.counts->numSpans == sizes_.numSpans)
        return false;
    DeviceSpan& placed = to.spans[to.counts->numSpans];
    placed = {};
    placed.firstSample = span.firstSample;
    placed.signalSamples = span.signalSamples;
    placed.outputByte = span.outputByte;
    placed.firstRow = span.firstRow;
    placed.numRows = span.numRows;
    placed.signalId = span.signalId;
    placed.format = static_cast<std::int32_t> (span.format);
    placed.numChannels = span.numChannels;
    placed.channel = span.channel.value_or (-1);
    placed.scratchRow = to.counts->numFrames;
    placed.firstUnit = to.counts->numUnits;
    setFrames (span, pass, placed);
    if (placed.scratchRow + placed.numFrames > sizes_.numFrames)
        return false;
    to.counts->numFrames += placed.numFrames;
    const bool fits = placeInput (span, placed, to) &&
                      (! steps_.givesRows (pass) || placeOutput (span, to)) &&
                      addTiles (placed, to) && addUnits (placed, pass, to);
    ++to.counts->numSpans;
    return fits;
}

void WorkBuilder::setFrames (const MelSpan& span, MelPass pass, DeviceSpan& placed) const noexcept
{
    if (program_.isSegments)
    {
        placed.firstFrame = span.firstRow * program_.framesPerSegment;
        placed.numFrames = span.numRows * program_.framesPerSegment;
        return;
    }
    const std::int64_t halo = pass == MelPass::statistics ? 0 : geometry_.haloFrames ();
    placed.firstFrame = std::max<std::int64_t> (0, span.firstRow - halo);
    placed.numFrames =
        std::min (geometry_.numFrames (span.signalSamples), span.firstRow + span.numRows + halo) -
        placed.firstFrame;
}

bool WorkBuilder::placeInput (const MelSpan& span, DeviceSpan& placed,
                              WorkTables& to) const noexcept
{
    const std::int64_t begin = span.inputByte;
    const std::int64_t end =
        begin + span.numSamples * span.numChannels * bytesPerSample (span.format);
    CopyRun* run = to.inputRuns.empty () ? nullptr : &to.inputRuns.back ();
    const bool goesOn = run != nullptr && begin >= run->hostByte &&
                        begin <= run->hostByte + run->numBytes + kGapBytes;
    if (! goesOn)
    {
        const std::int64_t used = run == nullptr ? 0 : run->deviceByte + run->numBytes;
        const std::int64_t free = (used + kPlaceBytes - 1) / kPlaceBytes * kPlaceBytes;
        run = &to.inputRuns.emplace_back (CopyRun {begin, free + begin % kPlaceBytes, 0});
    }
    run->numBytes = std::max (run->numBytes, end - run->hostByte);
    placed.inputByte = run->deviceByte + (begin - run->hostByte);
    return run->deviceByte + run->numBytes <= sizes_.inputBytes;
}

bool WorkBuilder::placeOutput (const MelSpan& span, WorkTables& to) const noexcept
{
    const std::int64_t begin = span.outputByte, numBytes = span.numRows * geometry_.rowBytes ();
    CopyRun* const run = to.outputRuns.empty () ? nullptr : &to.outputRuns.back ();
    if (run != nullptr && begin == run->hostByte + run->numBytes)
        run->numBytes += numBytes;
    else
        to.outputRuns.emplace_back (CopyRun {begin, begin, numBytes});
    return begin + numBytes <= sizes_.outputBytes;
}

bool WorkBuilder::addTile (const MelTile& tile, WorkTables& to) const noexcept
{
    if (to.counts->numTiles == sizes_.numTiles)
        return false;
    to.tiles[to.counts->numTiles++] = tile;
    return true;
}

bool WorkBuilder::addTilesOfFrames (const MelTile& pattern, std::int64_t first, std::int64_t end,
                                    WorkTables& to) const noexcept
{
    MelTile tile = pattern;
    for (; first < end; first += tile_.framesPerTile)
    {
        tile.firstFrame = first;
        tile.framesPerUnit =
            static_cast<std::int32_t> (std::min<std::int64_t> (tile_.framesPerTile, end - first));
        if (! addTile (tile, to))
            return false;
    }
    return true;
}

bool WorkBuilder::addTiles (const DeviceSpan& span, WorkTables& to) const noexcept
{
    if (! steps_.isFused)
        return true;
    if (program_.isShared)
        return addSharedTiles (span, to);
    MelTile tile;
    tile.span = to.counts->numSpans;
    if (! program_.isSegments)
        return addTilesOfFrames (tile, span.firstFrame, span.firstFrame + span.numFrames, to);

    const std::int64_t end = span.firstRow + span.numRows;
    const bool isShort = program_.framesPerSegment <= tile_.framesPerTile;
    for (std::int64_t segment = span.firstRow; segment < end; segment += tile.numUnits)
    {
        tile.firstSegment = segment;
        tile.framesPerUnit = program_.framesPerSegment;
        if (isShort)
            tile.numUnits = static_cast<std::int32_t> (
                std::min<std::int64_t> (tile_.unitsPerTile, end - segment));
        if (! (isShort ? addTile (tile, to)
                       : addTilesOfFrames (tile, 0, program_.framesPerSegment, to)))
            return false;
    }
    return true;
}

bool WorkBuilder::addSharedTiles (const DeviceSpan& span, WorkTables& to) const noexcept
{
    const std::int64_t end = span.firstRow + span.numRows;
    for (std::int64_t segment = span.firstRow; segment < end;)
    {
        const SharedRun run = runs_.from (segment, end);
        MelTile tile;
        tile.span = to.counts->numSpans;
        tile.firstSegment = segment;
        tile.numSegments = static_cast<std::int32_t> (run.endSegment - segment);
        tile.firstFrame = run.firstFrame;
        tile.framesPerUnit = static_cast<std::int32_t> (run.endFrame - run.firstFrame);
        if (! addTile (tile, to))
            return false;
        segment = run.endSegment;
    }
    return true;
}

bool WorkBuilder::addUnits (const DeviceSpan& span, MelPass pass, WorkTables& to) const noexcept
{
    if (! steps_.hasStatistics)
        return true;
    const std::int64_t numUnits = program_.isSegments ? span.numRows : 1;
    const std::int64_t framesAUnit =
        program_.isSegments ? program_.framesPerSegment : span.numFrames;
    WorkCounts& counts = *to.counts;
    if (counts.numUnits + numUnits > sizes_.numUnits)
        return false;
    for (std::int64_t i = 0; i < numUnits; ++i)
    {
        DeviceUnit& unit = to.units[counts.numUnits];
        unit = {span.scratchRow + i * framesAUnit, framesAUnit, counts.numBlocks, 0};
        for (std::int64_t frame = 0; steps_.needsBlocks (pass) && frame < framesAUnit;
             frame += kStatisticsFrames, ++unit.numBlocks)
        {
            if (counts.numBlocks == sizes_.numBlocks)
                return false;
            to.blocks[counts.numBlocks++] = {unit.scratchRow + frame,
                                             static_cast<std::int32_t> (std::min<std::int64_t> (
                                                 kStatisticsFrames, framesAUnit - frame)),
                                             counts.numUnits};
        }
        ++counts.numUnits;
    }
    return true;
}

} // namespace melstrom::gpu
