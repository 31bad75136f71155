#include "Engine/Batch/Run/Pipeline/WaveformWriter.h"

#include "Engine/Core/Crc32c.h"
#include "Engine/Dsp/Mel/SampleDecode.h"

#include <algorithm>

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

Result<void> WaveformWriter::write (const Slab& slab, JournalEntries& entries)
{
    std::size_t spanIndex = 0;
    for (const ChunkPart& part : slab.chunk.parts)
    {
        // spans holds the parts that could be read, in their order
        if (spanIndex == slab.spans.size () || slab.spans[spanIndex].outputByte != part.outputByte)
            continue;
        MELSTROM_TRY (writeSpan (slab, part, slab.spans[spanIndex], entries));
        ++spanIndex;
    }
    return {};
}

Result<void> WaveformWriter::writeSpan (const Slab& slab, const ChunkPart& part,
                                        const MelSpan& span, JournalEntries& entries)
{
    const PlannedFile& file = plan_.files[static_cast<std::size_t> (part.file)];
    const MelGeometry& geometry = plan_.geometries.at (slab.chunk.rateHz);
    const auto length = static_cast<std::size_t> (geometry.spec.shortWindowSamples);
    const auto rowBytes = static_cast<std::int64_t> (4 * length);
    const std::int64_t firstRow = slab.chunk.firstRow + span.outputByte / geometry.rowBytes ();
    const std::int64_t rowsAtOnce =
        std::clamp<std::int64_t> (kWaveformBytes / rowBytes, 1, kWaveformRows);
    samples_.resize (length * static_cast<std::size_t> (std::min (span.numRows, rowsAtOnce)));
    for (std::int64_t row = 0; row < span.numRows; row += rowsAtOnce)
    {
        const std::int64_t count = std::min (rowsAtOnce, span.numRows - row);
        for (std::int64_t i = 0; i < count; ++i)
            decodeSegment (span, slab.input->data (),
                           geometry.segmentStart (span.firstRow + row + i),
                           {samples_.data () + static_cast<std::size_t> (i) * length, length});
        const std::int64_t numBytes = count * rowBytes;
        MELSTROM_TRY (writer_.writeWaveform (slab.chunk.split, firstRow + row, samples_.data (),
                                             numBytes / 4));
        entries.waveforms.push_back (
            {part.file, crc32c (0, samples_.data (), static_cast<std::size_t> (numBytes)),
             part.signal * file.rowsPerSignal () + span.firstRow + row, count, numBytes, 0});
        ledger_.addWaveform (entries.waveforms.back ());
    }
    return {};
}

} // namespace melstrom
