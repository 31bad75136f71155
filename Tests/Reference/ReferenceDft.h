// The discrete Fourier transform of any length, in double.
#pragma once

#include <complex>
#include <vector>

namespace melstrom::testing
{

/** Splits the length into its prime factors; a prime costs its square. */
class ReferenceDft
{
public:
    explicit ReferenceDft (int length);

    /** X[k] = sum x[n] exp (-2 pi i k n / length) for k = 0 .. length/2.
        x   as long as the transform, or shorter: zeros follow */
    std::vector<std::complex<double>> halfSpectrum (const std::vector<double>& x) const;

private:
    std::vector<std::complex<double>> transform (const std::vector<double>& x, int first,
                                                 int stride, int length) const;

    std::vector<std::complex<double>> roots_; // exp (-2 pi i k / length)
};

} // namespace melstrom::testing
