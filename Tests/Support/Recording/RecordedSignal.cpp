#include "Tests/Support/Recording/RecordedSignal.h"

#include "Engine/Batch/Audio/AudioReader.h"
#include "Tests/Support/Storage/Random.h"

#include <algorithm>
#include <stdexcept>

namespace melstrom::testing
{

float recordedSample (std::int64_t position, int channel) noexcept
{
    Random random (static_cast<std::uint64_t> (position) * 64 +
                   static_cast<std::uint64_t> (channel));
    const auto steps = static_cast<std::int32_t> (random.below (0x1000000)) - 0x800000;
    return static_cast<float> (steps == 0 ? 1 : steps) * 0x1p-23f;
}

SignalBlock::SignalBlock (int numChannels, int numSamples)
    : samples_ (static_cast<std::size_t> (numChannels),
                std::vector<float> (static_cast<std::size_t> (numSamples)))
{
    for (const auto& samples : samples_)
        pointers_.push_back (samples.data ());
}

void SignalBlock::fill (std::int64_t position)
{
    for (std::size_t channel = 0; channel < samples_.size (); ++channel)
        for (std::size_t n = 0; n < samples_[channel].size (); ++n)
            samples_[channel][n] = recordedSample (position + static_cast<std::int64_t> (n),
                                                   static_cast<int> (channel));
}

void writeSignal (Recorder& recorder, int numChannels, std::int64_t first, std::int64_t end,
                  int blockSamples)
{
    SignalBlock block (numChannels, blockSamples);
    for (auto at = first; at < end; at += blockSamples)
    {
        block.fill (at);
        recorder.write (block.pointers (),
                        static_cast<int> (std::min<std::int64_t> (blockSamples, end - at)), at);
    }
}

ReadRecording readRecording (Storage& storage, const std::string& path)
{
    auto reader = openAudio (storage, path, {});
    if (! reader)
        throw std::runtime_error (reader.error ().message);
    const auto& info = (*reader)->info ();
    ReadRecording read {info.rateHz, info.numChannels, info.numSamples, {}, info.warnings};
    const auto count = info.numSamples * info.numChannels;
    read.samples.resize (static_cast<std::size_t> (count));
    std::vector<char> bytes (static_cast<std::size_t> (count * bytesPerSample (info.format)));
    if (auto done = (*reader)->read (bytes.data (), 0, info.numSamples); ! done)
        throw std::runtime_error (done.error ().message);
    toFloat32 (bytes.data (), info.format, read.samples.data (), count);
    return read;
}

std::int64_t firstWrongSample (const ReadRecording& read, const std::vector<RecordingGap>& gaps)
{
    auto gap = gaps.begin ();
    for (std::int64_t at = 0; at < read.numSamples; ++at)
    {
        while (gap != gaps.end () && at >= gap->position + gap->numSamples)
            ++gap;
        const bool isInGap = gap != gaps.end () && at >= gap->position;
        for (int channel = 0; channel < read.numChannels; ++channel)
        {
            const float expected = isInGap ? 0.0f : recordedSample (at, channel);
            if (read.samples[static_cast<std::size_t> (at * read.numChannels + channel)] !=
                expected)
                return at;
        }
    }
    return -1;
}

} // namespace melstrom::testing
