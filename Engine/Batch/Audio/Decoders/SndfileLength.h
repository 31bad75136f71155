// What a container declares against what libsndfile finds in it.
#pragma once

#include "Engine/Batch/Audio/Decoders/SndfileCodings.h"
#include "Engine/Batch/Audio/Decoders/SndfileReader.h"

#include <string>
#include <vector>

namespace melstrom
{

/** What libsndfile says after opening. */
struct SndfileFound
{
    std::int64_t numSamples = 0; ///< a channel
    int numChannels = 0;
    SndfileCoding coding;
};

/** The samples that `found` may deliver. Fails: truncated, badHeader. */
Result<std::int64_t> declaredSamples (const SndfileFound& found, const SndfileRequest& request,
                                      const AudioOptions& options,
                                      std::vector<std::string>& warnings);

/** Why a file that libsndfile could not open cannot be read: truncated, or what the request says.
 */
Error unreadable (const SndfileRequest& request);

} // namespace melstrom
