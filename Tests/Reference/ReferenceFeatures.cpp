#include "Tests/Reference/ReferenceFeatures.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace melstrom::testing
{

namespace
{

double maximumOf (const Matrix& x)
{
    return x.values.empty () ? 0 : *std::max_element (x.values.begin (), x.values.end ());
}

double logOf (const MelSpec& spec, double energy)
{
    const double safe = spec.logFloorKind == LogFloor::add ? energy + spec.logFloor
                                                           : std::max (energy, spec.logFloor);
    const double decibels = spec.spectrum == Spectrum::power ? 10 : 20;
    switch (spec.log)
    {
        case LogKind::none: return energy;
        case LogKind::ln: return std::log (safe);
        case LogKind::log10: return std::log10 (safe);
        case LogKind::decibel:
            return decibels * std::log10 (safe) -
                   decibels * std::log10 (std::max (spec.logFloor, spec.reference));
    }
    return energy;
}

void takeLogs (const MelSpec& spec, Matrix& x)
{
    for (double& value : x.values)
        value = logOf (spec, value);
    if (spec.log != LogKind::decibel)
        return;

    if (spec.referenceIsMaximum)
    {
        const double maximum = maximumOf (x);
        for (double& value : x.values)
            value -= maximum;
    }
    if (spec.topDb)
    {
        const double least = maximumOf (x) - *spec.topDb;
        for (double& value : x.values)
            value = std::max (value, least);
    }
}

void normaliseFeature (Matrix& x, std::int64_t feature)
{
    const auto frames = static_cast<double> (x.rows);
    double mean = 0;
    for (std::int64_t t = 0; t < x.rows; ++t)
        mean += x.at (t, feature) / frames;
    double squares = 0;
    for (std::int64_t t = 0; t < x.rows; ++t)
        squares += (x.at (t, feature) - mean) * (x.at (t, feature) - mean);
    // One frame has no deviation. Its differences from the mean are 0 in any case.
    const double deviation = x.rows > 1 ? std::sqrt (squares / (frames - 1)) : 0;
    for (std::int64_t t = 0; t < x.rows; ++t)
        x.at (t, feature) = (x.at (t, feature) - mean) / (deviation + 1e-5);
}

void normalise (const MelSpec& spec, Matrix& x)
{
    switch (spec.normalisation)
    {
        case Normalisation::none:
        case Normalisation::dataset: return; // a step of datasets, not of signals
        case Normalisation::whisper:
        {
            const double least = maximumOf (x) - 8;
            for (double& value : x.values)
                value = (std::max (value, least) + 4) / 4;
            return;
        }
        case Normalisation::perFeature:
            for (std::int64_t feature = 0; feature < x.columns; ++feature)
                normaliseFeature (x, feature);
            return;
        case Normalisation::affine:
            for (double& value : x.values)
                value = (value - spec.affineMean) / spec.affineDivisor;
            return;
    }
}

Matrix cepstra (const MelSpec& spec, const Matrix& x, const std::vector<double>& logEnergies)
{
    const Matrix dct = referenceDct (*spec.numCoefficients, static_cast<int> (x.columns));
    Matrix out (x.rows, dct.rows);
    for (std::int64_t t = 0; t < x.rows; ++t)
    {
        for (std::int64_t k = 0; k < dct.rows; ++k)
        {
            double sum = 0;
            for (std::int64_t n = 0; n < dct.columns; ++n)
                sum += dct.at (k, n) * x.at (t, n);
            double lift = 1;
            if (spec.lifter != 0)
                lift += spec.lifter / 2 *
                        std::sin (std::numbers::pi * static_cast<double> (k) / spec.lifter);
            out.at (t, k) = sum * lift;
        }
        if (spec.dct == DctKind::htk)
        {
            const auto first = out.values.begin () + t * out.columns;
            *first *= std::numbers::sqrt2;
            std::rotate (first, first + 1, first + out.columns);
        }
        if (spec.useEnergy)
            out.at (t, 0) = logEnergies[static_cast<std::size_t> (t)];
    }
    return out;
}

Matrix sideBySide (const Matrix& left, const Matrix& right)
{
    Matrix both (left.rows, left.columns + right.columns);
    for (std::int64_t t = 0; t < left.rows; ++t)
    {
        for (std::int64_t f = 0; f < left.columns; ++f)
            both.at (t, f) = left.at (t, f);
        for (std::int64_t f = 0; f < right.columns; ++f)
            both.at (t, left.columns + f) = right.at (t, f);
    }
    return both;
}

} // namespace

Matrix referenceFeatures (const MelSpec& spec, int rateHz, int hopSamples, const Matrix& energies,
                          const std::vector<double>& logEnergies)
{
    Matrix x = energies;
    if (spec.pcen)
        x = referencePcen (*spec.pcen, rateHz, hopSamples, energies);
    else
        takeLogs (spec, x);
    normalise (spec, x);

    if (spec.numCoefficients)
        x = cepstra (spec, x, logEnergies);
    else if (spec.useEnergy)
    {
        Matrix first (x.rows, 1);
        first.values = logEnergies;
        x = sideBySide (first, x);
    }

    Matrix deltas = x;
    for (int order = 0; order < spec.deltaOrder; ++order)
    {
        deltas = referenceDeltas (deltas, spec.deltaWindow);
        x = sideBySide (x, deltas);
    }
    return x;
}

Matrix referenceStack (const MelSpec& spec, const Matrix& frames)
{
    std::vector<std::vector<double>> list;
    for (std::int64_t t = 0; t < frames.rows; ++t)
    {
        const auto first = frames.values.begin () + t * frames.columns;
        list.emplace_back (first, first + frames.columns);
    }
    const auto stack = static_cast<std::size_t> (spec.stack);
    std::vector<std::vector<double>> padded;
    if (spec.stackEdge == StackEdge::repeat && ! list.empty ())
        padded.assign ((stack - 1) / 2, list.front ());
    padded.insert (padded.end (), list.begin (), list.end ());

    Matrix rows (0, frames.columns * spec.stack);
    for (std::size_t first = 0;; first += static_cast<std::size_t> (spec.stackHop))
    {
        const bool isWhole = first + stack <= padded.size ();
        const bool counts = spec.stackEdge == StackEdge::cut ? isWhole : first < list.size ();
        if (! counts)
            break;
        for (std::size_t n = first; n < first + stack; ++n)
        {
            std::vector<double> frame (static_cast<std::size_t> (frames.columns), 0.0);
            if (n < padded.size ())
                frame = padded[n];
            else if (spec.stackEdge == StackEdge::repeat)
                frame = padded.back ();
            rows.values.insert (rows.values.end (), frame.begin (), frame.end ());
        }
        ++rows.rows;
    }
    return rows;
}

double referencePcenCoefficient (const Pcen& pcen, int rateHz, int hopSamples)
{
    const double frames = pcen.timeConstantSeconds * rateHz / hopSamples;
    return (std::sqrt (1 + 4 * frames * frames) - 1) / (2 * frames * frames);
}

Matrix referencePcen (const Pcen& pcen, int rateHz, int hopSamples, const Matrix& energies)
{
    const double b = referencePcenCoefficient (pcen, rateHz, hopSamples);
    Matrix out (energies.rows, energies.columns);
    for (std::int64_t band = 0; band < energies.columns; ++band)
    {
        double smoothed = 1;
        for (std::int64_t t = 0; t < energies.rows; ++t)
        {
            const double energy = energies.at (t, band);
            smoothed = b * energy + (1 - b) * smoothed;
            const double levelled =
                energy * std::exp (-pcen.gain * (std::log (pcen.epsilon) +
                                                 std::log1p (smoothed / pcen.epsilon)));
            if (pcen.power == 0)
                out.at (t, band) = std::log1p (levelled);
            else if (pcen.bias == 0)
                out.at (t, band) = std::pow (levelled, pcen.power);
            else
                out.at (t, band) = std::pow (pcen.bias, pcen.power) *
                                   std::expm1 (pcen.power * std::log1p (levelled / pcen.bias));
        }
    }
    return out;
}

Matrix referenceDct (int numCoefficients, int numBands)
{
    Matrix dct (numCoefficients, numBands);
    for (int k = 0; k < numCoefficients; ++k)
        for (int n = 0; n < numBands; ++n)
            dct.at (k, n) = std::sqrt ((k == 0 ? 1.0 : 2.0) / numBands) *
                            std::cos (std::numbers::pi / numBands * (n + 0.5) * k);
    return dct;
}

Matrix referenceDeltas (const Matrix& features, int windowFrames)
{
    const std::int64_t reach = windowFrames / 2;
    double squares = 0;
    for (std::int64_t n = -reach; n <= reach; ++n)
        squares += static_cast<double> (n * n);

    Matrix deltas (features.rows, features.columns);
    for (std::int64_t t = 0; t < features.rows; ++t)
        for (std::int64_t n = -reach; n <= reach; ++n)
        {
            const std::int64_t near = std::clamp<std::int64_t> (t + n, 0, features.rows - 1);
            for (std::int64_t f = 0; f < features.columns; ++f)
                deltas.at (t, f) += static_cast<double> (n) * features.at (near, f) / squares;
        }
    return deltas;
}

} // namespace melstrom::testing
