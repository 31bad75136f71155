#include "Engine/Dsp/Mel/DefinedTransform.h"

#include <numbers>

namespace melstrom
{

namespace
{
std::size_t smallestFactor (std::size_t number) noexcept
{
    for (std::size_t factor = 2; factor * factor <= number; ++factor)
        if (number % factor == 0)
            return factor;
    return number;
}
} // namespace

DefinedTransform::DefinedTransform (std::size_t length)
{
    for (std::size_t i = 0; i < length; ++i)
        roots_.push_back (std::polar (1.0, -2 * std::numbers::pi * static_cast<double> (i) /
                                               static_cast<double> (length)));
}

std::vector<DefinedTransform::Complex>
DefinedTransform::spectrumOf (std::span<const double> samples) const
{
    std::vector<Complex> padded (samples.begin (), samples.end ());
    padded.resize (roots_.size ());
    std::vector<Complex> spectrum (roots_.size ()), scratch (roots_.size ());
    transform (padded.data (), 1, roots_.size (), spectrum.data (), scratch);
    return spectrum;
}

std::int64_t DefinedTransform::numProducts (std::size_t length) noexcept
{
    std::size_t sumOfFactors = 0;
    for (std::size_t left = length; left > 1;)
    {
        const std::size_t factor = smallestFactor (left);
        sumOfFactors += factor;
        left /= factor;
    }
    return static_cast<std::int64_t> (length * sumOfFactors);
}

/** Samples are grouped by the remainder of n modulo
    a prime factor p of the length, and each group is transformed in the same way. A prime length is
    summed term by term.
    samples (length) at `stride`      scratch (p)
    source  Cooley & Tukey 1965 */
void DefinedTransform::transform (const Complex* samples, std::size_t stride, std::size_t length,
                                  Complex* spectrum, std::vector<Complex>& scratch) const
{
    if (length == 1)
    {
        spectrum[0] = samples[0];
        return;
    }
    const std::size_t numGroups = smallestFactor (length), groupLength = length / numGroups;
    for (std::size_t group = 0; group < numGroups; ++group)
        transform (samples + group * stride, stride * numGroups, groupLength,
                   spectrum + group * groupLength, scratch);
    const std::size_t rootStep = roots_.size () / length;
    for (std::size_t first = 0; first < groupLength; ++first)
    {
        for (std::size_t group = 0; group < numGroups; ++group)
            scratch[group] = spectrum[group * groupLength + first];
        for (std::size_t bin = first; bin < length; bin += groupLength)
        {
            Complex sum = 0;
            for (std::size_t group = 0; group < numGroups; ++group)
                sum += scratch[group] * roots_[group * bin % length * rootStep];
            spectrum[bin] = sum;
        }
    }
}

} // namespace melstrom
