#include "Engine/Dsp/Voice/TiltGain.h"

#include "Engine/Dsp/Voice/FixedPhase.h"

#include <cmath>

namespace melstrom
{

TiltGains tiltGains (const PartialTable& table, double sampleRateHz) noexcept
{
    constexpr double kTiltStep = 1 / (kTiltsPerDb * kDbPerTiltExponent);
    std::array<double, kNumTilts> powers {};
    for (const Partial& partial : table.partials)
    {
        const double ratio = std::ldexp (static_cast<double> (partial.ratio), -kCoefficientBits);
        const auto fade = static_cast<double> (
            nyquistFade (static_cast<float> (ratio * kTiltReferenceHz / sampleRateHz)));
        const double amplitude = static_cast<double> (partial.amplitude) * fade;
        if (amplitude == 0)
            continue;
        const double growth = std::pow (ratio, 2 * kTiltStep);
        double power =
            amplitude * amplitude * std::pow (growth, -static_cast<double> (kNumTilts / 2));
        for (double& sum : powers)
        {
            sum += power;
            power *= growth;
        }
    }
    TiltGains gains {};
    const double plain = powers[kNumTilts / 2];
    for (std::size_t i = 0; i < gains.size (); ++i)
        if (plain > 0 && powers[i] > 0)
            gains[i] = static_cast<float> (0.5 * std::log2 (plain / powers[i]));
    return gains;
}

} // namespace melstrom
