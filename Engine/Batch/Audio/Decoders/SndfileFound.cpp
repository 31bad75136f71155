#include "Engine/Batch/Audio/Decoders/SndfileFound.h"

#include "Engine/Batch/Audio/AudioFault.h"

#include <algorithm>
#include <sndfile.h>

namespace melstrom
{

SndfileCoding codingOf (int format) noexcept
{
    const bool packed = (format & SF_FORMAT_TYPEMASK) == SF_FORMAT_FLAC ||
                        (format & SF_FORMAT_TYPEMASK) == SF_FORMAT_OGG;
    const auto stored = [packed] (int numBytes) { return packed ? 0 : numBytes; };
    switch (format & SF_FORMAT_SUBMASK)
    {
        case SF_FORMAT_PCM_S8:
        case SF_FORMAT_PCM_U8: return {SampleFormat::int16, stored (1), FullScale::int8};
        case SF_FORMAT_PCM_16: return {SampleFormat::int16, stored (2)};
        case SF_FORMAT_PCM_24: return {SampleFormat::int32, stored (3)};
        case SF_FORMAT_PCM_32: return {SampleFormat::int32, stored (4)};
        case SF_FORMAT_FLOAT: return {SampleFormat::float32, 4};
        case SF_FORMAT_DOUBLE: return {SampleFormat::float32, 8};

        case SF_FORMAT_ULAW: return {SampleFormat::int16, 1, FullScale::muLaw};
        case SF_FORMAT_ALAW: return {SampleFormat::int16, 1, FullScale::aLaw};

        case SF_FORMAT_IMA_ADPCM:
        case SF_FORMAT_MS_ADPCM:
        case SF_FORMAT_NMS_ADPCM_16:
        case SF_FORMAT_NMS_ADPCM_24:
        case SF_FORMAT_NMS_ADPCM_32:
        case SF_FORMAT_GSM610:
        case SF_FORMAT_G721_32:
        case SF_FORMAT_G723_24:
        case SF_FORMAT_G723_40:
        case SF_FORMAT_DWVW_12:
        case SF_FORMAT_DWVW_16:
        case SF_FORMAT_ALAC_16: return {SampleFormat::int16, 0};

        case SF_FORMAT_DWVW_24:
        case SF_FORMAT_ALAC_20:
        case SF_FORMAT_ALAC_24:
        case SF_FORMAT_ALAC_32: return {SampleFormat::int32, 0};

        default: return {SampleFormat::float32, 0};
    }
}

bool agrees (Container container, int format) noexcept
{
    const int type = format & SF_FORMAT_TYPEMASK;
    switch (container)
    {
        case Container::wav:
            return type == SF_FORMAT_WAV || type == SF_FORMAT_WAVEX || type == SF_FORMAT_RF64;
        case Container::wave64: return type == SF_FORMAT_W64;
        case Container::aiff: return type == SF_FORMAT_AIFF;
        case Container::au: return type == SF_FORMAT_AU;
        case Container::caf: return type == SF_FORMAT_CAF;
        case Container::nist: return type == SF_FORMAT_NIST;
        case Container::flac: return type == SF_FORMAT_FLAC;
        case Container::ogg: return type == SF_FORMAT_OGG;
        case Container::mpeg:
            return type == SF_FORMAT_MPEG || type == SF_FORMAT_FLAC; // ID3 before FLAC
        default: break;
    }
    return false;
}

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
