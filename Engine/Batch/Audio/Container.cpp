#include "Engine/Batch/Audio/Container.h"

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
        case Container::unknown: break;
    }
    return "unknown";
}

} // namespace melstrom
