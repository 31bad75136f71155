#include "Tests/Reference/ReferenceBank.h"

#include <algorithm>
#include <cmath>

namespace melstrom::testing
{

namespace
{

constexpr double kSlaneyHzPerMel = 200.0 / 3.0;
constexpr double kSlaneyBreakHz = 1000.0;
constexpr double kSlaneyBreakMel = kSlaneyBreakHz / kSlaneyHzPerMel;

double slaneyLogStep ()
{
    return std::log (6.4) / 27.0;
}

double topHz (const MelSpec& spec, int rateHz)
{
    return spec.highestHz.value_or (rateHz / 2.0);
}

double hatOf (double lower, double upper)
{
    return std::max (0.0, std::min (lower, upper));
}

/** numBands + 2 corners in Hz, evenly spaced in mel, by the arithmetic of numpy.linspace. */
std::vector<double> cornersHz (const MelSpec& spec, int rateHz)
{
    const double lowMel = referenceHzToMel (spec.melScale, spec.lowestHz);
    const double highMel = referenceHzToMel (spec.melScale, topHz (spec, rateHz));
    const double step = (highMel - lowMel) / (spec.numBands + 1);
    std::vector<double> corners;
    for (int m = 0; m < spec.numBands + 2; ++m)
    {
        const double mel = m == spec.numBands + 1 ? highMel : m * step + lowMel;
        corners.push_back (referenceMelToHz (spec.melScale, mel));
    }
    return corners;
}

Matrix librosaBank (const MelSpec& spec, int rateHz, int fftSamples)
{
    const auto corner = cornersHz (spec, rateHz);
    const double binHz = 1.0 / (fftSamples * (1.0 / rateHz)); // numpy.fft.rfftfreq's rounding
    Matrix bank (spec.numBands, fftSamples / 2 + 1);
    for (int m = 0; m < spec.numBands; ++m)
    {
        const auto c = static_cast<std::size_t> (m);
        const double norm =
            spec.bankNorm == BankNorm::slaney ? 2.0 / (corner[c + 2] - corner[c]) : 1;
        for (std::int64_t k = 0; k < bank.columns; ++k)
        {
            const double hz = static_cast<double> (k) * binHz;
            const double lower = (hz - corner[c]) / (corner[c + 1] - corner[c]);
            const double upper = (corner[c + 2] - hz) / (corner[c + 2] - corner[c + 1]);
            const auto triangle = static_cast<float> (hatOf (lower, upper));
            bank.at (m, k) = static_cast<float> (static_cast<double> (triangle) * norm);
        }
    }
    return bank;
}

/** torch.linspace: each half counts from its own end. PyTorch's builds fuse the multiplication and
    the addition. Two separate roundings would move narrow bands by 1e-5. */
std::vector<float> floatLinspace (float first, float last, int count)
{
    const float step = (last - first) / static_cast<float> (count - 1);
    std::vector<float> points;
    for (int i = 0; i < count; ++i)
        points.push_back (i < count / 2
                              ? std::fma (step, static_cast<float> (i), first)
                              : std::fma (-step, static_cast<float> (count - 1 - i), last));
    return points;
}

float floatMelToHz (MelScale scale, float mel)
{
    if (scale == MelScale::htk)
        return 700.0f * (std::pow (10.0f, mel / 2595.0f) - 1.0f);
    if (scale == MelScale::kaldi)
        return 700.0f * (std::exp (mel / 1127.0f) - 1.0f);
    if (mel < static_cast<float> (kSlaneyBreakMel))
        return static_cast<float> (kSlaneyHzPerMel) * mel;
    const auto logStep = static_cast<float> (slaneyLogStep ());
    return 1000.0f * std::exp (logStep * (mel - static_cast<float> (kSlaneyBreakMel)));
}

Matrix torchaudioBank (const MelSpec& spec, int rateHz, int fftSamples)
{
    const int numBins = fftSamples / 2 + 1;
    const double highestHz = spec.highestHz.value_or (rateHz / 2);
    const auto binHz = floatLinspace (0, static_cast<float> (rateHz / 2), numBins);
    auto corner = floatLinspace (
        static_cast<float> (referenceHzToMel (spec.melScale, spec.lowestHz)),
        static_cast<float> (referenceHzToMel (spec.melScale, highestHz)), spec.numBands + 2);
    for (float& point : corner)
        point = floatMelToHz (spec.melScale, point);

    Matrix bank (spec.numBands, numBins);
    for (int m = 0; m < spec.numBands; ++m)
    {
        const auto c = static_cast<std::size_t> (m);
        const float norm =
            spec.bankNorm == BankNorm::slaney ? 2.0f / (corner[c + 2] - corner[c]) : 1;
        for (int k = 0; k < numBins; ++k)
        {
            const float hz = binHz[static_cast<std::size_t> (k)];
            const float lower = (hz - corner[c]) / (corner[c + 1] - corner[c]);
            const float upper = (corner[c + 2] - hz) / (corner[c + 2] - corner[c + 1]);
            bank.at (m, k) = std::max (0.0f, std::min (lower, upper)) * norm;
        }
    }
    return bank;
}

/** Source: speechbrain/speechbrain 009d7da099, speechbrain/processing/features.py, Filterbank:
    __init__ (mel, hz, band, f_central, all_freqs) and _triangular_filters. Its weight behind the
    next centre, which only rounding makes, is left out. */
Matrix speechbrainBank (const MelSpec& spec, int rateHz, int fftSamples)
{
    const int numBins = fftSamples / 2 + 1;
    const auto allHz = floatLinspace (0, static_cast<float> (rateHz / 2), numBins);
    auto hz = floatLinspace (
        static_cast<float> (referenceHzToMel (spec.melScale, spec.lowestHz)),
        static_cast<float> (referenceHzToMel (spec.melScale, spec.highestHz.value_or (rateHz / 2))),
        spec.numBands + 2);
    for (float& point : hz)
        point = floatMelToHz (spec.melScale, point);
    Matrix bank (spec.numBands, numBins);
    for (int m = 0; m < spec.numBands; ++m)
    {
        const auto c = static_cast<std::size_t> (m);
        const float width = hz[c + 1] - hz[c];
        const float norm = spec.bankNorm == BankNorm::slaney ? 2.0f / (hz[c + 2] - hz[c]) : 1;
        for (int k = 0; k < numBins && allHz[static_cast<std::size_t> (k)] < hz[c + 2]; ++k)
        {
            const float slope = (allHz[static_cast<std::size_t> (k)] - hz[c + 1]) / width;
            bank.at (m, k) = std::max (0.0f, std::min (slope + 1.0f, -slope + 1.0f)) * norm;
        }
    }
    return bank;
}

Matrix kaldiBank (const MelSpec& spec, int rateHz, int fftSamples)
{
    const double lowMel = referenceHzToMel (spec.melScale, spec.lowestHz);
    const double highMel = referenceHzToMel (spec.melScale, topHz (spec, rateHz));
    const double step = (highMel - lowMel) / (spec.numBands + 1);
    Matrix bank (spec.numBands, fftSamples / 2 + 1);
    for (int m = 0; m < spec.numBands; ++m)
    {
        const double left = lowMel + m * step;
        const double centre = lowMel + (m + 1) * step;
        const double right = lowMel + (m + 2) * step;
        double norm = 1;
        if (spec.bankNorm == BankNorm::slaney)
            norm = 2 / (referenceMelToHz (spec.melScale, right) -
                        referenceMelToHz (spec.melScale, left));
        for (int k = 0; 2 * k < fftSamples; ++k) // without the bin at Nyquist; odd sizes have none
        {
            const double mel =
                referenceHzToMel (spec.melScale, static_cast<double> (k) * rateHz / fftSamples);
            if (mel <= left || mel >= right)
                continue;
            const double weight =
                mel <= centre ? (mel - left) / (centre - left) : (right - mel) / (right - centre);
            bank.at (m, k) = static_cast<float> (weight * norm);
        }
    }
    return bank;
}

} // namespace

double referenceHzToMel (MelScale scale, double hz)
{
    if (scale == MelScale::htk)
        return 2595.0 * std::log10 (1.0 + hz / 700.0);
    if (scale == MelScale::kaldi)
        return 1127.0 * std::log (1.0 + hz / 700.0);
    if (hz < kSlaneyBreakHz)
        return hz / kSlaneyHzPerMel;
    return kSlaneyBreakMel + std::log (hz / kSlaneyBreakHz) / slaneyLogStep ();
}

double referenceMelToHz (MelScale scale, double mel)
{
    if (scale == MelScale::htk)
        return 700.0 * (std::pow (10.0, mel / 2595.0) - 1.0);
    if (scale == MelScale::kaldi)
        return 700.0 * (std::exp (mel / 1127.0) - 1.0);
    if (mel < kSlaneyBreakMel)
        return kSlaneyHzPerMel * mel;
    return kSlaneyBreakHz * std::exp (slaneyLogStep () * (mel - kSlaneyBreakMel));
}

Matrix referenceFilterBank (const MelSpec& spec, int rateHz, int fftSamples)
{
    switch (spec.bankStyle)
    {
        case BankStyle::librosa: return librosaBank (spec, rateHz, fftSamples);
        case BankStyle::torchaudio: return torchaudioBank (spec, rateHz, fftSamples);
        case BankStyle::kaldi: return kaldiBank (spec, rateHz, fftSamples);
        case BankStyle::speechbrain: return speechbrainBank (spec, rateHz, fftSamples);
    }
    return {};
}

} // namespace melstrom::testing
