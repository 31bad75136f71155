#include "Engine/Batch/Audio/Containers/MpegFrames.h"

#include "Engine/Batch/Audio/AudioFault.h"

#include <algorithm>

namespace melstrom
{
namespace
{

constexpr std::size_t kHeaderBytes = 4;

using MaybeFrame = Result<std::optional<MpegFrame>>;

/** A stream up to endByte, with the length of its free-format frames. */
struct Stream
{
    FileView& view;
    std::int64_t endByte;
    std::optional<std::uint32_t> kind; ///< empty: any
    int freeFormatBytes = 0;

    /** The frame of this kind at `offset`, with its length; empty: there is none. */
    MaybeFrame frameAt (std::int64_t offset) const
    {
        if (offset > endByte - static_cast<std::int64_t> (kHeaderBytes))
            return std::optional<MpegFrame> ();
        MELSTROM_TRY_VALUE (const auto bytes, view.at (offset, kHeaderBytes));
        auto frame = mpegFrameAt (bytes);
        if (frame && kind && frame->kind != *kind)
            frame.reset ();
        if (frame && frame->isFreeFormat)
            frame->bytes += freeFormatBytes;
        return frame;
    }
};

/** The length of the free-format frame at `offset`, without padding: the distance to a frame of the
    same length, behind which a third frame starts. 0: there is none. */
Result<int> freeFormatBytes (Stream stream, std::int64_t offset, const MpegFrame& first)
{
    constexpr int least = 24, most = 4096; // no encoder makes longer ones (LAME: 640 kbit/s)
    for (int bytes = least; bytes <= most && offset + bytes < stream.endByte; ++bytes)
    {
        stream.freeFormatBytes = bytes - first.bytes;
        MELSTROM_TRY_VALUE (const auto second, stream.frameAt (offset + bytes));
        if (! second)
            continue;
        MELSTROM_TRY_VALUE (const auto third, stream.frameAt (offset + bytes + second->bytes));
        if (third)
            return stream.freeFormatBytes;
    }
    return 0;
}

/** The first byte from `offset` on that is not zero; endByte if there is none. */
Result<std::int64_t> behindZeros (FileView& view, std::int64_t offset, std::int64_t endByte)
{
    while (offset < endByte)
    {
        MELSTROM_TRY_VALUE (const auto bytes,
                            view.at (offset, static_cast<std::size_t> (std::min<std::int64_t> (
                                                 static_cast<std::int64_t> (FileView::kViewBytes),
                                                 endByte - offset))));
        const auto other = std::find_if (bytes.begin (), bytes.end (),
                                         [] (std::byte byte) { return byte != std::byte {0}; });
        offset += other - bytes.begin ();
        if (other != bytes.end () || bytes.empty ())
            break;
    }
    return offset;
}

/** True if only zeros, or an ID3v2 tag and zeros, lie in [offset, endByte). */
Result<bool> isPadding (FileView& view, std::int64_t offset, std::int64_t endByte)
{
    constexpr std::size_t tagHeaderBytes = 10;
    MELSTROM_TRY_VALUE (const auto bytes, view.at (offset, tagHeaderBytes));
    const auto behindTag = std::min (offset + id3TagEnd (bytes), endByte);
    MELSTROM_TRY_VALUE (const auto other, behindZeros (view, behindTag, endByte));
    return other == endByte;
}

Error notMpeg (const std::string& name, std::int64_t offset)
{
    return audioFault (ErrorCode::notAudio, name,
                       "is not audio: no second MPEG frame follows the one at byte " +
                           std::to_string (offset),
                       offset);
}

/** Sets the fault of a chain that ends before `soundEnd` with other bytes behind it. */
void setBroken (MpegChain& chain, std::int64_t soundEnd)
{
    chain.fault = ErrorCode::decodeFailed;
    chain.faultText = "is damaged near sample " + std::to_string (chain.numSamples) +
                      ": no MPEG frame starts at byte " + std::to_string (chain.endByte) + " of " +
                      std::to_string (soundEnd);
}

void setCut (MpegChain& chain, int frameSamples)
{
    chain.fault = ErrorCode::truncated;
    chain.faultText = "ends inside a frame: its frames declare " +
                      std::to_string (chain.numSamples + frameSamples) + " samples, but only " +
                      std::to_string (chain.numSamples) + " are complete";
}

} // namespace

Result<MpegStart> mpegStartOf (FileView& view, std::int64_t firstByte, std::int64_t endByte,
                               const std::string& name)
{
    constexpr std::int64_t mostZeros = 65536;
    MELSTROM_TRY_VALUE (const auto offset,
                        behindZeros (view, firstByte, std::min (endByte, firstByte + mostZeros)));
    MpegStart start {offset, endByte, 0, std::nullopt};
    Stream stream {view, endByte, std::nullopt};
    MELSTROM_TRY_VALUE (const auto first, stream.frameAt (offset));
    if (! first)
        return notMpeg (name, offset);
    stream.kind = first->kind;
    if (first->isFreeFormat)
    {
        MELSTROM_TRY_VALUE (const auto bytes, freeFormatBytes (stream, offset, *first));
        if (bytes == 0)
            return notMpeg (name, offset);
        start.freeFormatBytes = stream.freeFormatBytes = bytes;
    }
    constexpr int trustedFrames = 3; // more than random bytes form
    auto place = offset;
    for (int i = 0; i < trustedFrames; ++i)
    {
        MELSTROM_TRY_VALUE (const auto frame, stream.frameAt (place));
        if (! frame)
        {
            MELSTROM_TRY_VALUE (const auto soundEnd, soundEndBefore (view, place, endByte));
            MELSTROM_TRY_VALUE (const auto ends, isPadding (view, place, soundEnd));
            if (! ends)
                return notMpeg (name, offset);
            break; // the stream is this short
        }
        place += frame->bytes;
        if (place >= endByte)
            break;
    }
    MELSTROM_TRY_VALUE (const auto declared, declaredFramesOf (view, offset));
    start.declaredFrames = declared;
    return start;
}

Result<MpegChain> chainMpegFrames (ReadableFile& file, const MpegStart& start)
{
    FileView view (file);
    MELSTROM_TRY (view.readFront ());
    MELSTROM_TRY_VALUE (const auto soundEnd, soundEndBefore (view, start.firstByte, start.endByte));
    Stream stream {view, soundEnd, std::nullopt, start.freeFormatBytes};
    MpegChain chain {start.firstByte, 0, std::nullopt, {}};
    std::int64_t numFrames = 0;
    MpegFrame last;
    while (chain.endByte < soundEnd && ! chain.fault)
    {
        MELSTROM_TRY_VALUE (const auto frame, stream.frameAt (chain.endByte));
        if (! frame)
        {
            MELSTROM_TRY_VALUE (const auto isOver, isPadding (view, chain.endByte, soundEnd));
            if (isOver)
                break;
            if (soundEnd - chain.endByte < static_cast<std::int64_t> (kHeaderBytes))
                setCut (chain, last.numSamples);
            else
                setBroken (chain, soundEnd);
        }
        else if (chain.endByte + frame->bytes > soundEnd)
            setCut (chain, frame->numSamples);
        else
        {
            last = *frame;
            stream.kind = last.kind;
            chain.endByte += last.bytes;
            chain.numSamples += last.numSamples;
            ++numFrames;
        }
    }
    // some encoders also count the frame that declares the number
    if (! chain.fault && start.declaredFrames && numFrames - 1 > *start.declaredFrames + 1)
    {
        chain.fault = ErrorCode::decodeFailed;
        chain.faultText = "declares " + std::to_string (*start.declaredFrames) +
                          " MPEG frames but has " + std::to_string (numFrames - 1) +
                          ", like several files in sequence";
    }
    return chain;
}

Error chainFault (const MpegChain& chain, const std::string& name, bool canKeep)
{
    return audioFault (*chain.fault, name,
                       chain.faultText +
                           (canKeep ? "; `--truncated keep` uses the " +
                                          std::to_string (chain.numSamples) + " samples before that"
                                    : ""),
                       chain.endByte);
}

std::string chainWarning (const MpegChain& chain, std::int64_t keptSamples)
{
    const auto count = std::to_string (keptSamples);
    if (chain.fault == ErrorCode::truncated)
        return "ends inside a frame, after " + count + " samples, which are used";
    return chain.faultText + "; the " + count + " samples before that are used";
}

} // namespace melstrom
