// Error bound of a correct float32 computation of bands, against the bands in double.
//
// The ladder (Support/Golden/Ladder.h) measures errors against the frame's largest band. This is
// enough if the largest band contains the loudest bins. It is not enough if the bank leaves the
// loudest bins out, or if pre-emphasis removed most of the energy: float32 rounds relative to the
// loud bins, and the transform spreads these errors over all bins, including those of the bank. The
// bound here follows from the number and the size of the roundings:
//
// 1. A rounding error is uniform and at most u = 2^-24 of its result: its variance is u^2/3 of the
//    result's square. Errors are independent, as Higham and Mary 2019 (A new approach to
//    probabilistic rounding error analysis) assume, so variances add up.
// 2. Before the transform each step rounds each sample: the scale, the mean's removal, product and
//    difference of the pre-emphasis, the window and the product with it.
// 3. In the transform, a factor p of its length makes each output from p products and p sums. A
//    complex product of size a has the variance 2 u^2/3 a^2, and its rounded root of unity adds the
//    same variance again. The squares of partial sums are half of the whole sum's square in the
//    mean. So a factor p adds (3 + p/2) u^2/3 of the frame's energy to each bin. This counts plain
//    sums; fast algorithms round less.
// 4. An error in X[k] is a sum of many errors, so it is a complex Gaussian number of variance s^2.
//    It exceeds c s with the probability exp (-c^2): 2e-16 for c = 6, so none of 10^10 bins is
//    expected to exceed it.
// 5. |X|^2 is then off by at most 2 |X| c s + (c s)^2, sqrt (|X|^2 + e) by c s. A band is the
//    weighted sum of its bins' errors. Errors of neighbouring bins may be equal, so they do not
//    count as independent.
// 6. Relative errors stay relative. Random: three roundings a bin and one a partial sum of the
//    band. Equal for all samples: the scale's constant, twice, and the coefficient of pre-emphasis.
// 7. A number below 2^-126 loses bits or becomes 0: an absolute error in both squares of a bin and
//    in each sum of a band. It is the whole bound for a window whose samples are all 0, such as two
//    samples of Blackman's: 0 in the formula, -1.4e-17 in double.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"
#include "Tests/Reference/ReferenceDft.h"
#include "Tests/Reference/ReferenceFraming.h"
#include "Tests/Reference/ReferenceMatrix.h"

#include <complex>
#include <vector>

namespace melstrom::testing
{

/** Samples and, for each sample, the variance of its rounding errors so far, in u^2/3. */
struct RoundedSamples
{
    std::vector<double> values, variances;
    double meanVariance = 0; ///< of the subtracted mean: the same error in every sample

    /** Adds the variance of `times` roundings of each value. */
    void round (int times = 1);
};

/** Bounds for the frames of one spec. */
class ReferenceRounding
{
public:
    ReferenceRounding (const MelSpec& spec, const ReferenceSizes& sizes, const ReferenceDft& dft,
                       const std::vector<double>& window);

    /** (bands): the largest allowed error of each band of a frame.
        frame   windowed       spectrum  (bins), of the frame       bands  of the frame */
    std::vector<double> ofBands (const RoundedSamples& frame,
                                 const std::vector<std::complex<double>>& spectrum,
                                 const Matrix& bank, const std::vector<double>& bands) const;

private:
    double errorOfBin (const RoundedSamples& frame, double sampleVariance, std::size_t bin) const;

    const MelSpec& spec_;
    double transformVariance_ = 0;    ///< over the frame's energy, in u^2/3
    double shareOfItself_ = 0;        ///< point 6, without the random part
    double meanGain_ = 1;             ///< gain from the mean's error to the steps behind it
    std::vector<double> windowPower_; ///< (bins): of the window's own transform
};

} // namespace melstrom::testing
