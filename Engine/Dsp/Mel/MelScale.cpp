#include "Engine/Dsp/Mel/MelBank.h"

#include <cmath>

namespace melstrom
{

namespace
{
// librosa writes the linear part with f_sp = 200/3 and divides; the same operations give the same
// bits.
constexpr double kSlaneyHzPerMel = 200.0 / 3.0;
constexpr double kSlaneyKneeHz = 1000.0;
constexpr double kSlaneyKneeMel = kSlaneyKneeHz / kSlaneyHzPerMel;
const double kSlaneyLogStep = std::log (6.4) / 27.0;
} // namespace

double hzToMel (MelScale scale, double hz) noexcept
{
    switch (scale)
    {
        case MelScale::htk: return 2595.0 * std::log10 (1.0 + hz / 700.0);
        case MelScale::kaldi: return 1127.0 * std::log (1.0 + hz / 700.0);
        case MelScale::slaney: break;
    }
    return hz < kSlaneyKneeHz ? hz / kSlaneyHzPerMel
                              : kSlaneyKneeMel + std::log (hz / kSlaneyKneeHz) / kSlaneyLogStep;
}

double melToHz (MelScale scale, double mel) noexcept
{
    switch (scale)
    {
        case MelScale::htk: return 700.0 * (std::pow (10.0, mel / 2595.0) - 1.0);
        case MelScale::kaldi: return 700.0 * (std::exp (mel / 1127.0) - 1.0);
        case MelScale::slaney: break;
    }
    return mel < kSlaneyKneeMel
               ? kSlaneyHzPerMel * mel
               : kSlaneyKneeHz * std::exp (kSlaneyLogStep * (mel - kSlaneyKneeMel));
}

} // namespace melstrom
