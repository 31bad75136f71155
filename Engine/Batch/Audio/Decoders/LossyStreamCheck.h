// What decoders of lossy streams step over without a word, looked for before they see the stream.
#pragma once

#include "Engine/Batch/Audio/Containers/MpegFrames.h"
#include "Engine/Batch/Audio/Decoders/SndfileHandle.h"
#include "Engine/Batch/Audio/Decoders/SndfileReader.h"

#include <optional>
#include <string>

namespace melstrom
{

/** Of one file. The request must outlive it. Thread: one at a time. */
class LossyStreamCheck
{
public:
    LossyStreamCheck (const SndfileRequest& request, bool keepsTruncated)
        : request_ (request), keepsTruncated_ (keepsTruncated)
    {
    }

    /** Before the first decoding; it does nothing from the second call on. The whole file is read, which brings it to memory
        for the decoder. Of MPEG the handle sees whole frames in their places alone afterwards. True: it has to be opened
        anew. Fails: truncated, decodeFailed, readFailed. */
    Result<bool> check (ReadableFile& file, SndfileHandle& handle);

    /** Of a stream that was counted: what is said where it ends before its time. Empty: it does not.
        found: samples that the decoder promised */
    std::optional<std::string> lostEndWarning (const SndfileHandle& handle, std::int64_t found,
                                               std::int64_t counted) const;

private:
    Result<void> checkMpeg (ReadableFile& file, SndfileHandle& handle);

    const SndfileRequest& request_;
    bool keepsTruncated_;
    bool isChecked_ = false;
    MpegChain chain_; ///< its fault is one that the stream is kept up to
};

} // namespace melstrom
