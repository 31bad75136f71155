// Rows of a batch for a tap's sound, read from a file of two channels.
#pragma once

#include "Engine/Batch/Run/Extract.h"
#include "Engine/Live/Tap/MelTap.h"
#include "Tests/Support/Audio/WavBuilder.h"
#include "Tests/Support/Files/MemoryStorage.h"

#include <bit>
#include <stdexcept>
#include <string>
#include <vector>

namespace melstrom::testing
{

/** A WAV of float32. */
inline std::string stereoWav (int rateHz, const std::vector<float>& left,
                              const std::vector<float>& right)
{
    std::string data;
    for (std::size_t i = 0; i < left.size (); ++i)
        for (const float sample : {left[i], right[i]})
            data += littleEndian (std::bit_cast<std::uint32_t> (sample), 4);
    return wav ({.formatTag = 3,
                 .numChannels = 2,
                 .rateHz = static_cast<std::uint32_t> (rateHz),
                 .bits = 32},
                data);
}

/** All rows of samples [first, end) of a file, by the display's spec. A batch cannot compute the
    difference of two channels: throws in this case, and on an error of the batch. */
inline std::vector<float> tapRowsOfFile (const TapSettings& settings, int rateHz,
                                         const std::vector<float>& left,
                                         const std::vector<float>& right, std::int64_t first,
                                         std::int64_t end)
{
    MelSpec spec = MelStream::streamable (settings.spec, true);
    const bool isMean = settings.mix == TapMix::sum || settings.mix == TapMix::mid;
    if (settings.mix == TapMix::side)
        throw std::logic_error ("a batch has no such mix");
    spec.channels = isMean ? ChannelMode::mean : ChannelMode::one;
    spec.channelIndex = settings.mix == TapMix::right ? 1 : 0;
    MemoryStorage storage;
    storage.addFile ("/sound.wav", stereoWav (rateHz, {left.begin () + first, left.begin () + end},
                                              {right.begin () + first, right.begin () + end}));
    const auto backend = makeCpuBackend (1);
    const auto extracted = extractFile (storage, **backend, spec, "/sound.wav", {});
    if (! extracted)
        throw std::runtime_error (extracted.error ().message);
    return extracted->values ();
}

} // namespace melstrom::testing
