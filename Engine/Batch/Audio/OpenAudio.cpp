#include "Engine/Batch/Audio/AudioFault.h"
#include "Engine/Batch/Audio/Container.h"
#include "Engine/Batch/Audio/MpegFrames.h"
#include "Engine/Batch/Audio/OggPages.h"
#include "Engine/Batch/Audio/SndfileReader.h"
#include "Engine/Batch/Audio/WavFile.h"
#include "Engine/Core/Printable.h"

#include <algorithm>

namespace melstrom
{
namespace
{

using MaybeReader = Result<std::unique_ptr<AudioReader>>;

/** What `fact` says about a coding in blocks, when it can be true: it ends inside the last block.
 */
std::optional<std::int64_t> samplesWithoutPadding (const WavHeader& header)
{
    const std::int64_t samplesPerBlock = header.format.samplesPerBlock;
    if (! header.factSamples || samplesPerBlock == 0)
        return std::nullopt;
    const auto numBlocks =
        (header.dataBytes + header.format.blockBytes - 1) / header.format.blockBytes;
    const bool inLastBlock = *header.factSamples > (numBlocks - 1) * samplesPerBlock &&
                             *header.factSamples <= numBlocks * samplesPerBlock;
    return inLastBlock ? header.factSamples : std::nullopt;
}

/** A WAV whose coding is libsndfile's; only of the usual build, so that both see the same samples.
 */
MaybeReader openCodedWav (std::unique_ptr<ReadableFile> file, WavHeader header,
                          SndfileRequest request, const AudioOptions& options)
{
    constexpr int tagPcm = 1, tagFloat = 3, tagALaw = 6, tagMuLaw = 7;
    if (! header.usualChunks)
        return audioFault (
            ErrorCode::unsupportedFormat, request.name,
            "is a coded WAV with repeated or misplaced chunks; convert it to plain PCM");
    const auto& format = header.format;
    if (format.formatTag == tagPcm || format.formatTag == tagFloat)
        request.exactSamples = header.numSamples ();
    if (format.formatTag == tagALaw || format.formatTag == tagMuLaw)
        request.exactSamples = header.dataBytes / format.numChannels;
    request.unpadded = samplesWithoutPadding (header);
    request.openFailure = ErrorCode::unsupportedFormat;
    request.warnings = std::move (header.warnings);
    return openSndfile (std::move (file), std::move (request), options);
}

MaybeReader openWav (std::unique_ptr<ReadableFile> file, FileView& view, SndfileRequest request,
                     const AudioOptions& options)
{
    auto header = readWavHeader (view, request.name, options);
    if (! header)
        return header.error ();
    if (header->format.encoding == WavEncoding::foreign)
        return openCodedWav (std::move (file), *std::move (header), std::move (request), options);
    return makeWavFile (std::move (file), *std::move (header), std::move (request.name), options);
}

/** Containers other than WAV: what they declare is found before libsndfile sees them. */
Result<void> examine (ReadableFile& file, FileView& view, SndfileRequest& request,
                      const AudioOptions& options)
{
    auto declared = declaredLengthOf (request.container, view, request.name);
    if (! declared)
        return declared.error ();
    request.declared = *declared;

    if (request.container == Container::mpeg)
    {
        const auto says = mpegSaysItsLength (view);
        if (! says)
            return says.error ();
        request.countFirst = ! *says;
    }
    if (request.container == Container::ogg)
    {
        if (auto sound = checkOggPages (file, request.name, OggExtent::firstPages); ! sound)
            return sound;
        const auto ending = oggEnding (file);
        if (! ending)
            return ending.error ();
        if (*ending == OggEnding::cut && ! options.keepTruncated)
            return audioFault (ErrorCode::truncated, request.name,
                               "ends inside an Ogg page, after " +
                                   std::to_string (view.fileBytes ()) +
                                   " bytes; with `--truncated keep` what is there is taken",
                               view.fileBytes ());
        if (*ending != OggEnding::marked)
            request.warnings.push_back ("its last page does not say that it is the last; the file "
                                        "may have been cut");
    }
    return {};
}

Error notAudio (const FileView& view, const std::string& name)
{
    constexpr std::size_t shownBytes = 16;
    const auto front = view.front ();
    const auto start = front.text (0, std::min (shownBytes, front.size ()));
    return audioFault (ErrorCode::notAudio, name,
                       "is not audio: its " + std::to_string (view.fileBytes ()) +
                           " bytes start with \"" + printable (start) + "\"",
                       0);
}

} // namespace

Result<std::unique_ptr<AudioReader>> openAudio (Storage& storage, const std::string& path,
                                                const AudioOptions& options)
{
    auto opened = storage.openForReading (path);
    if (! opened)
        return opened.error ();
    return openAudioFile (*std::move (opened), path, options);
}

Result<std::unique_ptr<AudioReader>> openAudioFile (std::unique_ptr<ReadableFile> file,
                                                    const std::string& path,
                                                    const AudioOptions& options)
{
    SndfileRequest request;
    request.name = printable (path);
    if (file->info ().bytes == 0)
        return audioFault (ErrorCode::emptyFile, request.name, "is empty");

    FileView view (*file);
    if (auto read = view.readFront (); ! read)
        return read.error ();
    request.container = containerOf (view.front ());
    if (request.container == Container::unknown)
        return notAudio (view, request.name);
    if (request.container == Container::wav)
        return openWav (std::move (file), view, std::move (request), options);
    if (auto examined = examine (*file, view, request, options); ! examined)
        return examined.error ();
    return openSndfile (std::move (file), std::move (request), options);
}

} // namespace melstrom
