// The writers: finished slabs to their places in the dataset.
#include "Engine/Batch/Run/Pipeline/Pipeline.h"

#include "Engine/Core/Crc32c.h"
#include "Engine/Dsp/Mel/SampleDecode.h"

#include <algorithm>
#include <cstring>

namespace melstrom
{

namespace
{
constexpr std::int64_t kWaveformRows = 512;      ///< decoded at a time, if they are short
constexpr std::int64_t kWaveformBytes = 4 << 20; ///< else this number of bytes

/** Samples [start, start + length) of a span's signal, zeros behind its end. */
void decodeSegment (const MelSpan& span, const std::byte* input, std::int64_t start,
                    std::span<float> to) noexcept
{
    const std::int64_t bytes = span.numChannels * bytesPerSample (span.format);
    const std::byte* at = input + span.inputByte + (start - span.firstSample) * bytes;
    for (std::size_t i = 0; i < to.size (); ++i, at += bytes)
        to[i] = start + static_cast<std::int64_t> (i) < span.signalSamples
                    ? decodeMono (at, span.format, span.numChannels, span.channel)
                    : 0.0f;
}
} // namespace

void Pipeline::writeSlabs (int)
{
    writable_.wait ();
    std::vector<float> waveform;
    while (nextWritten_++ < numChunks_)
    {
        Slab* const slab = take (submitted_);
        if (slab == nullptr)
            return;
        finishSlab (*slab, waveform);
        giveBack (slab);
    }
}

void Pipeline::finishSlab (Slab& slab, std::vector<float>& waveform)
{
    using Clock = std::chrono::steady_clock;
    Result<void> computed;
    {
        const TraceSpan span (context_.trace, "wait", slab.chunk.numRows);
        computed = slab.plan->wait (slab.ticket);
    }
    const auto start = Clock::now ();
    times_.add (Stage::computing, start - slab.submitted);
    --context_.counters.slabsComputing;
    if (! computed)
        return abortWith (computed.error ());
    if (slab.chunk.pass == MelPass::statistics)
        return slab.gate->chunkDone ();
    if (isAborted ())
        return;
    ++context_.counters.slabsWriting;
    const TraceSpan span (context_.trace, "write", slab.chunk.outputBytes);
    if (auto written = writeChunk (slab, waveform); ! written)
        abortWith (written.error ());
    times_.add (Stage::writing, Clock::now () - start);
    --context_.counters.slabsWriting;
}

Result<void> Pipeline::writeChunk (Slab& slab, std::vector<float>& waveform)
{
    const Chunk& chunk = slab.chunk;
    JournalEntries entries;
    for (std::size_t i = 0; i < chunk.parts.size (); ++i)
        noteRows (slab, i, entries);
    MELSTROM_TRY (
        writer_.writeRows (chunk.split, chunk.firstRow, slab.output->data (), chunk.outputBytes));
    std::int64_t bytes = chunk.outputBytes;
    if (writer_.hasWaveform ())
    {
        MELSTROM_TRY (writeWaveforms (slab, waveform, entries));
        for (const RowsEntry& rows : entries.waveforms)
            bytes += rows.numBytes;
    }
    context_.counters.bytesWritten += bytes;
    committer_.add (std::move (entries), bytes);
    for (const ChunkPart& part : chunk.parts)
        countDone (part, plan_, context_.counters);
    return {};
}

/** Enters a part's rows into the ledger and into the entries of the journal. */
void Pipeline::noteRows (const Slab& slab, std::size_t index, JournalEntries& entries)
{
    const ChunkPart& part = slab.chunk.parts[index];
    const PlannedFile& file = plan_.files[static_cast<std::size_t> (part.file)];
    const std::int64_t numBytes = part.numRows * plan_.anyGeometry ().rowBytes ();
    std::byte* const bytes = slab.output->data () + part.outputByte;
    const bool hasFailed = ledger_.hasFailed (part.file);
    if (hasFailed)
        std::memset (bytes, 0, static_cast<std::size_t> (numBytes));
    const RowsEntry rows {part.file,
                          crc32c (0, bytes, static_cast<std::size_t> (numBytes)),
                          part.signal * file.rowsPerSignal () + part.firstRow,
                          part.numRows,
                          numBytes,
                          slab.numNonFinite[index]};
    ledger_.addRows (rows);
    if (hasFailed)
        entries.failures.push_back ({part.file, ledger_.errorOf (part.file)});
    else
        entries.rows.push_back (rows);
    if (part.signal == 0)
        entries.inputs.push_back ({part.file, ledger_.inputOf (part.file)});
}

Result<void> Pipeline::writeWaveforms (const Slab& slab, std::vector<float>& waveform,
                                       JournalEntries& entries)
{
    std::size_t spanIndex = 0;
    for (const ChunkPart& part : slab.chunk.parts)
    {
        // spans holds the parts that could be read, in their order
        if (spanIndex == slab.spans.size () || slab.spans[spanIndex].outputByte != part.outputByte)
            continue;
        const MelSpan& span = slab.spans[spanIndex++];
        const PlannedFile& file = plan_.files[static_cast<std::size_t> (part.file)];
        const MelGeometry& geometry = plan_.geometries.at (slab.chunk.rateHz);
        const auto length = static_cast<std::size_t> (geometry.spec.shortWindowSamples);
        const std::int64_t firstRow = slab.chunk.firstRow + span.outputByte / geometry.rowBytes ();
        const std::int64_t rowsAtOnce = std::clamp<std::int64_t> (
            kWaveformBytes / static_cast<std::int64_t> (4 * length), 1, kWaveformRows);
        waveform.resize (length * static_cast<std::size_t> (std::min (span.numRows, rowsAtOnce)));
        for (std::int64_t row = 0; row < span.numRows; row += rowsAtOnce)
        {
            const std::int64_t count = std::min (rowsAtOnce, span.numRows - row);
            for (std::int64_t i = 0; i < count; ++i)
                decodeSegment (span, slab.input->data (),
                               geometry.segmentStart (span.firstRow + row + i),
                               {waveform.data () + static_cast<std::size_t> (i) * length, length});
            MELSTROM_TRY (writer_.writeWaveform (slab.chunk.split, firstRow + row, waveform.data (),
                                                 count * static_cast<std::int64_t> (length)));
            const std::int64_t numBytes = 4 * count * static_cast<std::int64_t> (length);
            entries.waveforms.push_back (
                {part.file, crc32c (0, waveform.data (), static_cast<std::size_t> (numBytes)),
                 part.signal * file.rowsPerSignal () + span.firstRow + row, count, numBytes, 0});
            ledger_.addWaveform (entries.waveforms.back ());
        }
    }
    return {};
}

} // namespace melstrom
