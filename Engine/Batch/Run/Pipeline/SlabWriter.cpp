#include "Engine/Batch/Run/Pipeline/SlabWriter.h"

#include "Engine/Batch/Telemetry/WorkTimes.h"
#include "Engine/Core/Crc32c.h"
#include "Engine/Core/NumberText.h"

#include <cstring>

namespace melstrom
{

SlabWriter::SlabWriter (const BatchWork& work, const RowSink& sink, std::latch& hasArrays,
                        SlabCycle& slabs, RunEnd& end)
    : plan_ (work.plan), context_ (work.context), sink_ (sink), hasArrays_ (hasArrays),
      slabs_ (slabs), end_ (end), waveforms_ (work.plan, sink.writer, sink.ledger)
{
}

namespace
{
/** "slab: TRAINING rows 0 to 639 of 5 parts, 81,920 bytes in, 20,480 out; read 1.2 ms, computed
    0.8 ms, wrote 0.3 ms". */
std::string describe (const Slab& slab, std::chrono::steady_clock::duration computing,
                      std::chrono::steady_clock::duration writing)
{
    const auto milliseconds = [] (std::chrono::steady_clock::duration time)
    { return fixedText (std::chrono::duration<double, std::milli> (time).count (), 2) + " ms"; };
    const Chunk& chunk = slab.chunk;
    return "slab: " + std::string (kSplitNames[static_cast<std::size_t> (chunk.split)]) + " rows " +
           std::to_string (chunk.firstRow) + " to " +
           std::to_string (chunk.firstRow + chunk.numRows - 1) + " of " +
           countText (static_cast<std::int64_t> (chunk.parts.size ()), "part") + ", " +
           std::to_string (chunk.inputBytes) + " bytes in, " + std::to_string (chunk.outputBytes) +
           " out; read " + milliseconds (slab.readTime) + ", computed " + milliseconds (computing) +
           ", wrote " + milliseconds (writing);
}
} // namespace

void SlabWriter::work ()
{
    hasArrays_.wait ();
    while (Slab* const slab = slabs_.submitted.take ())
    {
        finish (*slab);
        slabs_.giveBack (slab);
    }
}

void SlabWriter::finish (Slab& slab)
{
    using Clock = std::chrono::steady_clock;
    Result<void> computed;
    {
        const TraceSpan span (context_.trace, "wait", slab.chunk.numRows);
        computed = slab.plan->wait (slab.ticket);
    }
    const auto start = Clock::now ();
    slabs_.times.add (Stage::computing, start - slab.submitted);
    --context_.counters.slabsComputing;
    if (! computed)
        return end_.abortWith (computed.error ());
    if (slab.chunk.pass == MelPass::statistics)
    {
        if (WorkTimes* const times = context_.counters.times)
            for (const ChunkPart& part : slab.chunk.parts)
                times->addStatisticsRows (part.numRows);
        return slab.gate->chunkDone ();
    }
    if (end_.isAborted ())
        return;
    ++context_.counters.slabsWriting;
    {
        const TraceSpan span (context_.trace, "write", slab.chunk.outputBytes);
        WorkTimer timer (context_.counters.times, Work::write);
        timer.addBytes (slab.chunk.outputBytes);
        if (auto written = writeChunk (slab); ! written)
            end_.abortWith (written.error ());
    }
    const auto end = Clock::now ();
    slabs_.times.add (Stage::writing, end - start);
    --context_.counters.slabsWriting;
    countSlabs (context_);
    if (context_.debug)
        context_.debug (describe (slab, start - slab.submitted, end - start));
}

Result<void> SlabWriter::writeChunk (Slab& slab)
{
    const Chunk& chunk = slab.chunk;
    JournalEntries entries;
    sink_.writer.finishRows (slab.output->data (), chunk.numRows);
    for (std::size_t i = 0; i < chunk.parts.size (); ++i)
        noteRows (slab, i, entries);
    std::int64_t bytes = chunk.numRows * sink_.writer.rowBytes ();
    MELSTROM_TRY (
        sink_.writer.writeRows (chunk.split, chunk.firstRow, slab.output->data (), bytes));
    if (sink_.writer.hasWaveform ())
    {
        MELSTROM_TRY (waveforms_.write (slab, entries));
        for (const RowsEntry& rows : entries.waveforms)
            bytes += rows.numBytes;
    }
    context_.counters.bytesWritten += bytes;
    sink_.committer.add (std::move (entries), bytes);
    for (const ChunkPart& part : chunk.parts)
        countDone (part, plan_, context_.counters);
    return {};
}

/** Enters a part's rows into the ledger, its statistics and the entries of the journal. */
void SlabWriter::noteRows (const Slab& slab, std::size_t index, JournalEntries& entries)
{
    const ChunkPart& part = slab.chunk.parts[index];
    const PlannedFile& file = plan_.files[static_cast<std::size_t> (part.file)];
    const std::int64_t rowBytes = sink_.writer.rowBytes (), numBytes = part.numRows * rowBytes,
                       rowInSlab = part.outputByte / plan_.anyGeometry ().rowBytes ();
    std::byte* const bytes = slab.output->data () + rowInSlab * rowBytes;
    const bool hasFailed = sink_.ledger.hasFailed (part.file);
    if (hasFailed)
        std::memset (bytes, 0, static_cast<std::size_t> (numBytes));
    const RowsEntry rows {part.file,
                          crc32c (0, bytes, static_cast<std::size_t> (numBytes)),
                          part.signal * file.rowsPerSignal () + part.firstRow,
                          part.numRows,
                          numBytes,
                          slab.numNonFinite[index]};
    sink_.ledger.addRows (rows);
    if (! hasFailed && sink_.writer.takesStoredRows ())
        sink_.ledger.statistics ().addRows (sink_.ledger.fileOfRows (part.file),
                                            {rows.firstRow, rows.numRows, rows.crc}, bytes);
    if (hasFailed)
        entries.failures.push_back ({part.file, sink_.ledger.errorOf (part.file)});
    else
        entries.rows.push_back (rows);
    if (part.signal == 0)
        entries.inputs.push_back ({part.file, sink_.ledger.inputOf (part.file),
                                   sink_.ledger.statistics ().soundOf (part.file)});
}

} // namespace melstrom
