// Audio files that exist only as bytes: made, opened and read back.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace melstrom::testing
{

inline constexpr AudioOptions kKeepTruncated {.keepTruncated = true};
inline constexpr AudioOptions kZeroNonFinite {.zeroNonFinite = true};

/** `openAudio` on a file of these bytes. */
Result<std::unique_ptr<AudioReader>> openBytes (const std::string& bytes,
                                                const AudioOptions& options = {});

/** All samples of all channels as `Value`, which must be the reader's format (int24: std::int32_t).
    Read in blocks of `blockSamples` into a buffer of exactly that size. Throws std::runtime_error
   with the message of an Error. */
template <typename Value>
std::vector<Value> readAll (AudioReader& reader, std::int64_t blockSamples = 1 << 20);

/** Opens, reads all and says what went wrong; empty: nothing. */
std::optional<Error> faultOf (const std::string& bytes, const AudioOptions& options = {});

/** What libsndfile's own writer makes of int16 samples, interleaved; `format` as in SF_INFO. Throws
    std::runtime_error when it cannot. */
std::string encoded (int format, int numChannels, int rateHz,
                     const std::vector<std::int16_t>& samples);

/** A sine of amplitude 0.5, quiet at both ends, which every lossy coding can carry. */
std::vector<std::int16_t> testTone (std::int64_t numSamples, double cyclesPerSample);

} // namespace melstrom::testing
