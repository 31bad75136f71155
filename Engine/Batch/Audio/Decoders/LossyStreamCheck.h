// Finds faults of lossy streams that decoders skip without an error, before decoding starts.
#pragma once

#include "Engine/Batch/Audio/Containers/MpegFrames.h"
#include "Engine/Batch/Audio/Decoders/FileReaders.h"
#include "Engine/Batch/Audio/Decoders/SndfileHandle.h"

#include <optional>
#include <string>

namespace melstrom
{

/** Check of one file. The request must outlive it. Thread: one at a time. */
class LossyStreamCheck
{
public:
    LossyStreamCheck (const SndfileRequest& request, bool keepsTruncated)
        : request_ (request), keepsTruncated_ (keepsTruncated)
    {
    }

    /** Call before the first decoding; later calls do nothing. Reads the whole file, which brings
        it to memory for the decoder. Of an MPEG stream the handle then sees only whole frames in
        their places. Returns true if the handle must be opened again. Fails: truncated,
        decodeFailed, readFailed. */
    Result<bool> check (ReadableFile& file, SndfileHandle& handle);

    /** The warning for a stream that was counted and ends early; empty if it does not.
        found: samples that the decoder promised */
    std::optional<std::string> lostEndWarning (const SndfileHandle& handle, std::int64_t found,
                                               std::int64_t counted) const;

private:
    Result<void> checkMpeg (ReadableFile& file, SndfileHandle& handle);

    const SndfileRequest& request_;
    bool keepsTruncated_;
    bool isChecked_ = false;
    MpegChain chain_; ///< a fault here is one that the stream is kept up to
};

} // namespace melstrom
