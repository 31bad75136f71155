// Power spectra of frames, two frames a transform.
#pragma once

#include <array>
#include <complex>
#include <vector>

namespace melstrom
{

/** A complex FFT of kLength points, whose real and imaginary parts are two real frames. Source:
    Stockham 1966. Thread: one. */
class PairSpectra
{
public:
    static constexpr int kLength = 512;
    static constexpr int kNumBins = kLength / 2;

    PairSpectra ();

    /** Power of bins 0 .. kNumBins - 1 of two frames under a Hann window.
        first, second  (kLength) samples      powers  two of (kNumBins) */
    void transform (const float* first, const float* second, float* firstPower,
                    float* secondPower) noexcept;

private:
    std::array<float, kLength> window_ {};
    std::array<std::complex<float>, kLength / 2> roots_ {};
    std::array<float, kLength> real_ {}, imaginary_ {}, realOut_ {}, imaginaryOut_ {};
};

} // namespace melstrom
