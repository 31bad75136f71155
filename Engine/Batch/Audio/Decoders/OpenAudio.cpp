#include "Engine/Batch/Audio/AudioFault.h"
#include "Engine/Batch/Audio/Containers/Container.h"
#include "Engine/Batch/Audio/Containers/ContainerChecks.h"
#include "Engine/Batch/Audio/Containers/MpegFrames.h"
#include "Engine/Batch/Audio/Containers/OggPages.h"
#include "Engine/Batch/Audio/Decoders/FileReaders.h"
#include "Engine/Batch/Files/FilePart.h"
#include "Engine/Core/Printable.h"

#include <algorithm>

namespace melstrom
{
namespace
{

using MaybeReader = Result<std::unique_ptr<AudioReader>>;

constexpr std::size_t kSniffedBytes = 16; ///< that identify a container

/** The number of samples that `fact` gives for a block coding, if it is possible: it must end
    inside the last block. */
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

/** Examines an MPEG stream before it is decoded. Fails: as mpegStartOf. */
Result<void> examineMpeg (FileView& view, SndfileRequest& request, std::int64_t firstByte,
                          std::int64_t endByte, const AudioOptions& options)
{
    MELSTROM_TRY_VALUE (const auto start, mpegStartOf (view, firstByte, endByte, request.name));
    request.mpeg = start;
    request.countFirst = ! start.declaredFrames || options.keepTruncated;
    return {};
}

/** Opens a WAV whose chunk of samples is an MPEG stream as that stream, because a WAV's header does
    not state how many samples come. */
MaybeReader openMpegWav (std::unique_ptr<ReadableFile> file, FileView& view, WavHeader header,
                         SndfileRequest request, const AudioOptions& options)
{
    request.container = Container::mpeg;
    request.warnings = std::move (header.warnings);
    MELSTROM_TRY (examineMpeg (view, request, header.dataOffset,
                               header.dataOffset + header.dataBytes, options));
    const auto name = request.name;
    auto reader = openSndfile (std::move (file), std::move (request), options);
    if (! reader)
        return reader;
    const auto& info = (*reader)->info ();
    if (info.rateHz == header.format.rateHz && info.numChannels == header.format.numChannels)
        return reader;
    return audioFault (ErrorCode::badHeader, name,
                       "declares " + std::to_string (header.format.numChannels) + " x " +
                           std::to_string (header.format.rateHz) +
                           " Hz, but its MPEG frames have " + std::to_string (info.numChannels) +
                           " x " + std::to_string (info.rateHz) + " Hz");
}

/** Opens a WAV with a coding that libsndfile decodes. Refuses unusual chunks, so that both parsers
    see the same samples. */
MaybeReader openCodedWav (std::unique_ptr<ReadableFile> file, FileView& view, WavHeader header,
                          SndfileRequest request, const AudioOptions& options)
{
    constexpr int tagPcm = 1, tagFloat = 3, tagALaw = 6, tagMuLaw = 7, tagMpeg = 0x50,
                  tagMpegLayer3 = 0x55;
    if (header.format.formatTag == tagMpeg || header.format.formatTag == tagMpegLayer3)
        return openMpegWav (std::move (file), view, std::move (header), std::move (request),
                            options);
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
    MELSTROM_TRY_VALUE (auto header, readWavHeader (view, request.name, options));
    if (header.format.encoding == WavEncoding::foreign)
        return openCodedWav (std::move (file), view, std::move (header), std::move (request),
                             options);
    return makeWavFile (std::move (file), std::move (header), std::move (request.name), options);
}

/** Finds what containers other than WAV declare, before libsndfile sees them. */
Result<void> examine (ReadableFile& file, FileView& view, SndfileRequest& request,
                      const AudioOptions& options)
{
    MELSTROM_TRY_VALUE (auto declared, declaredLengthOf (request.container, view, request.name));
    request.declared = declared;

    if (request.container == Container::mpeg)
    {
        const auto tagEnd = id3TagEnd (view.front ());
        MELSTROM_TRY_VALUE (const auto behind, view.at (tagEnd, kSniffedBytes));
        if (containerOf (behind) == Container::flac)
            return {};
        MELSTROM_TRY (examineMpeg (view, request, tagEnd, view.fileBytes (), options));
    }
    if (request.container == Container::ogg)
    {
        MELSTROM_TRY (checkOggPages (file, request.name, OggExtent::firstPages));
        MELSTROM_TRY_VALUE (const auto ending, oggEnding (file));
        if (ending == OggEnding::cut && ! options.keepTruncated)
            return audioFault (ErrorCode::truncated, request.name,
                               "ends inside an Ogg page, after " +
                                   std::to_string (view.fileBytes ()) +
                                   " bytes; `--truncated keep` uses the samples before that",
                               view.fileBytes ());
        if (ending != OggEnding::marked)
            request.warnings.push_back ("its last page is not marked as the last; the file may be "
                                        "cut");
    }
    return {};
}

/** Opens an Ogg file of `starts.size ()` streams, one after the other. */
MaybeReader openChainedOgg (std::unique_ptr<ReadableFile> file, std::vector<std::int64_t> starts,
                            const std::string& name, const AudioOptions& options)
{
    const auto numLinks = starts.size ();
    const std::shared_ptr<ReadableFile> shared (std::move (file));
    starts.push_back (shared->info ().bytes);
    const auto openLink = [=] (std::size_t link) -> MaybeReader
    {
        const auto start = starts[link];
        auto part = std::make_unique<FilePart> (shared, start, starts[link + 1] - start);
        FileView view (*part);
        MELSTROM_TRY (view.readFront ());
        SndfileRequest request;
        request.name = name + ": stream " + std::to_string (link + 1) + " of " +
                       std::to_string (numLinks) + ", from byte " + std::to_string (start) + " on";
        request.container = Container::ogg;
        MELSTROM_TRY (examine (*part, view, request, options));
        return openSndfile (std::move (part), std::move (request), options);
    };
    return openOggChain (name, numLinks, openLink);
}

/** Checks what ffmpeg does not check, then opens the file with ffmpeg. */
MaybeReader openForFfmpeg (std::unique_ptr<ReadableFile> file, FileView& view,
                           FfmpegRequest request, const AudioOptions& options)
{
    const Container container = request.input.container;
    if (auto whole = checkContainerEnd (container, view, request.name); ! whole)
    {
        if (whole.error ().code != ErrorCode::truncated || ! options.keepTruncated)
            return whole.error ();
        request.cut = whole.error ().message.substr (request.name.size () + 2); // behind "name: "
    }
    if (container == Container::matroska && ! request.context.known)
        MELSTROM_TRY (checkMatroskaChecksums (*file, request.name, request.context.stop));
    file.reset (); // not needed while another program reads it
    return openWithFfmpeg (std::move (request), options);
}

/** The container by the first bytes; for raw AAC behind a tag, by the bytes behind the tag. */
Result<Container> sniffed (FileView& view)
{
    const auto container = containerOf (view.front ());
    if (container != Container::mpeg)
        return container;
    MELSTROM_TRY_VALUE (const auto behind, view.at (id3TagEnd (view.front ()), kSniffedBytes));
    return containerOf (behind) == Container::aac ? Container::aac : container;
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
                                                const AudioOptions& options,
                                                const OpeningContext& context)
{
    MELSTROM_TRY_VALUE (auto opened, storage.openForReading (path));
    return openAudioFile (std::move (opened), path, options, context);
}

Result<std::unique_ptr<AudioReader>> openAudioFile (std::unique_ptr<ReadableFile> file,
                                                    const std::string& path,
                                                    const AudioOptions& options,
                                                    const OpeningContext& context)
{
    SndfileRequest request;
    request.name = printable (path);
    request.context = context;
    if (file->info ().bytes == 0)
        return audioFault (ErrorCode::emptyFile, request.name, "is empty");

    FileView view (*file);
    MELSTROM_TRY (view.readFront ());
    MELSTROM_TRY_VALUE (const auto container, sniffed (view));
    request.container = container;
    if (request.container == Container::unknown)
        return notAudio (view, request.name);
    if (request.container == Container::wav)
        return openWav (std::move (file), view, std::move (request), options);
    if (needsFfmpeg (request.container))
    {
        FfmpegRequest asked {{path, file->archived (), request.container},
                             std::move (request.name),
                             view.fileBytes (),
                             {},
                             context};
        return openForFfmpeg (std::move (file), view, std::move (asked), options);
    }
    if (request.container == Container::ogg)
    {
        MELSTROM_TRY_VALUE (auto starts, oggLinkStarts (*file));
        if (starts.size () > 1)
            return openChainedOgg (std::move (file), std::move (starts), request.name, options);
    }
    MELSTROM_TRY (examine (*file, view, request, options));
    return openSndfile (std::move (file), std::move (request), options);
}

} // namespace melstrom
