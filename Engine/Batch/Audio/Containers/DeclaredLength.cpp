#include "Engine/Batch/Audio/Containers/Container.h"

#include "Engine/Batch/Audio/AudioFault.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace melstrom
{
namespace
{

using MaybeLength = std::optional<DeclaredLength>;

/** A file with more chunks counts as damaged. */
constexpr int kMaxChunks = 1000;

/** The layout of chunks in one family of containers. */
struct ChunkStyle
{
    std::int64_t firstChunk;
    std::size_t tagBytes, sizeBytes;
    ByteOrder order;
    std::int64_t alignment;
    bool sizeCountsHeader;
};

// Sources: Apple, AIFF-C draft 1991 and CAF specification 1.0; Sony, Wave64 1.2.
constexpr ChunkStyle kAiffStyle {12, 4, 4, ByteOrder::big, 2, false};
constexpr ChunkStyle kCafStyle {8, 4, 8, ByteOrder::big, 1, false};
constexpr ChunkStyle kWave64Style {40, 16, 8, ByteOrder::little, 8, true};

struct Chunk
{
    std::string tag; ///< its first four letters
    std::int64_t offset = 0;
    std::int64_t bytes = 0; ///< -1: "to the end" of CAF
};

/** Calls `visit (chunk)` for each chunk until it returns false or the file ends. */
template <typename Visit>
Result<void> forEachChunk (FileView& view, const ChunkStyle& style, const std::string& name,
                           Visit visit)
{
    const auto headerBytes = style.tagBytes + style.sizeBytes;
    auto offset = style.firstChunk;
    for (int i = 0; i < kMaxChunks; ++i)
    {
        MELSTROM_TRY_VALUE (const auto bytes, view.at (offset, headerBytes));
        if (bytes.size () < headerBytes)
            return {};
        Chunk chunk {std::string (bytes.text (0, 4)),
                     offset + static_cast<std::int64_t> (headerBytes),
                     static_cast<std::int64_t> (
                         bytes.integer (style.tagBytes, style.sizeBytes, style.order))};
        if (style.sizeCountsHeader)
        {
            if (chunk.bytes < static_cast<std::int64_t> (headerBytes))
                return audioFault (ErrorCode::badHeader, name, "has a chunk of an impossible size",
                                   offset);
            chunk.bytes -= static_cast<std::int64_t> (headerBytes);
        }
        MELSTROM_TRY_VALUE (const auto more, visit (chunk));
        if (! more || chunk.bytes < 0 || chunk.bytes > view.fileBytes () - chunk.offset)
            return {};
        const auto end = chunk.offset + chunk.bytes;
        offset = (end + style.alignment - 1) / style.alignment * style.alignment;
    }
    return {};
}

Error noSamplesChunk (const FileView& view, const std::string& name)
{
    return audioFault (ErrorCode::badHeader, name,
                       "has no chunk of samples in its " + std::to_string (view.fileBytes ()) +
                           " bytes");
}

/** Fails with badRate if the rate of a COMM chunk, an 80-bit float, is below 1 Hz or no number:
    libsndfile reads most such rates as 1 Hz. It passes on rates that are too high.
    Source: Apple, SANE: a sign, 15 bits of exponent biased by 16383, 64 bits with the leading 1. */
Result<void> checkAiffRate (HeaderBytes rate, const std::string& name)
{
    constexpr std::uint64_t signBit = 0x8000, notFinite = 0x7FFF, bias = 16383, wholeBits = 63;
    const auto signAndExponent = rate.integer (0, 2, ByteOrder::big);
    const auto mantissa = rate.integer (2, 8, ByteOrder::big);
    const auto exponent = signAndExponent & ~signBit;
    if (exponent == notFinite)
        return audioFault (ErrorCode::badRate, name, "declares a rate that is not a number");
    const bool isBelowOne =
        exponent < bias || mantissa >> (wholeBits - std::min (exponent - bias, wholeBits)) == 0;
    if (mantissa != 0 && (signAndExponent & signBit) != 0)
        return audioFault (ErrorCode::badRate, name, "declares a negative rate");
    if (! isBelowOne)
        return {};
    return audioFault (ErrorCode::badRate, name,
                       std::string ("declares a rate of ") +
                           (mantissa == 0 ? "0 Hz" : "less than 1 Hz") + "; 1 to " +
                           std::to_string (kHighestRateHz) + " Hz can be read");
}

Result<MaybeLength> aiffLength (FileView& view, const std::string& name)
{
    MaybeLength found;
    std::optional<std::int64_t> numSamples;
    const bool plain = view.front ().has (8, "AIFF"); // AIFF-C counts packets for some codings
    const auto walked = forEachChunk (
        view, kAiffStyle, name,
        [&] (const Chunk& chunk) -> Result<bool>
        {
            constexpr std::size_t commBytes = 18, rateAt = 8, rateBytes = 10;
            MELSTROM_TRY_VALUE (const auto bytes, view.at (chunk.offset, commBytes));
            if (chunk.tag == "COMM" && bytes.size () == commBytes &&
                chunk.bytes >= static_cast<std::int64_t> (commBytes))
            {
                MELSTROM_TRY (checkAiffRate (bytes.subspan (rateAt, rateBytes), name));
                if (plain)
                    numSamples = static_cast<std::int64_t> (bytes.integer (2, 4, ByteOrder::big));
            }
            if (chunk.tag == "SSND" && chunk.bytes >= 8 && ! found)
            {
                if (bytes.size () < 8)
                    return false;
                const auto skipped =
                    8 + static_cast<std::int64_t> (bytes.integer (0, 4, ByteOrder::big));
                found = DeclaredLength {chunk.bytes - skipped,
                                        view.fileBytes () - chunk.offset - skipped, std::nullopt};
            }
            return true;
        });
    if (! walked)
        return walked.error ();
    if (! found || found->dataBytes < 0)
        return noSamplesChunk (view, name);
    found->numSamples = numSamples;
    return found;
}

Result<MaybeLength> chunkLength (FileView& view, const ChunkStyle& style, std::int64_t skippedBytes,
                                 const std::string& name)
{
    MaybeLength found;
    bool toTheEnd = false;
    const auto walked = forEachChunk (
        view, style, name,
        [&] (const Chunk& chunk) -> Result<bool>
        {
            if (chunk.tag != "data")
                return true;
            toTheEnd = chunk.bytes == -1;
            found = DeclaredLength {chunk.bytes - skippedBytes,
                                    view.fileBytes () - chunk.offset - skippedBytes, std::nullopt};
            return false;
        });
    if (! walked)
        return walked.error ();
    if (found && toTheEnd)
        return MaybeLength {};
    if (! found || found->dataBytes < 0)
        return noSamplesChunk (view, name);
    return found;
}

/** Source: Sun, audio(4): magic, data offset, data size (2^32 - 1: unknown), coding, rate,
 * channels. */
Result<MaybeLength> auLength (FileView& view, const std::string& name)
{
    constexpr std::uint64_t unknown = 0xFFFFFFFF;
    const auto front = view.front ();
    const auto order = front.has (0, ".snd") ? ByteOrder::big : ByteOrder::little;
    if (front.size () < 24)
        return noSamplesChunk (view, name);
    const auto offset = static_cast<std::int64_t> (front.integer (4, 4, order));
    const auto size = front.integer (8, 4, order);
    if (size == unknown)
        return MaybeLength {};
    return MaybeLength (DeclaredLength {static_cast<std::int64_t> (size),
                                        view.fileBytes () - offset, std::nullopt});
}

/** The number in a line "name -i number" of a NIST SPHERE header. */
std::optional<std::int64_t> nistNumber (std::string_view header, std::string_view field)
{
    const auto key = std::string (field) + " -i ";
    const auto place = header.find (key);
    if (place == std::string_view::npos)
        return std::nullopt;
    const auto text = header.substr (place + key.size ());
    std::int64_t value = 0;
    if (std::from_chars (text.data (), text.data () + text.size (), value).ec != std::errc {})
        return std::nullopt;
    constexpr std::int64_t largest = 0xFFFFFFFF;
    return value >= 0 && value <= largest ? std::optional (value) : std::nullopt;
}

/** Source: NIST SPHERE 2.6: "NIST_1A", the header's size, lines of fields. */
Result<MaybeLength> nistLength (FileView& view, const std::string& name)
{
    constexpr std::size_t headerBytes = 1024;
    const auto front = view.front ();
    if (front.size () < headerBytes || ! front.has (8, "   1024"))
        return audioFault (ErrorCode::badHeader, name, "its NIST header is damaged");
    const auto header = front.text (0, headerBytes);
    const auto numSamples = nistNumber (header, "sample_count");
    const auto numBytes = nistNumber (header, "sample_n_bytes");
    const auto numChannels = nistNumber (header, "channel_count");
    if (! numSamples || ! numBytes || *numBytes > 8 || ! numChannels || *numChannels > kMaxChannels)
        return audioFault (ErrorCode::badHeader, name, "its NIST header declares no length");
    return MaybeLength (DeclaredLength {*numSamples * *numBytes * *numChannels,
                                        view.fileBytes () - static_cast<std::int64_t> (headerBytes),
                                        *numSamples});
}

} // namespace

Result<std::optional<DeclaredLength>> declaredLengthOf (Container container, FileView& view,
                                                        const std::string& name)
{
    constexpr std::int64_t editCountBytes = 4; // in front of the samples of a CAF
    switch (container)
    {
        case Container::aiff: return aiffLength (view, name);
        case Container::au: return auLength (view, name);
        case Container::caf: return chunkLength (view, kCafStyle, editCountBytes, name);
        case Container::wave64: return chunkLength (view, kWave64Style, 0, name);
        case Container::nist: return nistLength (view, name);
        default: return MaybeLength {};
    }
}

} // namespace melstrom
