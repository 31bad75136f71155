// Bytes of WAV files, valid or damaged as a test asks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom::testing
{

/** The low `numBytes` bytes of `value`, little-endian. */
std::string littleEndian (std::uint64_t value, int numBytes);
std::string bigEndian (std::uint64_t value, int numBytes);

/** Fields of a `fmt ` chunk; consistent unless a test sets others. */
struct WavFields
{
    int formatTag = 1; ///< 1: PCM, 3: floating-point
    int numChannels = 1;
    std::uint32_t rateHz = 16000;
    int bits = 16;
    std::optional<int> blockBytes = std::nullopt;
    std::optional<std::uint32_t> bytesPerSecond = std::nullopt;
};

std::string formatPayload (const WavFields& fields); ///< 16 bytes
/** 40 bytes: WAVE_FORMAT_EXTENSIBLE around `fields`. */
std::string extensiblePayload (const WavFields& fields, int validBits, int cbSize = 22);

/** Tag, size, payload and, if the size is odd, a pad byte. */
std::string chunk (std::string_view tag, std::string_view payload);
/** Tag, `declaredBytes` as size, payload unchanged. */
std::string chunkDeclaring (std::string_view tag, std::uint32_t declaredBytes,
                            std::string_view payload);

/** `tag`, the correct size, "WAVE", then the chunks `body`. */
std::string riff (std::string_view body, std::string_view tag = "RIFF");

/** A whole file. */
std::string wav (const WavFields& fields, std::string_view data);
std::string rf64 (const WavFields& fields, std::string_view data, std::uint64_t declaredBytes);

/** Sample `index` of the test signal: covers all of int16's range, and neighbours always differ. */
constexpr std::int16_t testSample (std::int64_t index) noexcept
{
    return static_cast<std::int16_t> (static_cast<std::uint16_t> (index * 7919 + 101));
}

std::vector<std::int16_t> testSamples (std::int64_t count);
std::string testSampleBytes (std::int64_t count); ///< the same signal, as stored

} // namespace melstrom::testing
