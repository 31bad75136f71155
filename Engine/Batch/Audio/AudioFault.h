// Faults of one audio file as an Error, their cures, and the limits that all containers share.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"

#include <cstdint>
#include <optional>
#include <string>

namespace melstrom
{

/** `name` is the path as `printable` gives it; the message becomes "name: text". */
inline Error audioFault (ErrorCode code, const std::string& name, const std::string& text,
                         std::optional<std::int64_t> byteOffset = std::nullopt)
{
    return {code, name + ": " + text, byteOffset};
}

/** The sentence for every container that holds less than it declares. */
inline Error truncatedFault (const std::string& name, std::int64_t declared, std::int64_t real,
                             const std::string& unit)
{
    return audioFault (ErrorCode::truncated, name,
                       "declares " + std::to_string (declared) + ' ' + unit + " but holds " +
                           std::to_string (real) + "; `--truncated keep` uses these " +
                           std::to_string (real));
}

inline std::string truncatedWarning (std::int64_t declared, std::int64_t real,
                                     const std::string& unit)
{
    return "declares " + std::to_string (declared) + ' ' + unit + " but holds " +
           std::to_string (real) + "; these " + std::to_string (real) + " are used";
}

/** The highest rate of any recording (16 x 48 kHz). A higher rate is a damaged header. */
inline constexpr std::int64_t kHighestRateHz = 768'000;

/** A byte of FLAC, Vorbis or Opus holds at most a few hundred samples of silence. Only a forged
    file exceeds this limit: 20 kB that unpack to hours. The limit bounds the output that a false
    header can ask for. */
inline constexpr std::int64_t kMostSamplesPerByte = 4096;

inline Error tooDenseFault (const std::string& name, std::int64_t fileBytes,
                            std::int64_t numSamples)
{
    return audioFault (ErrorCode::badHeader, name,
                       "unpacks " + std::to_string (fileBytes) + " bytes to " +
                           std::to_string (numSamples) +
                           " samples or more; no recording is that dense");
}

/** Fails: badHeader (no channel), tooManyChannels, badRate. */
inline Result<void> checkShape (const std::string& name, std::int64_t numChannels,
                                std::int64_t rateHz)
{
    if (numChannels < 1)
        return audioFault (ErrorCode::badHeader, name, "declares no channels");
    if (numChannels > kMaxChannels)
        return audioFault (ErrorCode::tooManyChannels, name,
                           "declares " + std::to_string (numChannels) + " channels; at most " +
                               std::to_string (kMaxChannels) + " can be read");
    if (rateHz < 1 || rateHz > kHighestRateHz)
        return audioFault (ErrorCode::badRate, name,
                           "declares a rate of " + std::to_string (rateHz) + " Hz; 1 to " +
                               std::to_string (kHighestRateHz) + " Hz can be read");
    return {};
}

/** Fails with internalFault when [first, first + count) is not inside the file. */
inline Result<void> checkRange (const std::string& name, const AudioInfo& info, std::int64_t first,
                                std::int64_t count)
{
    if (first >= 0 && count >= 0 && first <= info.numSamples && count <= info.numSamples - first)
        return {};
    return audioFault (ErrorCode::internalFault, name,
                       "a read of " + std::to_string (count) + " samples from sample " +
                           std::to_string (first) + " on exceeds the file's " +
                           std::to_string (info.numSamples) + " samples");
}

/** Appends "; <cure>" to the message if it has no cure yet. Errors that are not about one input
    file return unchanged. Thread: any. */
Error withCure (Error error);

} // namespace melstrom
