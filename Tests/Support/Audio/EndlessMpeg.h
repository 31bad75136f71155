// Long MPEG sounds without a declared length.
#pragma once

#include "Tests/Support/TemporaryFolder.h"

#include <cstdint>
#include <fstream>
#include <string>

namespace melstrom::testing
{

inline constexpr int kSilentMpegRateHz = 44100;
inline constexpr std::int64_t kSilentMpegFrameSamples = 1152;

/** Frames of MPEG-1 layer III, stereo, 128 kbit/s, whose side information says that nothing
    follows: silence, and no header that states a length. Returns the path. */
inline std::string silentMpeg (const TemporaryFolder& folder, const std::string& name,
                               double seconds)
{
    constexpr std::size_t kFrameBytes = 144 * 128000 / kSilentMpegRateHz;
    std::string frame (kFrameBytes, '\0');
    frame.replace (0, 3, "\xff\xfb\x90");
    const auto numFrames =
        static_cast<std::int64_t> (seconds * kSilentMpegRateHz / kSilentMpegFrameSamples);
    const auto path = folder.file (name);
    std::ofstream file (path, std::ios::binary);
    for (std::int64_t n = 0; n < numFrames; ++n)
        file << frame;
    return path;
}

} // namespace melstrom::testing
