#include "Tests/Support/Audio/WavBuilder.h"

namespace melstrom::testing
{

std::string littleEndian (std::uint64_t value, int numBytes)
{
    std::string bytes;
    for (int i = 0; i < numBytes; ++i)
        bytes += static_cast<char> (value >> (8 * i));
    return bytes;
}

std::string bigEndian (std::uint64_t value, int numBytes)
{
    const auto reversed = littleEndian (value, numBytes);
    return {reversed.rbegin (), reversed.rend ()};
}

std::string formatPayload (const WavFields& fields)
{
    const int blockBytes =
        fields.blockBytes.value_or (fields.numChannels * ((fields.bits + 7) / 8));
    const auto bytesPerSecond =
        fields.bytesPerSecond.value_or (fields.rateHz * static_cast<std::uint32_t> (blockBytes));
    return littleEndian (static_cast<std::uint64_t> (fields.formatTag), 2) +
           littleEndian (static_cast<std::uint64_t> (fields.numChannels), 2) +
           littleEndian (fields.rateHz, 4) + littleEndian (bytesPerSecond, 4) +
           littleEndian (static_cast<std::uint64_t> (blockBytes), 2) +
           littleEndian (static_cast<std::uint64_t> (fields.bits), 2);
}

std::string extensiblePayload (const WavFields& fields, int validBits, int cbSize)
{
    auto plain = fields;
    plain.formatTag = 0xFFFE;
    const std::string subFormat =
        littleEndian (static_cast<std::uint64_t> (fields.formatTag), 2) +
        std::string ("\x00\x00\x00\x00\x10\x00\x80\x00\x00\xAA\x00\x38\x9B\x71", 14);
    return formatPayload (plain) + littleEndian (static_cast<std::uint64_t> (cbSize), 2) +
           littleEndian (static_cast<std::uint64_t> (validBits), 2) + littleEndian (0, 4) +
           subFormat;
}

std::string chunk (std::string_view tag, std::string_view payload)
{
    auto bytes = chunkDeclaring (tag, static_cast<std::uint32_t> (payload.size ()), payload);
    if (payload.size () % 2 != 0)
        bytes += '\0';
    return bytes;
}

std::string chunkDeclaring (std::string_view tag, std::uint32_t declaredBytes,
                            std::string_view payload)
{
    return std::string (tag) + littleEndian (declaredBytes, 4) + std::string (payload);
}

std::string riff (std::string_view body, std::string_view tag)
{
    return chunkDeclaring (tag, static_cast<std::uint32_t> (body.size () + 4),
                           "WAVE" + std::string (body));
}

std::string wav (const WavFields& fields, std::string_view data)
{
    return riff (chunk ("fmt ", formatPayload (fields)) + chunk ("data", data));
}

std::string rf64 (const WavFields& fields, std::string_view data, std::uint64_t declaredBytes)
{
    const auto sizes = littleEndian (data.size () + 72, 8) + littleEndian (declaredBytes, 8) +
                       littleEndian (0, 8) + littleEndian (0, 4);
    const auto body = chunk ("ds64", sizes) + chunk ("fmt ", formatPayload (fields)) +
                      chunkDeclaring ("data", 0xFFFFFFFF, data);
    return chunkDeclaring ("RF64", 0xFFFFFFFF, "WAVE" + body);
}

std::vector<std::int16_t> testSamples (std::int64_t count)
{
    std::vector<std::int16_t> samples;
    for (std::int64_t i = 0; i < count; ++i)
        samples.push_back (testSample (i));
    return samples;
}

std::string testSampleBytes (std::int64_t count)
{
    std::string bytes;
    for (std::int64_t i = 0; i < count; ++i)
        bytes += littleEndian (static_cast<std::uint16_t> (testSample (i)), 2);
    return bytes;
}

} // namespace melstrom::testing
