#include "Engine/Report/Origin/ExactSearch.h"

#include "Engine/Report/Origin/LevelVariants.h"
#include "Engine/Report/Origin/SpecMoves.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace melstrom
{

namespace
{
constexpr double kAsGood = 1.02;     ///< deviation of a rounded floor, of the found one's
constexpr double kSameValues = 1e-6; ///< deviation of rounding, of the spread

/** Rounds to a number of digits, so that a measured number stands short in a setting. */
double withDigits (double value, int digits)
{
    if (value == 0 || ! std::isfinite (value))
        return value;
    std::array<char, 32> text {};
    const auto end = std::to_chars (text.data (), text.data () + text.size (), value,
                                    std::chars_format::scientific, digits - 1)
                         .ptr;
    double rounded = value;
    std::from_chars (text.data (), end, rounded);
    return rounded;
}

double sevenDigits (double value)
{
    return withDigits (value, 7);
}

} // namespace

bool NearestFeatures::take (std::optional<ExactFeatures> other, double otherRelative, double factor)
{
    if (! other || (exact && otherRelative >= factor * relative))
        return false;
    exact = std::move (other);
    relative = otherRelative;
    return true;
}

std::optional<ExactFeatures> ExactSearch::compute (const MelSpec& spec, std::size_t reading)
{
    const auto& observed = readings_[reading];
    const auto signal = store_.signalFor (spec);
    if (! signal)
        return std::nullopt;
    const auto geometry = geometryAt (spec, (*signal)->rateHz);
    if (! geometry || geometry->numFeatures != observed.features.numFeatures)
        return std::nullopt;
    const auto rows = comparableRows (observed.features, observed.numVaryingRows, *geometry,
                                      (*signal)->wholeSamples);
    if (! rows)
        return std::nullopt;
    const auto extracted = extractSamples (backend_, spec, (*signal)->rateHz, (*signal)->whole);
    ++numComputed_;
    if (! extracted)
        return std::nullopt;
    return ExactFeatures {spec, matrixOf (*extracted), *rows};
}

FeatureDeviation ExactSearch::deviationOf (const ExactFeatures& exact, std::size_t reading,
                                           FeatureMap map, const std::vector<float>& weights) const
{
    return FeatureComparison (readings_[reading].features, exact.features, exact.numRows,
                              exact.spec, isHalf_)
        .after (map, weights);
}

/** The range of decibels that a repeated least value of the array shows. */
std::optional<double> ExactSearch::shownTopDb (const Candidate& candidate) const
{
    const auto& features = readings_[candidate.reading].features;
    const auto [least, largest] = std::ranges::minmax (features.values);
    const auto count = std::ranges::count (features.values, least);
    const double range = std::round (1000.0 * (largest - least)) / 1000.0;
    if (candidate.kind != ArrayKind::logs || count < 3 || range <= 1 || range > 200)
        return std::nullopt;
    return range;
}

bool ExactSearch::takeSpec (NearestFeatures& nearest, const MelSpec& spec, std::size_t reading)
{
    auto exact = compute (spec, reading);
    const double relative = exact ? deviationOf (*exact, reading, nearest.map).relative : 0;
    return nearest.take (std::move (exact), relative);
}

/** The nearest floor of one kind: of the usual ones, then between them. */
NearestFeatures ExactSearch::nearestFloorOf (const MelSpec& base, std::size_t reading,
                                             FeatureMap map, LogFloor kind)
{
    NearestFeatures nearest {map};
    const auto take = [&] (double floor)
    {
        MelSpec spec = base;
        spec.logFloorKind = kind;
        spec.logFloor = floor;
        return takeSpec (nearest, spec, reading);
    };
    for (const double floor : usualFloors ())
        take (floor);
    constexpr double leastStep = 1e-4; // of a decade
    for (double decades = 0.5; nearest.exact && decades > leastStep; decades /= 2)
    {
        if (nearest.relative < kSameValues)
            break;
        const double floor = nearest.exact->spec.logFloor;
        if (! take (floor * std::pow (10.0, decades)))
            take (floor * std::pow (10.0, -decades));
    }
    for (int digits = 3; nearest.exact && digits > 0; --digits)
    {
        MelSpec spec = nearest.exact->spec;
        spec.logFloor = withDigits (spec.logFloor, digits);
        NearestFeatures rounded {map};
        if (takeSpec (rounded, spec, reading) && rounded.relative <= kAsGood * nearest.relative)
            nearest = std::move (rounded);
    }
    return nearest;
}

/** The features of a spec with the nearest floor, after the map. */
NearestFeatures ExactSearch::nearestFloor (const ExactFeatures& exact, std::size_t reading,
                                           FeatureMap map)
{
    NearestFeatures nearest {map};
    nearest.take (exact, deviationOf (exact, reading, map).relative);
    if (exact.spec.log == LogKind::none)
        return nearest;
    for (const auto kind : {LogFloor::clamp, LogFloor::add})
    {
        auto other = nearestFloorOf (exact.spec, reading, map, kind);
        nearest.take (std::move (other.exact), other.relative);
    }
    return nearest;
}

/** The features of the spec times a gain and with an offset, as settings. */
std::optional<MelSpec> ExactSearch::withLine (const ExactFeatures& exact,
                                              const Candidate& candidate,
                                              const std::vector<float>& weights) const
{
    const auto deviation = deviationOf (exact, candidate.reading, FeatureMap::line, weights);
    MelSpec spec = exact.spec;
    if (candidate.kind == ArrayKind::energies)
    {
        spec.sampleScale = // 20 log10 of the scale, for power and for magnitude
            sevenDigits (spec.sampleScale * std::pow (10.0, deviation.offset / 20));
        return spec;
    }
    if (candidate.kind != ArrayKind::logs || spec.normalisation != Normalisation::none ||
        ! (deviation.gain > 1e-9))
        return std::nullopt;
    const double divisor = 1 / deviation.gain;
    spec.normalisation = Normalisation::affine;
    spec.affineDivisor = std::abs (divisor - 1) < 1e-4 ? 1 : sevenDigits (divisor);
    spec.affineMean = sevenDigits (-deviation.offset / deviation.gain);
    return spec;
}

/** The nearest full specs for a candidate's bands, one a map, by the values above a floor. */
ExactSearch::Levels ExactSearch::nearestLevels (const Candidate& candidate)
{
    const auto reading = candidate.reading;
    const auto& weights = readings_[reading].shapeOf (candidate.kind)->weights ();
    Levels nearest;
    for (const MelSpec& spec : levelVariants (candidate, shownTopDb (candidate), isHalf_))
    {
        const auto exact = compute (spec, reading);
        if (! exact)
            continue;
        const bool isPlain =
            spec.normalisation == Normalisation::none && ! spec.topDb && ! spec.referenceIsMaximum;
        constexpr double clearly = 0.999; // the first of those that differ by rounding
        for (std::size_t i = 0; i < kFeatureMaps.size (); ++i)
            if (isPlain || kFeatureMaps[i] == FeatureMap::none)
            {
                nearest[i].map = kFeatureMaps[i];
                nearest[i].take (exact,
                                 deviationOf (*exact, reading, kFeatureMaps[i], weights).relative,
                                 kFeatureMaps[i] == FeatureMap::none ? 1 : clearly);
            }
    }
    return nearest;
}

NearestFeatures ExactSearch::nearestTo (const Candidate& candidate)
{
    const auto reading = candidate.reading;
    const auto isEqual = [&] (const NearestFeatures& one)
    { return one.exact && deviationOf (*one.exact, reading, one.map).isEqual (); };
    auto levels = nearestLevels (candidate);
    if (! levels[0].exact)
        return {};
    NearestFeatures best = nearestFloor (*levels[0].exact, reading, FeatureMap::none);
    if (isEqual (best))
        return best;
    const auto& weights = readings_[reading].shapeOf (candidate.kind)->weights ();
    for (const NearestFeatures& level : levels)
    {
        if (! level.exact || level.map == FeatureMap::none)
            continue;
        if (level.map == FeatureMap::line)
        {
            const auto spec = withLine (*level.exact, candidate, weights);
            const auto exact = spec ? compute (*spec, reading) : std::nullopt;
            if (exact)
            {
                auto other = nearestFloor (*exact, reading, FeatureMap::none);
                best.take (std::move (other.exact), other.relative);
            }
            if (isEqual (best))
                return best;
        }
        auto mapped = nearestFloor (*level.exact, reading, level.map);
        if (isEqual (mapped))
            return mapped;
    }
    return best;
}

} // namespace melstrom
