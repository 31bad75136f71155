#include "Engine/Batch/Audio/Containers/Container.h"

namespace melstrom
{
namespace
{

/** A frame header of MPEG audio: 11 bits of sync, then version, layer, bit rate and sample rate,
   none of them reserved; free format counts. Source: ISO 11172-3, 2.4.2.3. */
bool isMpegFrame (HeaderBytes front) noexcept
{
    if (front.size () < 4)
        return false;
    const auto word = front.integer (0, 4, ByteOrder::big);
    const auto bits = [word] (int shift, unsigned mask) { return (word >> shift) & mask; };
    return bits (21, 0x7FF) == 0x7FF && bits (19, 3) != 1 && bits (17, 3) != 0 &&
           bits (12, 15) != 15 && bits (10, 3) != 3;
}

/** The header of an ADTS frame: 12 bits of sync, layer 0, a rate from the table, a length that
    holds the header. Source: ISO 13818-7, 6.2.1. */
bool isAdtsFrame (HeaderBytes front) noexcept
{
    constexpr std::size_t headerBytes = 7;
    if (front.size () < headerBytes)
        return false;
    const auto word = front.integer (0, 7, ByteOrder::big);
    const auto bits = [word] (int shift, unsigned mask) { return (word >> shift) & mask; };
    // of 56 bits
    return bits (44, 0xFFF) == 0xFFF && bits (41, 3) == 0 && bits (34, 15) < 13 &&
           bits (13, 0x1FFF) >= headerBytes;
}

/** The first box of a file in the MPEG-4 family, old QuickTime too. Source: ISO 14496-12, 4.2. */
bool isBox (HeaderBytes front) noexcept
{
    for (const std::string_view type :
         {"ftyp", "moov", "mdat", "wide", "free", "skip", "pnot", "styp"})
        if (front.has (4, type))
            return true;
    return false;
}

bool isWave (HeaderBytes front) noexcept
{
    const bool family = front.has (0, "RIFF") || front.has (0, "RIFX") || front.has (0, "RF64") ||
                        front.has (0, "BW64");
    return family && front.has (8, "WAVE");
}

} // namespace

Container containerOf (HeaderBytes front) noexcept
{
    if (isWave (front))
        return Container::wav;
    if (front.has (0, "fLaC"))
        return Container::flac;
    if (front.has (0, "OggS"))
        return Container::ogg;
    if (front.has (0, "FORM") && (front.has (8, "AIFF") || front.has (8, "AIFC")))
        return Container::aiff;
    if (front.has (0, ".snd") || front.has (0, "dns."))
        return Container::au;
    if (front.has (0, "caff"))
        return Container::caf;
    if (front.has (0, "riff\x2E\x91\xCF\x11"))
        return Container::wave64;
    if (front.has (0, "NIST_1A"))
        return Container::nist;
    if (front.has (0, "ID3") || isMpegFrame (front))
        return Container::mpeg;
    if (front.has (0, "\x1A\x45\xDF\xA3"))
        return Container::matroska;
    if (front.has (0, std::string_view (
                          "\x30\x26\xB2\x75\x8E\x66\xCF\x11\xA6\xD9\0\xAA\0\x62\xCE\x6C", 16)))
        return Container::asf;
    if (front.has (0, "#!AMR\n") || front.has (0, "#!AMR-WB\n"))
        return Container::amr;
    if (isAdtsFrame (front))
        return Container::aac;
    if (isBox (front))
        return Container::mp4;
    return Container::unknown;
}

std::string_view containerName (Container container) noexcept
{
    switch (container)
    {
        case Container::wav: return "WAV";
        case Container::wave64: return "W64";
        case Container::aiff: return "AIFF";
        case Container::au: return "AU";
        case Container::caf: return "CAF";
        case Container::nist: return "NIST";
        case Container::flac: return "FLAC";
        case Container::ogg: return "Ogg";
        case Container::mpeg: return "MPEG";
        case Container::mp4: return "MP4";
        case Container::matroska: return "Matroska";
        case Container::asf: return "ASF";
        case Container::amr: return "AMR";
        case Container::aac: return "AAC";
        case Container::unknown: break;
    }
    return "unknown";
}

} // namespace melstrom
