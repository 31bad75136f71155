#include "Engine/Batch/Audio/Decoders/LossyStreamCheck.h"

#include "Engine/Batch/Audio/AudioFault.h"
#include "Engine/Batch/Audio/Containers/OggPages.h"

#include <utility>

namespace melstrom
{

Result<bool> LossyStreamCheck::check (ReadableFile& file, SndfileHandle& handle)
{
    if (isChecked_)
        return false;
    if (request_.container == Container::ogg)
        MELSTROM_TRY (checkOggPages (file, request_.name, OggExtent::allPages));
    if (request_.mpeg)
        MELSTROM_TRY (checkMpeg (file, handle));
    isChecked_ = true;
    return request_.isMpeg ();
}

/** Shows the decoder only whole frames in their places: it would skip all other bytes and print
    messages about them. */
Result<void> LossyStreamCheck::checkMpeg (ReadableFile& file, SndfileHandle& handle)
{
    MELSTROM_TRY_VALUE (auto chain, chainMpegFrames (file, *request_.mpeg));
    const bool canKeep = request_.isMpeg () && chain.numSamples > 0;
    if (chain.fault && ! (canKeep && keepsTruncated_))
        return chainFault (chain, request_.name, canKeep);
    if (request_.isMpeg ())
    {
        // the decoder returns a whole frame only if it sees the next frame's header
        const bool isCut = chain.fault == ErrorCode::truncated;
        handle.see ({request_.mpeg->firstByte, isCut ? request_.mpeg->endByte : chain.endByte});
    }
    chain_ = std::move (chain);
    return {};
}

std::optional<std::string> LossyStreamCheck::lostEndWarning (const SndfileHandle& handle,
                                                             std::int64_t found,
                                                             std::int64_t counted) const
{
    if (handle.isDamaged ())
        return (handle.isAtEnd () ? "ends inside a frame, after " : "is damaged after its ") +
               std::to_string (counted) + " samples, which are used";
    if (chain_.fault)
        return chainWarning (chain_, counted);
    if (request_.isMpeg () && request_.mpeg->declaredFrames && counted < found)
        return truncatedWarning (found, counted, "samples");
    return std::nullopt;
}

} // namespace melstrom
