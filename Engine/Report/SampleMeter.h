// Peak, DC, clipping, silence and noise of samples.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace melstrom
{

struct SampleFacts
{
    float peak = 0;     ///< largest |x| of all channels; full scale is 1
    float dcOffset = 0; ///< mean of the channel whose mean is farthest from 0, with its sign
    std::int64_t numClipped = 0; ///< samples in runs at full scale, over all channels
    float silentRatio = 0;       ///< share of the blocks below kSilenceDb; 1 without a sample
    std::optional<float> snrDb;  ///< estimate; empty: fewer than kLeastBlocks blocks with sound

    bool operator== (const SampleFacts&) const = default;
};

/** Measures one signal, in pieces of any size; the same pieces give the same bits. Blocks are 20 ms
    long; the power of a block is the mean of x^2 over its samples and channels. A last block
    that is not full counts if nothing else is there. Thread: one at a time.
    Clipped: at least kClippedRun samples of one channel in a row, each at +full scale or each at
    -full scale: |x| >= 32767 / 32768.
    Noise: power of the 10th percentile of the blocks that are not all zero. Sound with noise: power
    of the 95th percentile. snrDb is 10 log10 (sound with noise / noise - 1), 0 to 120. It is right
    for noise that is there all the time and sound that pauses in a tenth of the blocks and lasts a
    twentieth. It is near 0 for even sound such as noise or a held tone. */
class SampleMeter
{
public:
    static constexpr double kSilenceDb = -60; ///< below full scale, as the power of a block
    static constexpr int kClippedRun = 3;
    static constexpr int kLeastBlocks = 20;

    SampleMeter (int rateHz, int numChannels);

    /** numSamples samples of channel `channel`, one after the other. Every channel gets the same
        samples before the next piece. */
    void add (int channel, const float* samples, std::int64_t numSamples);

    SampleFacts facts () const;

private:
    struct Channel
    {
        double sum = 0;
        std::int64_t numSamples = 0;
        float peak = 0;
        int runSign = 0; ///< of the present run at full scale; 0: none
        std::int64_t runLength = 0;
        std::int64_t numClipped = 0;
        double blockPower = 0; ///< sum of x^2 of the present block
        std::int64_t inBlock = 0, numBlocks = 0;
    };

    void addWithinBlock (Channel& channel, const float* samples, std::int64_t numSamples);
    static void countClipped (Channel& channel, const float* samples, std::int64_t numSamples);
    void endBlock (Channel& channel);

    std::int64_t blockSamples_;
    std::vector<Channel> channels_;
    std::vector<float> blockPowers_; ///< of full blocks: sum of x^2 over all channels
};

} // namespace melstrom
