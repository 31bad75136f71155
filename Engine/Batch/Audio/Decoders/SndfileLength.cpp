#include "Engine/Batch/Audio/Decoders/SndfileLength.h"

#include "Engine/Batch/Audio/AudioFault.h"

#include <algorithm>

namespace melstrom
{

Result<std::int64_t> declaredSamples (const SndfileFound& found, const SndfileRequest& request,
                                      const AudioOptions& options,
                                      std::vector<std::string>& warnings)
{
    if (request.exactSamples && *request.exactSamples != found.numSamples)
        return audioFault (ErrorCode::badHeader, request.name,
                           "declares " + std::to_string (*request.exactSamples) +
                               " samples, but the decoder finds " +
                               std::to_string (found.numSamples));
    if (! request.declared)
        return found.numSamples;

    const auto& length = *request.declared;
    const bool fixedLength = found.coding.storedBytes > 0;
    const std::int64_t unitBytes = fixedLength ? found.coding.storedBytes * found.numChannels : 1;
    const std::string unit = fixedLength ? "samples" : "bytes of coded samples";
    const auto availableBytes = std::max<std::int64_t> (length.availableBytes, 0);
    auto declared = length.dataBytes / unitBytes;
    auto real = std::min (length.dataBytes, availableBytes) / unitBytes;
    if (fixedLength)
    {
        declared = std::max (declared, length.numSamples.value_or (0));
        real = std::min (real, found.numSamples);
        if (length.numSamples && *length.numSamples < found.numSamples)
            warnings.push_back ("declares " + std::to_string (*length.numSamples) +
                                " samples but has " + std::to_string (found.numSamples) + "; all " +
                                std::to_string (found.numSamples) + " are used");
    }
    if (real < declared)
    {
        if (! options.keepTruncated)
            return truncatedFault (request.name, declared, real, unit);
        warnings.push_back (truncatedWarning (declared, real, unit));
    }
    return found.numSamples;
}

Error unreadable (const SndfileRequest& request)
{
    const auto& declared = request.declared;
    if (declared && declared->dataBytes > declared->availableBytes)
        return truncatedFault (request.name, declared->dataBytes,
                               std::max<std::int64_t> (declared->availableBytes, 0),
                               "bytes of samples");
    return audioFault (
        request.openFailure, request.name,
        "starts like " + std::string (containerName (request.container)) +
            ", but libsndfile cannot read it: its header is damaged, or its coding is "
            "not supported; convert it to WAV or FLAC");
}

} // namespace melstrom
