// Integrated loudness of a signal.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace melstrom
{

/** Two second-order sections in a row: b0, b1, b2, a1, a2 of each, with a0 = 1. */
struct KWeighting
{
    std::array<double, 5> shelf, highPass;
};

/** ITU-R BS.1770's filter at any rate, from its prototypes at 48 kHz.
    source  ITU-R BS.1770-4, annex 1; prototypes as in libebur128 1.2.6, filter design by Brecht De
            Man, "Evaluation of implementations of the EBU R128 loudness measurement" 2018 */
KWeighting kWeightingAt (int rateHz) noexcept;

/** Programme loudness in LUFS, in pieces of any size; the pieces do not change the result. Blocks
    of 400 ms every 100 ms, gates at -70 LUFS and at 10 LU below the mean of the blocks above that.
    Channels: one or two with weight 1; four, five and six as L R Ls Rs, L R C Ls Rs and L R C LFE Ls
    Rs with weights 1.41 for Ls and Rs and 0 for LFE. Of other numbers the first six count as six.
    Rates below kLeastRateHz: the shelf of the filter has its middle at 1682 Hz, above half of such a
    rate, and the filter is another one or unstable. libebur128 1.2.6 refuses rates below 16 Hz, and
    gives infinity or up to +286 LUFS for noise at -25 dBFS at many rates from there to 3363 Hz.
    bound   0.001 LU against libebur128 (LoudnessTests)
    thread  one at a time
    source  EBU R 128 (2020), EBU Tech 3341, ITU-R BS.1770-4 */
class LoudnessMeter
{
public:
    static constexpr int kLeastRateHz = 3364; ///< twice 1682 Hz

    LoudnessMeter (int rateHz, int numChannels);

    /** numSamples samples of channel `channel`. Every channel gets the same samples before the next
        piece. */
    void add (int channel, const float* samples, std::int64_t numSamples);

    /** Call once, after the last piece. Empty: the signal is shorter than 400 ms, no block is above
        -70 LUFS, or the rate is below kLeastRateHz. */
    std::optional<double> finish ();

private:
    struct Channel
    {
        double weight = 1;
        std::vector<float> samples; ///< the end of the tile before, then the present tile
        std::int64_t numInTile = 0;
        std::size_t firstStep = 0; ///< of the present tile
    };

    void measureTile (Channel& channel);

    bool hasWeighting_; ///< false: nothing else is used
    KWeighting filter_;
    std::int64_t stepSamples_, warmUpSamples_, tileSamples_;
    std::int64_t numSamples_ = 0; ///< of channel 0
    std::vector<Channel> channels_;
    std::vector<double> stepEnergies_; ///< weighted sums of squares of 100 ms each
};

} // namespace melstrom
