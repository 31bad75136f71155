// Compares the length that a container declares with what libsndfile finds.
#pragma once

#include "Engine/Batch/Audio/Decoders/SndfileCodings.h"
#include "Engine/Batch/Audio/Decoders/SndfileReader.h"

#include <string>
#include <vector>

namespace melstrom
{

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
