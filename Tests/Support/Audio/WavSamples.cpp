#include "Tests/Support/Audio/WavSamples.h"

#include "Tests/Support/FileBytes.h"

#include <cstdint>
#include <stdexcept>
#include <string>

namespace melstrom::testing
{

namespace
{

/** Offset of the chunk's content. */
std::size_t findChunk (const FileBytes& bytes, const std::string& name)
{
    std::size_t at = 12;
    while (bytes.text (at, 4) != name)
    {
        const std::size_t content = bytes.at<std::uint32_t> (at + 4);
        at += 8 + content + content % 2;
    }
    return at + 8;
}

} // namespace

WavSamples readWav (const std::filesystem::path& path)
{
    const FileBytes bytes (path);
    if (bytes.text (0, 4) != "RIFF" || bytes.text (8, 4) != "WAVE")
        throw std::runtime_error (path.string () + " is no WAV file");
    const std::size_t format = findChunk (bytes, "fmt ");
    if (bytes.at<std::uint16_t> (format) != 1 || bytes.at<std::uint16_t> (format + 14) != 16)
        throw std::runtime_error (path.string () + " is not 16-bit PCM");

    WavSamples wav;
    wav.numChannels = bytes.at<std::uint16_t> (format + 2);
    wav.rateHz = bytes.at<std::int32_t> (format + 4);
    const std::size_t data = findChunk (bytes, "data");
    const std::size_t frameBytes = 2 * static_cast<std::size_t> (wav.numChannels);
    const std::size_t numFrames = bytes.at<std::uint32_t> (data - 4) / frameBytes;
    for (std::size_t i = 0; i < numFrames; ++i)
    {
        double sum = 0;
        for (int channel = 0; channel < wav.numChannels; ++channel)
            sum += bytes.at<std::int16_t> (data + i * frameBytes +
                                           2 * static_cast<std::size_t> (channel));
        wav.mean.push_back (sum / wav.numChannels / 32768);
    }
    return wav;
}

} // namespace melstrom::testing
