#include "Engine/Batch/Duplicates/MonoSound.h"

#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Batch/Audio/SharedSource.h"
#include "Engine/Batch/Duplicates/SpectralPeaks.h"
#include "Engine/Batch/Duplicates/Stopped.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr std::int64_t kBlockSamples = 1 << 14;

/** The samples of the reader, all channels averaged; its first hour. */
Result<std::vector<float>> readMono (AudioReader& reader, const std::atomic<bool>& stop)
{
    const AudioInfo& info = reader.info ();
    const auto channels = static_cast<std::size_t> (info.numChannels);
    const auto count = std::min (info.numSamples, kFingerprintSamples);
    std::vector<std::byte> stored (kBlockSamples * channels *
                                   static_cast<std::size_t> (bytesPerSample (info.format)));
    std::vector<float> block (kBlockSamples * channels);
    std::vector<float> mono;
    mono.reserve (static_cast<std::size_t> (count));
    for (std::int64_t at = 0; at < count;)
    {
        if (stop)
            return stoppedError ();
        const auto some = std::min (kBlockSamples, count - at);
        MELSTROM_TRY (reader.read (stored.data (), at, some));
        toFloat32 (stored.data (), info.format, block.data (),
                   some * static_cast<std::int64_t> (channels));
        for (std::size_t i = 0; i < static_cast<std::size_t> (some); ++i)
        {
            float sum = 0;
            for (std::size_t channel = 0; channel < channels; ++channel)
                sum += block[i * channels + channel];
            mono.push_back (sum / static_cast<float> (channels));
        }
        at += some;
    }
    return mono;
}

Result<std::unique_ptr<AudioReader>> boxOf (std::unique_ptr<AudioReader> whole, const Box& box)
{
    auto known = box;
    known.recordingSamples = whole->info ().numSamples;
    const auto samples = boxSamplesOf (known, whole->info ().rateHz);
    if (! samples)
        return Error {ErrorCode::truncated, "the box is not inside of the recording", {}};
    return partOf (std::make_shared<SharedSource> (std::move (whole)), samples->first,
                   samples->end - samples->first);
}
} // namespace

Result<std::vector<float>> readMonoSound (std::unique_ptr<ReadableFile> file,
                                          const std::string& path, const std::optional<Box>& box,
                                          const std::atomic<bool>& stop)
{
    MELSTROM_TRY_VALUE (auto reader, openAudioFile (std::move (file), path, {true, true},
                                                    {std::nullopt, &stop, false}));
    if (reader->info ().hasNoSound)
        return Error {ErrorCode::unsupportedFormat, path + ": a video without sound", {}};
    if (box)
    {
        MELSTROM_TRY_VALUE (reader, boxOf (std::move (reader), *box));
    }
    const WantedSound wanted {kFingerprintRateHz, {ResamplerKind::sincHann}};
    MELSTROM_TRY_VALUE (reader, resampled (std::move (reader), wanted));
    return readMono (*reader, stop);
}

} // namespace melstrom
