// Reads the 16-bit WAV files of the golden tests; independent of the engine's readers.
#pragma once

#include <filesystem>
#include <vector>

namespace melstrom::testing
{

struct WavSamples
{
    int rateHz = 0;
    int numChannels = 0;
    std::vector<double> mean; ///< of all channels; full scale is 1
};

/** fails   throws std::runtime_error: missing, not RIFF, not 16-bit PCM */
WavSamples readWav (const std::filesystem::path& path);

} // namespace melstrom::testing
