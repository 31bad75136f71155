// The discrete Fourier transform by its definition, in double.
#pragma once

#include <complex>
#include <cstdint>
#include <span>
#include <vector>

namespace melstrom
{

/** X[k] = sum of x[n] exp (-2 pi i n k / length), for any length >= 1. Shares nothing with the
    transforms of the backends. Thread: any. */
class DefinedTransform
{
public:
    using Complex = std::complex<double>;

    explicit DefinedTransform (std::size_t length);

    /** (length): all X[k].
        samples (at most length); the others are 0 */
    std::vector<Complex> spectrumOf (std::span<const double> samples) const;
    /** Number of products that spectrumOf sums: length times the sum of its prime factors. */
    static std::int64_t numProducts (std::size_t length) noexcept;

private:
    void transform (const Complex* samples, std::size_t stride, std::size_t length,
                    Complex* spectrum, std::vector<Complex>& scratch) const;

    std::vector<Complex> roots_; ///< (length): exp (-2 pi i k / length)
};

} // namespace melstrom
