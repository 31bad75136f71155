// The length that a container declares. libsndfile reads a shorter file without an error; the
// declared length shows the difference.
#pragma once

#include "Engine/Batch/Audio/Containers/Container.h"

#include <optional>
#include <string>

namespace melstrom
{

struct DeclaredLength
{
    std::int64_t dataBytes = 0;      ///< of samples, as declared
    std::int64_t availableBytes = 0; ///< from the first sample to the end of the file
    /** per channel, if the header states it apart from the bytes */
    std::optional<std::int64_t> numSamples;
};

/** For AIFF, AU, CAF, W64 and NIST. Empty: the container declares no length (a stream of unknown
    length), or only its codec knows the length. Fails: badHeader (no chunk of samples, impossible
    size), badRate (an AIFF rate below 1 Hz, which libsndfile reads as 1 Hz, or one that is not a
    number), readFailed. */
Result<std::optional<DeclaredLength>> declaredLengthOf (Container container, FileView& view,
                                                        const std::string& name);

} // namespace melstrom
