#include "Engine/Batch/Duplicates/PairSpectra.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace melstrom
{

PairSpectra::PairSpectra ()
{
    for (int i = 0; i < kLength; ++i)
        window_[static_cast<std::size_t> (i)] =
            static_cast<float> (0.5 - 0.5 * std::cos (2 * std::numbers::pi * i / kLength));
    for (int i = 0; i < kLength / 2; ++i)
        roots_[static_cast<std::size_t> (i)] =
            std::complex<float> (std::polar (1.0, -2 * std::numbers::pi * i / kLength));
}

void PairSpectra::transform (const float* first, const float* second, float* firstPower,
                             float* secondPower) noexcept
{
    for (std::size_t i = 0; i < kLength; ++i)
    {
        real_[i] = first[i] * window_[i];
        imaginary_[i] = second[i] * window_[i];
    }
    float *re = real_.data (), *im = imaginary_.data (), *reOut = realOut_.data (),
          *imOut = imaginaryOut_.data ();
    for (std::size_t length = kLength, stride = 1; length > 1; length /= 2, stride *= 2)
    {
        const std::size_t half = length / 2;
        for (std::size_t p = 0; p < half; ++p)
        {
            const float wr = roots_[p * stride].real (), wi = roots_[p * stride].imag ();
            const std::size_t a = stride * p, b = stride * (p + half), to = stride * 2 * p;
            for (std::size_t q = 0; q < stride; ++q)
            {
                const float dr = re[a + q] - re[b + q], di = im[a + q] - im[b + q];
                reOut[to + q] = re[a + q] + re[b + q];
                imOut[to + q] = im[a + q] + im[b + q];
                reOut[to + stride + q] = dr * wr - di * wi;
                imOut[to + stride + q] = dr * wi + di * wr;
            }
        }
        std::swap (re, reOut);
        std::swap (im, imOut);
    }
    for (std::size_t k = 0; k < kNumBins; ++k)
    {
        const std::size_t mirror = (kLength - k) % kLength;
        const float sr = re[k] + re[mirror], si = im[k] - im[mirror];
        const float tr = im[k] + im[mirror], ti = re[mirror] - re[k];
        firstPower[k] = (sr * sr + si * si) / 4;
        secondPower[k] = (tr * tr + ti * ti) / 4;
    }
}

} // namespace melstrom
