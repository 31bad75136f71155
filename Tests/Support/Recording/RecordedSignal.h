// A signal in which every sample tells its place, and the recordings of it.
#pragma once

#include "Engine/Recording/Recorder.h"

#include <cstdint>
#include <string>
#include <vector>

namespace melstrom::testing
{

/** A 24-bit value below full scale, never 0; a hash of both. */
float recordedSample (std::int64_t position, int channel) noexcept;

/** Blocks of recordedSample for Recorder::write. */
class SignalBlock
{
public:
    SignalBlock (int numChannels, int numSamples);
    void fill (std::int64_t position);
    std::vector<float>& channel (int index) { return samples_[static_cast<std::size_t> (index)]; }
    const float* const* pointers () const noexcept { return pointers_.data (); }

private:
    std::vector<std::vector<float>> samples_;
    std::vector<const float*> pointers_;
};

/** Writes the signal from `first` to `end` in blocks, at the device's positions. */
void writeSignal (Recorder& recorder, int numChannels, std::int64_t first, std::int64_t end,
                  int blockSamples = 512);

/** A file as openAudio reads it. */
struct ReadRecording
{
    int rateHz = 0, numChannels = 0;
    std::int64_t numSamples = 0;
    std::vector<float> samples; ///< interleaved
    std::vector<std::string> warnings;
};

/** Throws std::runtime_error with the reader's error. */
ReadRecording readRecording (Storage& storage, const std::string& path);

/** The first sample that is neither that of the signal nor, inside a gap, 0; -1 if there is none. */
std::int64_t firstWrongSample (const ReadRecording& read,
                               const std::vector<RecordingGap>& gaps = {});

} // namespace melstrom::testing
