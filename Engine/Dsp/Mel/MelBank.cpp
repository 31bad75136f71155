#include "Engine/Dsp/Mel/MelBank.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace melstrom
{

namespace
{
/** Corner points and bin positions on one axis (Hz, or mel for Kaldi) in the arithmetic T of the
    original. */
template <typename T>
struct Axis
{
    std::vector<T> corners; ///< (bands + 2)
    std::vector<T> bins;    ///< (bins)
};

/** SpeechBrain's triangle over the same corners: both flanks have the width of the lower one. Where
    widths grow by rounding only, a bin behind the upper corner may have a weight of an ulp; it
    counts as 0. */
float evenTriangle (const Axis<float>& axis, std::size_t left, float position)
{
    const float centre = axis.corners[left + 1],
                slope = (position - centre) / (centre - axis.corners[left]);
    return position >= axis.corners[left + 2]
               ? 0.0f
               : std::max (0.0f, std::min (slope + 1.0f, -slope + 1.0f));
}

/** Weight of the triangle over corners left, left + 1, left + 2 at one position. Signs of the
    differences are exact, so at most two neighbouring triangles are above 0 at any position. */
template <typename T>
T triangle (const Axis<T>& axis, std::size_t left, T position)
{
    const T down = (position - axis.corners[left]) / (axis.corners[left + 1] - axis.corners[left]);
    const T up =
        (axis.corners[left + 2] - position) / (axis.corners[left + 2] - axis.corners[left + 1]);
    return std::max (T (0), std::min (down, up));
}

template <typename T, typename Triangle>
void fillWeights (MelBank& bank, const Axis<T>& axis, const Triangle& weightAt)
{
    const auto numBands = static_cast<std::size_t> (bank.numBands);
    const auto numBins = static_cast<std::size_t> (bank.numBins);
    bank.weights.assign (numBands * numBins, 0.0f);
    const auto binAt = [&axis] (auto found)
    { return static_cast<std::size_t> (found - axis.bins.begin ()); };
    for (std::size_t band = 0; band < numBands; ++band)
    {
        // a triangle is 0 outside its corners
        const auto first = binAt (std::ranges::lower_bound (axis.bins, axis.corners[band]));
        const auto end = binAt (std::ranges::upper_bound (axis.bins, axis.corners[band + 2]));
        for (std::size_t bin = first; bin < end; ++bin)
            bank.weights[band * numBins + bin] =
                static_cast<float> (weightAt (axis, band, axis.bins[bin]));
    }
}

/** Slaney's norm: equal area. The product is taken in T and stored as float32, as the originals do.
 */
template <typename T>
void applySlaneyNorm (MelBank& bank, const std::vector<T>& cornersHz)
{
    for (std::size_t band = 0; band < static_cast<std::size_t> (bank.numBands); ++band)
    {
        const T widthHz = cornersHz[band + 2] - cornersHz[band];
        const T norm = widthHz > T (0) ? T (2) / widthHz : T (0); // corners may coincide in float32
        for (std::size_t bin = 0; bin < static_cast<std::size_t> (bank.numBins); ++bin)
        {
            float& weight = bank.weights[band * static_cast<std::size_t> (bank.numBins) + bin];
            weight = static_cast<float> (static_cast<T> (weight) * norm);
        }
    }
}

template <typename T>
void findTwoTaps (MelBank& bank, const Axis<T>& axis)
{
    const auto numBands = static_cast<std::size_t> (bank.numBands);
    const auto numBins = static_cast<std::size_t> (bank.numBins);
    bank.fall.assign (numBins, 0.0f);
    bank.rise.assign (numBins, 0.0f);
    bank.firstBin.assign (numBands + 2, 0);
    for (std::size_t corner = 0; corner < numBands + 2; ++corner)
    {
        const auto at =
            std::lower_bound (axis.bins.begin (), axis.bins.end (), axis.corners[corner]);
        bank.firstBin[corner] = static_cast<int> (at - axis.bins.begin ());
    }
    for (std::size_t interval = 0; interval <= numBands; ++interval)
        for (auto bin = static_cast<std::size_t> (bank.firstBin[interval]);
             bin < static_cast<std::size_t> (bank.firstBin[interval + 1]); ++bin)
        {
            if (interval > 0)
                bank.fall[bin] = bank.weights[(interval - 1) * numBins + bin];
            if (interval < numBands)
                bank.rise[bin] = bank.weights[interval * numBins + bin];
        }
}

/** numpy.linspace: the step times the index, the end exact. */
std::vector<double> evenlySpaced (double first, double last, int count)
{
    std::vector<double> points (static_cast<std::size_t> (count));
    const double step = (last - first) / (count - 1);
    for (int i = 0; i < count; ++i)
        points[static_cast<std::size_t> (i)] = i * step + first;
    points.back () = last;
    return points;
}

/** torch.linspace in float32: the upper half counts down from the end, product and sum rounded
    once. */
std::vector<float> evenlySpacedTorch (float first, float last, int count)
{
    std::vector<float> points (static_cast<std::size_t> (count));
    const float step = (last - first) / static_cast<float> (count - 1);
    for (int i = 0; i < count; ++i)
        points[static_cast<std::size_t> (i)] =
            i < count / 2 ? std::fma (step, static_cast<float> (i), first)
                          : std::fma (-step, static_cast<float> (count - 1 - i), last);
    return points;
}

Axis<double> librosaAxis (const MelGeometry& geometry)
{
    const MelSpec& spec = geometry.spec;
    Axis<double> axis;
    axis.corners =
        evenlySpaced (hzToMel (spec.melScale, spec.lowestHz),
                      hzToMel (spec.melScale, geometry.highestHz), geometry.numBands + 2);
    for (double& corner : axis.corners)
        corner = melToHz (spec.melScale, corner);
    // numpy.fft.rfftfreq (n, 1/rate), operation by operation
    const double binHz = 1.0 / (geometry.fftSamples * (1.0 / geometry.rateHz));
    for (int bin = 0; bin < geometry.numBins; ++bin)
        axis.bins.push_back (bin * binHz);
    return axis;
}

/** torchaudio turns the corner points back into Hz in float32. */
float melToHzFloat (MelScale scale, float mel) noexcept
{
    constexpr float kKneeMel = 15.0f; // Slaney's, at 1 kHz
    switch (scale)
    {
        case MelScale::htk: return 700.0f * (std::pow (10.0f, mel / 2595.0f) - 1.0f);
        case MelScale::kaldi: return 700.0f * (std::exp (mel / 1127.0f) - 1.0f);
        case MelScale::slaney: break;
    }
    if (mel < kKneeMel)
        return static_cast<float> (200.0 / 3.0) * mel;
    return 1000.0f * std::exp (static_cast<float> (std::log (6.4) / 27.0) * (mel - kKneeMel));
}

Axis<float> torchaudioAxis (const MelGeometry& geometry)
{
    const MelSpec& spec = geometry.spec;
    Axis<float> axis;
    axis.corners = evenlySpacedTorch (
        static_cast<float> (hzToMel (spec.melScale, spec.lowestHz)),
        static_cast<float> (hzToMel (spec.melScale, geometry.highestHz)), geometry.numBands + 2);
    for (float& corner : axis.corners)
        corner = melToHzFloat (spec.melScale, corner);
    axis.bins =
        evenlySpacedTorch (0.0f, static_cast<float> (geometry.rateHz / 2), geometry.numBins);
    return axis;
}

Axis<double> kaldiAxis (const MelGeometry& geometry)
{
    const MelSpec& spec = geometry.spec;
    Axis<double> axis;
    axis.corners =
        evenlySpaced (hzToMel (spec.melScale, spec.lowestHz),
                      hzToMel (spec.melScale, geometry.highestHz), geometry.numBands + 2);
    for (int bin = 0; bin < geometry.numBins; ++bin)
        axis.bins.push_back (hzToMel (spec.melScale, static_cast<double> (bin) * geometry.rateHz /
                                                         geometry.fftSamples));
    return axis;
}

template <typename T>
std::vector<T> cornersInHz (const Axis<T>& axis, const MelSpec& spec)
{
    std::vector<T> cornersHz = axis.corners;
    if (spec.bankStyle == BankStyle::kaldi)
        for (T& corner : cornersHz)
            corner = static_cast<T> (melToHz (spec.melScale, corner));
    return cornersHz;
}

template <typename T, typename Triangle>
void build (MelBank& bank, const Axis<T>& axis, const MelSpec& spec, const Triangle& weightAt)
{
    const std::vector<T> cornersHz = cornersInHz (axis, spec);
    bank.centresHz.assign (cornersHz.begin () + 1, cornersHz.end () - 1);
    fillWeights (bank, axis, weightAt);
    if (spec.bankNorm == BankNorm::slaney)
        applySlaneyNorm (bank, cornersHz);
    findTwoTaps (bank, axis);
}
} // namespace

int MelBank::numEmptyBands () const noexcept
{
    int empty = 0;
    for (int band = 0; band < numBands; ++band)
    {
        const auto row = weights.begin () + static_cast<std::ptrdiff_t> (band) * numBins;
        empty +=
            std::all_of (row, row + numBins, [] (float weight) { return weight == 0.0f; }) ? 1 : 0;
    }
    return empty;
}

MelBank makeMelBank (const MelGeometry& geometry)
{
    MelBank bank;
    bank.numBands = geometry.numBands;
    bank.numBins = geometry.numBins;
    switch (geometry.spec.bankStyle)
    {
        case BankStyle::librosa:
            build (bank, librosaAxis (geometry), geometry.spec, triangle<double>);
            break;
        case BankStyle::torchaudio:
            build (bank, torchaudioAxis (geometry), geometry.spec, triangle<float>);
            break;
        case BankStyle::kaldi:
            build (bank, kaldiAxis (geometry), geometry.spec, triangle<double>);
            break;
        case BankStyle::speechbrain:
            build (bank, torchaudioAxis (geometry), geometry.spec, evenTriangle);
            break;
    }
    return bank;
}

std::vector<float> makeDct (int numCoefficients, int numBands, double lifter, DctKind kind)
{
    using std::numbers::pi;
    std::vector<float> matrix;
    matrix.reserve (static_cast<std::size_t> (numCoefficients) *
                    static_cast<std::size_t> (numBands));
    const bool isHtk = kind == DctKind::htk;
    for (int place = 0; place < numCoefficients; ++place)
    {
        const int k = isHtk ? (place + 1) % numCoefficients : place;
        const double norm = std::sqrt ((k == 0 && ! isHtk ? 1.0 : 2.0) / numBands);
        const double lift = lifter > 0 ? 1.0 + 0.5 * lifter * std::sin (pi * k / lifter) : 1.0;
        for (int band = 0; band < numBands; ++band)
            matrix.push_back (
                static_cast<float> (lift * norm * std::cos (pi / numBands * (band + 0.5) * k)));
    }
    return matrix;
}

} // namespace melstrom
