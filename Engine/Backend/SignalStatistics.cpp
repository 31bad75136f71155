#include "Engine/Backend/SignalStatistics.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{
/** Joins means and sums of squares pair by pair. Source: Chan, Golub & LeVeque 1979. */
void joinMoments (SignalStatistics& whole)
{
    const std::size_t numFeatures = whole.blocks.front ().mean.size ();
    whole.mean.assign (numFeatures, 0.0);
    whole.deviation.assign (numFeatures, 0.0);
    double count = 0;
    for (const auto& block : whole.blocks)
    {
        const auto added = static_cast<double> (block.numFrames);
        for (std::size_t i = 0; i < numFeatures; ++i)
        {
            const double shift = block.mean[i] - whole.mean[i];
            whole.mean[i] += shift * added / (count + added);
            whole.deviation[i] +=
                block.sumOfSquares[i] + shift * shift * count * added / (count + added);
        }
        count += added;
    }
    for (double& deviation : whole.deviation)
        deviation = count > 1 ? std::sqrt (deviation / (count - 1)) : 0.0;
}

/** As in librosa, the smoother starts from the steady state of a signal of ones. */
void joinSmoother (SignalStatistics& whole, double decay)
{
    std::vector<float> state (whole.blocks.front ().smootherEnd.size (), 1.0f);
    whole.smootherStart.clear ();
    for (const auto& block : whole.blocks)
    {
        whole.smootherStart.push_back (state);
        const double left = std::pow (decay, static_cast<double> (block.numFrames));
        for (std::size_t i = 0; i < state.size (); ++i)
            state[i] = static_cast<float> (left * state[i] + block.smootherEnd[i]);
    }
}
} // namespace

void SignalStatistics::join (double smootherDecay)
{
    if (blocks.empty ())
        return;
    for (const auto& block : blocks)
        maximum = std::max (maximum, block.maximum);
    if (! blocks.front ().mean.empty ())
        joinMoments (*this);
    if (! blocks.front ().smootherEnd.empty ())
        joinSmoother (*this, smootherDecay);
}

} // namespace melstrom
