#include "Engine/Batch/Audio/Containers/MpegHeader.h"

#include <array>

namespace melstrom
{
namespace
{

// Source: ISO 11172-3, 2.4.2.3, and ISO 13818-3; version 2.5 as Fraunhofer extended them.
using BitRates = std::array<int, 15>; // kbit/s; 0: free format
constexpr BitRates kLayer1 {0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448};
constexpr BitRates kLayer2 {0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384};
constexpr BitRates kLayer3 {0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320};
constexpr BitRates kLowLayer1 {0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256};
constexpr BitRates kLowLayer23 {0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160};

constexpr std::size_t kHeaderBytes = 4;

} // namespace

std::optional<MpegFrame> mpegFrameAt (HeaderBytes bytes) noexcept
{
    if (bytes.size () < kHeaderBytes)
        return std::nullopt;
    const auto word = static_cast<std::uint32_t> (bytes.integer (0, 4, ByteOrder::big));
    const auto bits = [word] (int shift, std::uint32_t mask) { return (word >> shift) & mask; };
    const auto version = bits (19, 3), layerCode = bits (17, 3), bitRateIndex = bits (12, 15),
               rateIndex = bits (10, 3);
    if (bits (21, 0x7FF) != 0x7FF || version == 1 || layerCode == 0 || bitRateIndex == 15 ||
        rateIndex == 3)
        return std::nullopt;

    const bool isLow = version != 3; // MPEG 2 and 2.5: half and a quarter of the rates
    const int layer = 4 - static_cast<int> (layerCode);
    const auto& bitRates = isLow        ? (layer == 1 ? kLowLayer1 : kLowLayer23)
                           : layer == 1 ? kLayer1
                           : layer == 2 ? kLayer2
                                        : kLayer3;
    constexpr std::array ratesHz {44100, 48000, 32000};
    const int rateHz = ratesHz[rateIndex] / (version == 3 ? 1 : version == 2 ? 2 : 4);
    const int bitsPerSecond = bitRates[bitRateIndex] * 1000;
    const int padding = static_cast<int> (bits (9, 1));

    MpegFrame frame;
    constexpr std::uint32_t kindBits = 0xFFFE0C00;
    frame.isFreeFormat = bitRateIndex == 0;
    frame.kind = (word & kindBits) | (frame.isFreeFormat ? 1u : 0u);
    frame.numSamples = layer == 1 ? 384 : layer == 3 && isLow ? 576 : 1152;
    const int slotBytes = layer == 1 ? 4 : 1;
    frame.bytes = (frame.numSamples / 8 / slotBytes * bitsPerSecond / rateHz + padding) * slotBytes;
    return frame;
}

Result<std::optional<std::int64_t>> declaredFramesOf (FileView& view, std::int64_t offset)
{
    constexpr std::size_t searchedBytes = 256, framesAt = 8, framesOfVbri = 14;
    MELSTROM_TRY_VALUE (const auto frame, view.at (offset, searchedBytes));
    const auto numberAt = [&frame] (std::size_t place) -> std::optional<std::int64_t>
    {
        if (place + 4 > frame.size ())
            return std::nullopt;
        return static_cast<std::int64_t> (frame.integer (place, 4, ByteOrder::big));
    };
    for (std::size_t place = kHeaderBytes; place + 8 <= frame.size (); ++place)
    {
        const bool countsFrames = (frame.integer (place + 4, 4, ByteOrder::big) & 1) != 0;
        if ((frame.has (place, "Xing") || frame.has (place, "Info")) && countsFrames)
            return numberAt (place + framesAt);
        if (frame.has (place, "VBRI"))
            return numberAt (place + framesOfVbri);
    }
    return std::optional<std::int64_t> ();
}

} // namespace melstrom
