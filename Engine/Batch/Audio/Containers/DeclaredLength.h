// How much a container says it holds. libsndfile quietly takes what is there; this tells the
// difference.
#pragma once

#include "Engine/Batch/Audio/Containers/Container.h"

#include <optional>
#include <string>

namespace melstrom
{

struct DeclaredLength
{
    std::int64_t dataBytes = 0;      ///< of samples, as declared
    std::int64_t availableBytes = 0; ///< from the first of them to the end of the file
    /** a channel, where the header says it apart from the bytes */
    std::optional<std::int64_t> numSamples;
};

/** For AIFF, AU, CAF, W64 and NIST. Empty: the container does not say (a stream of unknown length),
   or is one whose codec knows. Fails: badHeader (no chunk of samples, impossible size), badRate (an
   AIFF below 1 Hz, which libsndfile takes for 1, or of no number), readFailed.
 */
Result<std::optional<DeclaredLength>> declaredLengthOf (Container container, FileView& view,
                                                        const std::string& name);

} // namespace melstrom
