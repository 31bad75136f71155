// How far a right computation in float32 may be from the bands in double.
//
// The ladder (Support/Golden/Ladder.h) measures errors against the frame's largest band. That says enough
// where the largest band sees the loudest bins. It does not where the bank leaves them out, or where
// pre-emphasis took most of the sound away: float32 rounds what is loud, and the transform spreads
// these errors over all bins, those that the bank sees among them. The bound here follows from the
// number and the size of the roundings:
//
// 1. A rounding errs by at most u = 2^-24 of its result, any share of that alike: its variance is
//    u^2/3 of the result's square. Errors are independent, as Higham and Mary 2019 (A new approach
//    to probabilistic rounding error analysis) assume, so variances add up.
// 2. Before the transform each step rounds each sample: the scale, the mean's removal, product and
//    difference of the pre-emphasis, the window and the product with it.
// 3. In the transform, a factor p of its length makes each output from p products and p sums. A
//    complex product of size a has the variance 2 u^2/3 a^2 and its rounded root one more; partial
//    sums have half of the whole's square in the mean. So a factor p adds (3 + p/2) u^2/3 of the
//    frame's energy to each bin. That counts plain sums; fast algorithms round less.
// 4. An error in X[k] is a complex Gaussian number of variance s^2, as it is a sum of many. It is
//    above c s with the probability exp (-c^2): 2e-16 for c = 6, so that not one of 10^10 bins is.
// 5. |X|^2 is then off by at most 2 |X| c s + (c s)^2, sqrt (|X|^2 + e) by c s. A band adds up such
//    errors, weighted; neighbouring bins may err alike, so they are not taken for independent.
// 6. What is off by a share of itself stays so: three roundings a bin and one a partial sum of
//    the band, random; the scale's constant, twice, and the coefficient of pre-emphasis, each the
//    same for all samples.
// 7. What is below 2^-126 loses bits, or is taken for 0: an absolute error in both squares of a bin
//    and in each sum of a band. It is all that is left of a window that leaves nothing, such as two
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

/** Samples and, beside each, the variance of what was rounded on the way to it, in u^2/3. */
struct RoundedSamples
{
    std::vector<double> values, variances;
    double meanVariance = 0; ///< of the mean that was taken away: the same error in every sample

    /** Each value is a result that was rounded `times` times. */
    void round (int times = 1);
};

/** Of frames of one spec. */
class ReferenceRounding
{
public:
    ReferenceRounding (const MelSpec& spec, const ReferenceSizes& sizes, const ReferenceDft& dft,
                       const std::vector<double>& window);

    /** (bands): how far each band of a frame may be off.
        frame   windowed       spectrum  (bins), of the frame       bands  of the frame */
    std::vector<double> ofBands (const RoundedSamples& frame,
                                 const std::vector<std::complex<double>>& spectrum,
                                 const Matrix& bank, const std::vector<double>& bands) const;

private:
    double errorOfBin (const RoundedSamples& frame, double sampleVariance, std::size_t bin) const;

    const MelSpec& spec_;
    double transformVariance_ = 0;    ///< over the frame's energy, in u^2/3
    double shareOfItself_ = 0;        ///< point 6 but for the random part
    double meanGain_ = 1;             ///< of the mean's error in what comes after
    std::vector<double> windowPower_; ///< (bins): of the window's own transform
};

} // namespace melstrom::testing
