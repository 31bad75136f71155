#include "Engine/Realtime/Effects/Oversampling.h"

#include "Engine/Realtime/Effects/SmoothedValue.h"

#include <cmath>
#include <numbers>

namespace melstrom
{

template <std::size_t kSections>
std::array<float, kSections> halfBandCoefficients (double transition)
{
    constexpr int kOrder = 2 * static_cast<int> (kSections) + 1;
    constexpr int kTerms = 8; // of theta series with terms below q^(n^2), q < 0.3
    const double side = std::tan ((1 - 2 * transition) * std::numbers::pi / 4);
    const double k = side * side;
    const double root = std::pow (1 - k * k, 0.25);
    const double e = 0.5 * (1 - root) / (1 + root), e4 = e * e * e * e;
    const double q = e * (1 + e4 * (2 + e4 * (15 + 150 * e4)));

    std::array<float, kSections> coefficients {};
    for (std::size_t section = 0; section < kSections; ++section)
    {
        const double angle = static_cast<double> (section + 1) * std::numbers::pi / kOrder;
        double above = 0, below = 0.5;
        for (int n = 0; n < kTerms; ++n)
        {
            const double sign = n % 2 == 0 ? 1 : -1;
            above += sign * std::pow (q, n * (n + 1)) * std::sin ((2 * n + 1) * angle);
            if (n > 0)
                below += sign * std::pow (q, n * n) * std::cos (2 * n * angle);
        }
        const double ratio = std::pow (q, 0.25) * above / below, square = ratio * ratio;
        const double x = std::sqrt ((1 - square * k) * (1 - square / k)) / (1 + square);
        coefficients[section] = static_cast<float> ((1 - x) / (1 + x));
    }
    return coefficients;
}

template <std::size_t kSections>
void HalfBand<kSections>::pass (StereoSample& even, StereoSample& odd) noexcept
{
    std::array<StereoSample, 2> values {even, odd};
    for (std::size_t section = 0; section < kSections; ++section)
    {
        const float c = coefficients_[section];
        const StereoSample in = values[section % 2], inBefore = states_[section],
                           outBefore = states_[section + 2];
        states_[section] = in;
        values[section % 2] = {flushed (c * (in.left - outBefore.left) + inBefore.left),
                               flushed (c * (in.right - outBefore.right) + inBefore.right)};
    }
    states_[kSections] = values[kSections % 2];
    states_[kSections + 1] = values[(kSections + 1) % 2];
    even = values[0];
    odd = values[1];
}

template <std::size_t kSections>
std::array<StereoSample, 2> HalfBand<kSections>::up (StereoSample in) noexcept
{
    std::array<StereoSample, 2> out {in, in};
    pass (out[0], out[1]);
    return out;
}

template <std::size_t kSections>
StereoSample HalfBand<kSections>::down (StereoSample first, StereoSample second) noexcept
{
    pass (second, first);
    return {0.5f * (first.left + second.left), 0.5f * (first.right + second.right)};
}

void Oversampling::reset () noexcept
{
    up2_.reset ();
    up4_.reset ();
    up8_.reset ();
    down2_.reset ();
    down4_.reset ();
    down8_.reset ();
}

Oversampling::Samples Oversampling::up (StereoSample in) noexcept
{
    Samples out;
    std::size_t place = 0;
    for (const StereoSample half : up2_.up (in))
        for (const StereoSample quarter : up4_.up (half))
            for (const StereoSample eighth : up8_.up (quarter))
                out[place++] = eighth;
    return out;
}

StereoSample Oversampling::down (const Samples& in) noexcept
{
    const auto quarter = [&] (std::size_t first) { return down8_.down (in[first], in[first + 1]); };
    std::array<StereoSample, 4> quarters;
    for (std::size_t place = 0; place < 4; ++place)
        quarters[place] = quarter (2 * place);
    const StereoSample early = down4_.down (quarters[0], quarters[1]);
    const StereoSample late = down4_.down (quarters[2], quarters[3]);
    return down2_.down (early, late);
}

template std::array<float, 8> halfBandCoefficients<8> (double);
template std::array<float, 3> halfBandCoefficients<3> (double);
template std::array<float, 2> halfBandCoefficients<2> (double);

} // namespace melstrom
