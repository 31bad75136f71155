// Fourier series and other lists of amplitudes.
#include "Engine/Dsp/Voice/PartialTable.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

namespace melstrom
{
namespace
{
constexpr double kPi = std::numbers::pi;

/** Fourier series; amplitude (h) is the amplitude of the h-th sine. */
template <typename Amplitude>
HarmonicSpectrum series (int numPartials, Amplitude amplitude)
{
    HarmonicSpectrum spectrum;
    for (int h = 1; h <= numPartials; ++h)
    {
        spectrum.ratios.push_back (h);
        spectrum.amplitudes.push_back (amplitude (h));
    }
    return spectrum;
}

HarmonicSpectrum withPowerOfSine (HarmonicSpectrum spectrum)
{
    double squares = 0;
    for (const double amplitude : spectrum.amplitudes)
        squares += amplitude * amplitude;
    for (double& amplitude : spectrum.amplitudes)
        amplitude /= std::sqrt (squares);
    return spectrum;
}

/** The nine drawbars of a tonewheel organ (16', 5 1/3', 8', 4', 2 2/3', 2', 1 3/5', 1 1/3', 1'),
    drawn 8 4 8 7 5 6 3 2 4. A step is 3 dB. */
HarmonicSpectrum organ (int numPartials)
{
    constexpr double ratios[] {0.5, 1, 1.5, 2, 3, 4, 5, 6, 8};
    constexpr int drawn[] {8, 8, 4, 7, 5, 6, 3, 2, 4};
    HarmonicSpectrum spectrum;
    for (std::size_t i = 0; i < std::size (ratios); ++i)
        if (ratios[i] <= numPartials)
        {
            spectrum.ratios.push_back (ratios[i]);
            spectrum.amplitudes.push_back (std::pow (10.0, 3.0 * (drawn[i] - 8) / 20.0));
        }
    return withPowerOfSine (std::move (spectrum));
}

/** 1/h times four formants of a sung "a", Gaussians one harmonic wide, over a floor of -30 dB.
    Formants lie at harmonics, not at frequencies: the vowel moves with the pitch.
    Source of formants and levels: Csound manual, "Formant Values", soprano "a"; at 220 Hz. */
double choirAmplitude (int h)
{
    constexpr double formantsHz[] {800, 1150, 2900, 3900}, levelsDb[] {0, -6, -32, -20};
    double gain = std::pow (10.0, -30.0 / 20.0);
    for (std::size_t i = 0; i < std::size (formantsHz); ++i)
    {
        const double distance = h - formantsHz[i] / 220.0;
        gain += std::pow (10.0, levelsDb[i] / 20.0) * std::exp (-distance * distance);
    }
    return gain / h;
}

/** Partials of a church bell from the hum up, with amplitudes exp (-ratio / 3): a soft strike, with
    weak high partials.
    Source of the ratios: Fletcher and Rossing 1998, The Physics of Musical Instruments, table
    21.1. */
HarmonicSpectrum bell (int numPartials)
{
    constexpr double ratios[] {0.5,   1.0,   1.183, 1.506, 2.0,   2.514,
                               2.662, 3.011, 4.166, 5.433, 6.796, 8.215};
    HarmonicSpectrum spectrum;
    const auto count = std::min (std::size (ratios), static_cast<std::size_t> (numPartials));
    for (std::size_t i = 0; i < count; ++i)
    {
        spectrum.ratios.push_back (ratios[i]);
        spectrum.amplitudes.push_back (std::exp (-ratios[i] / 3.0));
    }
    return withPowerOfSine (std::move (spectrum));
}
} // namespace

HarmonicSpectrum harmonicSpectrum (SpectrumShape shape, int numPartials, double pulseWidth,
                                   const std::vector<float>& drawing)
{
    switch (shape)
    {
        case SpectrumShape::sine: return series (1, [] (int) { return 1.0; });
        case SpectrumShape::triangle:
            return series (numPartials,
                           [] (int h)
                           {
                               const double sign = h % 4 == 1 ? 1.0 : -1.0;
                               return h % 2 == 0 ? 0.0 : sign * 8.0 / (kPi * kPi) / h / h;
                           });
        case SpectrumShape::saw:
            return series (numPartials, [] (int h) { return (h % 2 == 0 ? -2.0 : 2.0) / kPi / h; });
        case SpectrumShape::square:
            return series (numPartials, [] (int h) { return h % 2 == 0 ? 0.0 : 4.0 / kPi / h; });
        case SpectrumShape::pulse:
            return series (numPartials, [pulseWidth] (int h)
                           { return 4.0 / kPi * std::sin (kPi * h * pulseWidth) / h; });
        case SpectrumShape::organ: return organ (numPartials);
        case SpectrumShape::choir: return withPowerOfSine (series (numPartials, choirAmplitude));
        case SpectrumShape::bell: return bell (numPartials);
        case SpectrumShape::drawn: break;
    }
    const int numDrawn = std::min (numPartials, static_cast<int> (drawing.size ()));
    return series (numDrawn, [&] (int h)
                   { return static_cast<double> (drawing[static_cast<std::size_t> (h - 1)]); });
}

} // namespace melstrom
