// Fourier transforms of real signals.
#pragma once

#include <complex>

namespace melstrom
{

/** FFTW's transforms of one even length with small prime factors. Plans are made once a length and
    process. FFTW_ESTIMATE gives the same plan in every run.
    thread  any; several threads may make and use objects
    throws  std::bad_alloc */
class RealFourier
{
public:
    explicit RealFourier (int length);

    /** samples  (length)      spectrum  (length / 2 + 1) */
    void forward (float* samples, std::complex<float>* spectrum) const noexcept;
    /** Without the division by the length. Destroys the spectrum. */
    void inverse (std::complex<float>* spectrum, float* samples) const noexcept;

private:
    void *forward_, *inverse_; ///< plans
};

} // namespace melstrom
