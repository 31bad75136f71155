// What libsndfile finds in a file, compared with its container: coding, format, length.
#pragma once

#include "Engine/Batch/Audio/Containers/Container.h"
#include "Engine/Batch/Audio/Decoders/FileReaders.h"
#include "Engine/Core/SampleFormat.h"

#include <string>
#include <vector>

namespace melstrom
{

/** How Melstrom reads a format of libsndfile. */
struct SndfileCoding
{
    SampleFormat delivered = SampleFormat::float32;
    int storedBytes = 0; ///< of one value in the file; 0: no fixed length
    float fullScale = FullScale::int16;
};

/** `format` as in SF_INFO. */
SndfileCoding codingOf (int format) noexcept;

/** True if libsndfile's format fits the container that the first bytes show. */
bool agrees (Container container, int format) noexcept;

/** What libsndfile reports after opening. */
struct SndfileFound
{
    std::int64_t numSamples = 0; ///< per channel
    int numChannels = 0;
    SndfileCoding coding;
};

/** The number of samples to read from `found`. Fails: truncated, badHeader. */
Result<std::int64_t> declaredSamples (const SndfileFound& found, const SndfileRequest& request,
                                      const AudioOptions& options,
                                      std::vector<std::string>& warnings);

/** The error of a file that libsndfile could not open: truncated, or request.openFailure. */
Error unreadable (const SndfileRequest& request);

} // namespace melstrom
