#include "Engine/Batch/Audio/AudioReader.h"
#include "Tests/Fuzz/FuzzTargets.h"
#include "Tests/Support/Storage/PowerLossStorage.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <sndfile.h>
#include <vector>

namespace melstrom::testing
{

namespace
{
constexpr std::int64_t kMostSamples = 1 << 16; ///< limit per file, over all channels
constexpr std::int64_t kBlockSamples = 1 << 12;

Result<std::unique_ptr<AudioReader>> open (std::string_view bytes, const AudioOptions& options)
{
    DiskImage image;
    image.add ("sound", std::string (bytes));
    PowerLossStorage storage (image, Recording::off); // the open file must not outlive it
    return openAudio (storage, "sound", options);
}

/** Samples of all channels as the reader delivers them; cut to kMostSamples. */
std::vector<std::byte> readAll (AudioReader& reader, std::int64_t& numFrames)
{
    const AudioInfo& info = reader.info ();
    const std::int64_t frameBytes = info.numChannels * bytesPerSample (info.format);
    numFrames = std::min (info.numSamples, kMostSamples / info.numChannels);
    std::vector<std::byte> samples (static_cast<std::size_t> (numFrames * frameBytes));
    const std::int64_t block = std::max<std::int64_t> (1, kBlockSamples / info.numChannels);
    for (std::int64_t first = 0; first < numFrames; first += block)
        if (! reader.read (samples.data () + first * frameBytes, first,
                           std::min (block, numFrames - first)))
        {
            numFrames = first;
            break;
        }
    samples.resize (static_cast<std::size_t> (numFrames * frameBytes));
    return samples;
}

void checkInfo (const AudioInfo& info)
{
    require (info.rateHz > 0 && info.numChannels > 0 && info.numChannels <= kMaxChannels &&
                 info.numSamples > 0,
             "an impossible sound was opened");
}

void checkFinite (const std::vector<std::byte>& samples, SampleFormat format)
{
    if (format != SampleFormat::float32)
        return;
    for (std::size_t at = 0; at + 4 <= samples.size (); at += 4)
    {
        float value;
        std::memcpy (&value, samples.data () + at, sizeof value);
        require (std::isfinite (value), "a sample that is not finite was read");
    }
}

/** A text for libsndfile to read as a file. */
struct Memory
{
    std::string_view bytes;
    sf_count_t at = 0;

    static Memory& of (void* memory) { return *static_cast<Memory*> (memory); }
    static sf_count_t length (void* memory)
    {
        return static_cast<sf_count_t> (of (memory).bytes.size ());
    }
    static sf_count_t seek (sf_count_t offset, int whence, void* memory)
    {
        const sf_count_t from = whence == SEEK_SET   ? 0
                                : whence == SEEK_CUR ? of (memory).at
                                                     : length (memory);
        return of (memory).at = std::clamp<sf_count_t> (from + offset, 0, length (memory));
    }
    static sf_count_t read (void* to, sf_count_t count, void* memory)
    {
        count = std::clamp<sf_count_t> (count, 0, length (memory) - of (memory).at);
        std::memcpy (to, of (memory).bytes.data () + of (memory).at,
                     static_cast<std::size_t> (count));
        of (memory).at += count;
        return count;
    }
    static sf_count_t write (const void*, sf_count_t, void*) { return 0; }
    static sf_count_t tell (void* memory) { return of (memory).at; }
};

/** Samples by libsndfile, as float in [-1, 1) or as stored; empty if it refuses the file. */
std::vector<float> readBySndfile (std::string_view bytes, const AudioInfo& ours,
                                  std::int64_t numFrames)
{
    SF_VIRTUAL_IO calls {&Memory::length, &Memory::seek, &Memory::read, &Memory::write,
                         &Memory::tell};
    Memory memory {bytes};
    SF_INFO info {};
    SNDFILE* const file = sf_open_virtual (&calls, SFM_READ, &info, &memory);
    if (file == nullptr)
        return {};
    const bool isAlike = info.channels == ours.numChannels && info.samplerate == ours.rateHz;
    std::vector<float> samples;
    if (isAlike)
    {
        samples.resize (static_cast<std::size_t> (numFrames * info.channels));
        const sf_count_t count =
            std::max<sf_count_t> (0, sf_readf_float (file, samples.data (), numFrames));
        samples.resize (static_cast<std::size_t> (count * info.channels));
    }
    sf_close (file);
    require (isAlike, "libsndfile finds another rate or other channels");
    return samples;
}

float asFloat (const std::byte* at, SampleFormat format)
{
    std::int32_t wide = 0;
    switch (format)
    {
        case SampleFormat::int16:
        {
            std::int16_t value;
            std::memcpy (&value, at, sizeof value);
            return static_cast<float> (value) / 32768.0f;
        }
        case SampleFormat::float32:
        {
            float value;
            std::memcpy (&value, at, sizeof value);
            return value;
        }
        default: // int24 and int32, aligned to the left
            const std::size_t count = static_cast<std::size_t> (bytesPerSample (format));
            std::memcpy (reinterpret_cast<char*> (&wide) + (4 - count), at, count);
            return static_cast<float> (wide) / 2147483648.0f;
    }
}
} // namespace

void fuzzWav (std::string_view bytes)
{
    const auto reader = open (bytes, {});
    if (! reader)
        return;
    const AudioInfo& info = (*reader)->info ();
    checkInfo (info);
    std::int64_t numFrames = 0;
    const auto samples = readAll (**reader, numFrames);
    checkFinite (samples, info.format);
    // A warning means that the engine applied a rule that libsndfile does not have. Without random
    // access the engine itself used libsndfile.
    if (! info.warnings.empty () || ! info.randomAccess)
        return;
    const auto theirs = readBySndfile (bytes, info, numFrames);
    const auto sampleBytes = static_cast<std::size_t> (bytesPerSample (info.format));
    for (std::size_t i = 0; i < theirs.size (); ++i)
        require (asFloat (samples.data () + i * sampleBytes, info.format) == theirs[i],
                 "libsndfile reads other samples");
}

void fuzzDecoder (std::string_view bytes)
{
    for (const bool isLenient : {false, true})
    {
        const auto reader = open (bytes, {isLenient, isLenient});
        if (! reader)
            continue;
        checkInfo ((*reader)->info ());
        std::int64_t numFrames = 0;
        checkFinite (readAll (**reader, numFrames), (*reader)->info ().format);
    }
}

} // namespace melstrom::testing
