// Peak, DC, clipping and silence of samples, as they are stored.
#pragma once

#include "Engine/Batch/Statistics/SoundRecord.h"
#include "Engine/Core/SampleFormat.h"

#include <cstddef>
#include <vector>

namespace melstrom
{

/** Measures one signal, in pieces of any size; the pieces do not change the result. Blocks are 20 ms
    long; the power of a block is the mean of x^2 over its samples and channels. A last block that is
    not full counts if nothing else is there. Thread: one at a time.
    Clipped: at least kClippedRun samples of one channel in a row, each at +full scale or each at
    -full scale: |x| >= 32767 / 32768. */
class SoundTally
{
public:
    static constexpr double kSilenceDb = -60; ///< below full scale, as the power of a block
    static constexpr int kClippedRun = 3;

    SoundTally (int rateHz, int numChannels, SampleFormat format);

    /** numSamples samples of all channels, interleaved; any address. */
    void add (const void* samples, std::int64_t numSamples);

    SoundRecord record (); ///< call once

private:
    struct Channel
    {
        std::int64_t sum = 0; ///< of int16 samples
        double floatSum = 0;  ///< of other samples
        int runSign = 0;      ///< of the present run at full scale; 0: none
        std::int64_t runLength = 0;
    };

    void addWhole (const std::byte* samples, std::int64_t numSamples);
    void addInt16 (const std::int16_t* samples, std::int64_t numSamples);
    void addFloat (const float* samples, std::int64_t numSamples);
    template <typename T>
    void countClipped (const T* samples, std::int64_t numSamples, T fullScale);
    double silentPower (std::int64_t numSamples) const;

    const SampleFormat format_;
    const std::int64_t blockSamples_;
    const std::size_t frameBytes_;
    std::vector<Channel> channels_;
    std::vector<std::byte> pending_; ///< samples of a block that is not full
    std::vector<float> floats_;
    float peak_ = 0;
    std::int64_t numSamples_ = 0, numClipped_ = 0, numBlocks_ = 0, numSilent_ = 0;
};

} // namespace melstrom
