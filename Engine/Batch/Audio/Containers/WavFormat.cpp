#include "Engine/Batch/Audio/Containers/WavFormat.h"

#include "Engine/Batch/Audio/AudioFault.h"
#include "Engine/Core/NumberText.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>

namespace melstrom
{
namespace
{

// Source: Microsoft, mmreg.h, and "Multiple Channel Audio Data and WAVE Files".
constexpr std::array kBlockTags {0x0002, 0x0011, 0x0031}; // MS ADPCM, IMA ADPCM, GSM 6.10
constexpr int kTagPcm = 0x0001, kTagFloat = 0x0003, kTagExtensible = 0xFFFE;
constexpr std::size_t kPlainBytes = 16, kExtensibleBytes = 40;

/** The tag in the first two bytes of a KSDATAFORMAT_SUBTYPE; empty for a GUID of another family. */
std::optional<int> tagOfSubFormat (HeaderBytes guid) noexcept
{
    constexpr char family[] = "\x00\x00\x00\x00\x10\x00\x80\x00\x00\xAA\x00\x38\x9B\x71";
    if (! guid.has (2, std::string_view (family, 14)))
        return std::nullopt;
    return static_cast<int> (guid.integer (0, 2, ByteOrder::little));
}

std::string hex (int value)
{
    char text[16];
    std::snprintf (text, sizeof text, "0x%04X", static_cast<unsigned> (value));
    return text;
}

/** The encoding of a coding with this number of bits. PCM of 9 to 31 bits that does not fill its
    bytes is left to libsndfile. */
Result<WavEncoding> encodingOf (int tag, int bits, int validBits, const std::string& name)
{
    const bool known = tag == kTagPcm || tag == kTagFloat;
    if (! known)
        return WavEncoding::foreign;
    if (bits == 0)
        return audioFault (ErrorCode::badHeader, name, "declares samples of 0 bits");
    if (tag == kTagFloat && bits == 32)
        return WavEncoding::float32;
    if (tag == kTagFloat && bits == 64)
        return WavEncoding::float64;
    if (tag == kTagFloat || bits < 8 || bits > 32)
        return audioFault (
            ErrorCode::unsupportedFormat, name,
            "holds " + std::to_string (bits) + "-bit " +
                (tag == kTagFloat ? "floating-point" : "integer") +
                " samples; 8, 16, 24 and 32 bits (integer), 32 and 64 (floating-point) "
                "can be read");
    if (validBits != bits)
        return WavEncoding::foreign;
    switch (bits)
    {
        case 8: return WavEncoding::unsigned8;
        case 16: return WavEncoding::int16;
        case 24: return WavEncoding::int24;
        case 32: return WavEncoding::int32;
        default: return WavEncoding::foreign;
    }
}

} // namespace

Result<WavFormat> parseWavFormat (HeaderBytes chunk, ByteOrder order, const std::string& name,
                                  std::int64_t offset)
{
    if (chunk.size () < kPlainBytes)
        return audioFault (ErrorCode::badHeader, name,
                           "its `fmt ` chunk has " + std::to_string (chunk.size ()) +
                               " bytes; at least 16 are needed",
                           offset);

    const auto field = [&] (std::size_t place, std::size_t numBytes)
    { return static_cast<std::int64_t> (chunk.integer (place, numBytes, order)); };

    WavFormat format;
    format.formatTag = static_cast<int> (field (0, 2));
    format.blockBytes = static_cast<int> (field (12, 2));
    const int bits = static_cast<int> (field (14, 2));
    int validBits = bits;

    MELSTROM_TRY (checkShape (name, field (2, 2), field (4, 4)));
    format.numChannels = static_cast<int> (field (2, 2));
    format.rateHz = static_cast<int> (field (4, 4));
    if (format.blockBytes == 0)
        return audioFault (ErrorCode::badHeader, name, "declares a block align of 0", offset + 12);

    if (format.formatTag == kTagExtensible)
    {
        if (chunk.size () < kExtensibleBytes)
            return audioFault (ErrorCode::badHeader, name,
                               "its extensible `fmt ` chunk has " + std::to_string (chunk.size ()) +
                                   " bytes; at least 40 are needed",
                               offset);
        const auto subFormat = tagOfSubFormat (chunk.subspan (24, 16));
        if (subFormat)
            format.formatTag = *subFormat;
        if (const auto declared = static_cast<int> (field (18, 2)); declared != 0)
            validBits = declared;
    }

    constexpr std::size_t blockFieldEnd = 20;
    const bool inBlocks =
        std::find (kBlockTags.begin (), kBlockTags.end (), format.formatTag) != kBlockTags.end ();
    if (inBlocks && chunk.size () >= blockFieldEnd)
        format.samplesPerBlock = static_cast<int> (field (18, 2));

    MELSTROM_TRY_VALUE (auto encoding, encodingOf (format.formatTag, bits, validBits, name));
    format.encoding = order == ByteOrder::big ? WavEncoding::foreign : encoding;

    const bool plain = format.formatTag == kTagPcm || format.formatTag == kTagFloat;
    const int expectedBytes = format.numChannels * ((bits + 7) / 8);
    if (plain && format.blockBytes != expectedBytes)
        return audioFault (ErrorCode::badHeader, name,
                           "declares a block align of " + std::to_string (format.blockBytes) +
                               "; " + countText (format.numChannels, "channel") + " of " +
                               std::to_string (bits) + " bits (coding " + hex (format.formatTag) +
                               (format.numChannels == 1 ? ") makes " : ") make ") +
                               std::to_string (expectedBytes),
                           offset + 12);
    return format;
}

} // namespace melstrom
