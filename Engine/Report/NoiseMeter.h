// Noise in samples.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace melstrom
{

/** Measures one signal, in pieces of any size; the same pieces give the same bits. Blocks are 20 ms
    long; the power of a block is the mean of x^2 over its samples and channels. A last block that is
    not full does not count. Thread: one at a time.
    Noise: power of the 10th percentile of the blocks that are not all zero. Sound with noise: power
    of the 95th percentile. snrDb is 10 log10 (sound with noise / noise - 1), 0 to 120. It is right
    for noise that is there all the time and sound that pauses in a tenth of the blocks and lasts a
    twentieth. It is near 0 for even sound such as noise or a held tone. */
class NoiseMeter
{
public:
    static constexpr int kLeastBlocks = 20;

    NoiseMeter (int rateHz, int numChannels);

    /** numSamples samples of channel `channel`, one after the other. Every channel gets the same
        samples before the next piece. */
    void add (int channel, const float* samples, std::int64_t numSamples);

    /** empty: fewer than kLeastBlocks blocks with sound */
    std::optional<float> snrDb () const;

private:
    struct Channel
    {
        double blockPower = 0; ///< sum of x^2 of the present block
        std::int64_t inBlock = 0, numBlocks = 0;
    };

    void endBlock (Channel& channel);

    std::int64_t blockSamples_;
    std::vector<Channel> channels_;
    std::vector<float> blockPowers_; ///< of full blocks: sum of x^2 over all channels
};

} // namespace melstrom
