// The writers: finished slabs to their places in the dataset.
#include "Engine/Batch/Run/Pipeline.h"

#include "Engine/Core/Crc32c.h"
#include "Engine/Dsp/SampleDecode.h"

#include <algorithm>
#include <cstring>

namespace melstrom
{

namespace
{
constexpr std::int64_t kWaveformRows = 512;      ///< decoded at a time, if they are short
constexpr std::int64_t kWaveformBytes = 4 << 20; ///< else so many bytes

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
        const TraceSpan span (context_.trace, "wait", slab.chunk->numRows);
        computed = slab.plan->wait (slab.ticket);
    }
    const auto start = Clock::now ();
    times_.add (Stage::computing, start - slab.submitted);
    --context_.counters.slabsComputing;
    if (! computed)
        return abortWith (computed.error ());
    if (slab.chunk->pass == MelPass::statistics)
        return slab.gate->chunkDone ();
    if (isAborted ())
        return;
    ++context_.counters.slabsWriting;
    const TraceSpan span (context_.trace, "write", slab.chunk->outputBytes);
    if (auto written = writeChunk (slab, waveform); ! written)
        abortWith (written.error ());
    times_.add (Stage::writing, Clock::now () - start);
    --context_.counters.slabsWriting;
}

Result<void> Pipeline::writeChunk (Slab& slab, std::vector<float>& waveform)
{
    const Chunk& chunk = *slab.chunk;
    const std::int64_t rowBytes = plan_.anyGeometry ().rowBytes ();
    for (const ChunkPart& part : chunk.parts)
    {
        const PlannedFile& file = plan_.files[static_cast<std::size_t> (part.file)];
        std::byte* const rows = slab.output->data () + part.outputByte;
        const auto bytes = static_cast<std::size_t> (part.numRows * rowBytes);
        if (ledger_.hasFailed (part.file))
            std::memset (rows, 0, bytes);
        ledger_.addRows (part.file, part.signal * file.rowsPerSignal + part.firstRow, part.numRows,
                         static_cast<std::int64_t> (bytes), crc32c (0, rows, bytes));
    }
    if (auto written = writer_.writeRows (chunk.split, chunk.firstRow, slab.output->data (),
                                          chunk.outputBytes);
        ! written)
        return written;
    if (writer_.hasWaveform ())
        if (auto written = writeWaveforms (slab, waveform); ! written)
            return written;
    context_.counters.bytesWritten += chunk.outputBytes;
    for (const ChunkPart& part : chunk.parts)
        countPart (part);
    return {};
}

Result<void> Pipeline::writeWaveforms (const Slab& slab, std::vector<float>& waveform)
{
    std::size_t spanIndex = 0;
    for (const ChunkPart& part : slab.chunk->parts)
    {
        // spans are those parts that could be read, in their order
        if (spanIndex == slab.spans.size () || slab.spans[spanIndex].outputByte != part.outputByte)
            continue;
        const MelSpan& span = slab.spans[spanIndex++];
        const PlannedFile& file = plan_.files[static_cast<std::size_t> (part.file)];
        const MelGeometry& geometry = plan_.geometries.at (slab.chunk->rateHz);
        const auto length = static_cast<std::size_t> (geometry.spec.shortWindowSamples);
        const std::int64_t firstRow = slab.chunk->firstRow + span.outputByte / geometry.rowBytes ();
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
            if (auto written =
                    writer_.writeWaveform (slab.chunk->split, firstRow + row, waveform.data (),
                                           count * static_cast<std::int64_t> (length));
                ! written)
                return written;
            ledger_.addWaveform (
                part.file, part.signal * file.rowsPerSignal + span.firstRow + row, count,
                4 * count * static_cast<std::int64_t> (length),
                crc32c (0, waveform.data (), 4 * static_cast<std::size_t> (count) * length));
            context_.counters.bytesWritten += 4 * count * static_cast<std::int64_t> (length);
        }
    }
    return {};
}

void Pipeline::countPart (const ChunkPart& part)
{
    const PlannedFile& file = plan_.files[static_cast<std::size_t> (part.file)];
    BatchCounters& counters = context_.counters;
    counters.rowsDone += part.numRows;
    counters.audioMicrosecondsDone +=
        static_cast<std::int64_t> (file.seconds () * 1e6 * static_cast<double> (part.numRows) /
                                   static_cast<double> (file.numRows));
    if (part.signal == file.numSignals - 1 && part.firstRow + part.numRows == file.rowsPerSignal)
        ++counters.filesDone;
}

} // namespace melstrom
