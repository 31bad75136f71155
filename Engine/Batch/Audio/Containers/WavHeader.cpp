#include "Engine/Batch/Audio/Containers/WavHeader.h"

#include "Engine/Batch/Audio/AudioFault.h"
#include "Engine/Batch/Audio/Containers/WavChunks.h"

#include <algorithm>

namespace melstrom
{
namespace
{

/** The error of a file without a `what` chunk. */
Error missingChunk (const FileView& view, const std::string& name, ByteOrder order,
                    const std::string& what)
{
    const auto declared = static_cast<std::int64_t> (view.front ().integer (4, 4, order)) + 8;
    const auto has = "; it has no `" + what + "` chunk";
    if (declared > view.fileBytes ())
        return audioFault (ErrorCode::truncated, name,
                           "declares " + std::to_string (declared) + " bytes but holds " +
                               std::to_string (view.fileBytes ()) + has,
                           view.fileBytes ());
    return audioFault (ErrorCode::badHeader, name, "is a damaged WAV file" + has);
}

/** Cuts the data to the bytes in the file, or fails, as the options say. */
Result<void> settleLength (WavHeader& header, const WavChunk& data, const FileView& view,
                           const std::string& name, const AudioOptions& options)
{
    const bool coded = header.format.encoding == WavEncoding::foreign;
    const std::int64_t unitBytes = coded ? 1 : header.format.blockBytes;
    const std::string unit = coded ? "bytes of coded samples" : "samples";

    const auto availableBytes = view.fileBytes () - data.offset;
    header.dataOffset = data.offset;
    header.dataBytes = std::min (data.declaredBytes, availableBytes);
    const auto declared = data.declaredBytes / unitBytes;
    const auto real = header.dataBytes / unitBytes;

    if (real < declared)
    {
        if (! options.keepTruncated)
        {
            auto error = truncatedFault (name, declared, real, unit);
            error.byteOffset = view.fileBytes ();
            return error;
        }
        header.warnings.push_back (truncatedWarning (declared, real, unit));
    }
    if (real == 0)
        return audioFault (ErrorCode::noSamples, name, "is a WAV file without samples");
    if (! coded && real == declared && data.declaredBytes % unitBytes != 0)
        header.warnings.push_back ("its last sample is incomplete and is not used");
    return {};
}

} // namespace

Result<WavHeader> readWavHeader (FileView& view, const std::string& name,
                                 const AudioOptions& options)
{
    const auto front = view.front ();
    const auto order = front.has (0, "RIFX") ? ByteOrder::big : ByteOrder::little;
    const bool is64Bit = front.has (0, "RF64") || front.has (0, "BW64");

    MELSTROM_TRY_VALUE (auto chunks, findWavChunks (view, order, is64Bit, name));
    if (! chunks.format)
        return missingChunk (view, name, order, "fmt ");
    if (! chunks.data)
        return missingChunk (view, name, order, "data");

    constexpr std::int64_t longestUsed = 40;
    const auto& formatChunk = *chunks.format;
    MELSTROM_TRY_VALUE (const auto bytes,
                        view.at (formatChunk.offset, static_cast<std::size_t> (std::min (
                                                         formatChunk.declaredBytes, longestUsed))));
    MELSTROM_TRY_VALUE (auto format, parseWavFormat (bytes, order, name, formatChunk.offset));

    WavHeader header;
    header.container = is64Bit ? std::string (front.text (0, 4)) : "WAV";
    header.format = format;
    header.usualChunks = chunks.numFormats == 1 && chunks.numData == 1 && ! chunks.dataFirst;
    header.factSamples = chunks.factSamples;
    header.warnings = std::move (chunks.warnings);
    MELSTROM_TRY (settleLength (header, *chunks.data, view, name, options));
    return header;
}

} // namespace melstrom
