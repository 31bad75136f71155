// Audio files in memory: made, opened and read back.
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

/** Opens the file and reads all samples. Returns the first error; empty: no error. */
std::optional<Error> faultOf (const std::string& bytes, const AudioOptions& options = {});

/** The file that libsndfile's own writer makes of interleaved int16 samples. `format` as in
    SF_INFO. Throws std::runtime_error on failure. */
std::string encoded (int format, int numChannels, int rateHz,
                     const std::vector<std::int16_t>& samples);

/** A sine of amplitude 0.5, faded at both ends, which every lossy codec can encode. */
std::vector<std::int16_t> testTone (std::int64_t numSamples, double cyclesPerSample);

} // namespace melstrom::testing
