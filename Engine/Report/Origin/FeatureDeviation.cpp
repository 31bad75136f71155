#include "Engine/Report/Origin/FeatureDeviation.h"

#include "Engine/Report/Origin/LineSums.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace melstrom
{

namespace
{
constexpr double kEqualDb = 0.01;         ///< rms of features that count as equal
constexpr double kEqualShare = 1e-3;      ///< the same without decibels, of the spread
constexpr float kRangeOfEnergies = 1e-8f; ///< 80 dB of power
constexpr double kHalfStep = 1.0 / 4096;  ///< largest relative error of float16, halved

bool areEnergies (const MelSpec& spec)
{
    return spec.log == LogKind::none && ! spec.pcen && ! spec.numCoefficients &&
           spec.normalisation == Normalisation::none;
}
} // namespace

std::optional<double> decibelsPerUnit (const MelSpec& spec)
{
    const double perDecade = spec.spectrum == Spectrum::power ? 10 : 20;
    const bool isLifted = spec.numCoefficients && spec.lifter != 0;
    if (isLifted || spec.pcen || spec.normalisation == Normalisation::perFeature ||
        spec.deltaOrder > 0)
        return std::nullopt;
    double scale = 1;
    if (spec.normalisation == Normalisation::affine)
        scale = spec.affineDivisor;
    if (spec.normalisation == Normalisation::whisper)
        scale = 4;
    switch (spec.log)
    {
        case LogKind::none: return std::nullopt;
        case LogKind::decibel: return scale;
        case LogKind::log10: return scale * perDecade;
        case LogKind::ln: return scale * perDecade / std::numbers::ln10;
    }
    return std::nullopt;
}

FeatureComparison::FeatureComparison (const FeatureMatrix& observed, const FeatureMatrix& computed,
                                      std::int64_t numRows, const MelSpec& spec, bool isHalf)
    : observed_ (observed.values.begin (),
                 observed.values.begin () + numRows * observed.numFeatures),
      computed_ (computed.values.begin (),
                 computed.values.begin () + numRows * computed.numFeatures),
      numFeatures_ (static_cast<std::size_t> (observed.numFeatures)),
      isEnergy_ (areEnergies (spec)), decibelsPerUnit_ (decibelsPerUnit (spec))
{
    double squares = 0;
    for (const float value : observed_)
        squares += double (value) * value;
    const auto count = static_cast<double> (std::max<std::size_t> (observed_.size (), 1));
    if (isHalf)
        halfStep_ = kHalfStep * (isEnergy_ ? 10 / std::numbers::ln10 : std::sqrt (squares / count));
    if (isEnergy_)
        takeEnergies (spec);

    std::vector<double> sums (numFeatures_, 0), sumsOfSquares (numFeatures_, 0);
    for (std::size_t i = 0; i < observed_.size (); ++i)
    {
        sums[i % numFeatures_] += observed_[i];
        sumsOfSquares[i % numFeatures_] += double (observed_[i]) * observed_[i];
    }
    const double rows = std::max (1.0, count / static_cast<double> (numFeatures_));
    double variance = 0;
    for (std::size_t feature = 0; feature < numFeatures_; ++feature)
        variance += std::max (0.0, sumsOfSquares[feature] / rows -
                                       (sums[feature] / rows) * (sums[feature] / rows));
    spread_ = std::sqrt (variance / static_cast<double> (numFeatures_));
}

void FeatureComparison::takeEnergies (const MelSpec& spec)
{
    const float perDecade = spec.spectrum == Spectrum::power ? 10.0f : 20.0f;
    const float range =
        spec.spectrum == Spectrum::power ? kRangeOfEnergies : std::sqrt (kRangeOfEnergies);
    for (auto* const values : {&observed_, &computed_})
    {
        const float largest = values->empty () ? 0.0f : *std::ranges::max_element (*values);
        const float least = std::max (range * largest, 1e-37f);
        for (float& value : *values)
            value = perDecade * std::log10 (std::max (value, least));
    }
    decibelsPerUnit_ = 1;
}

std::vector<FeatureComparison::Line>
FeatureComparison::linesOf (FeatureMap map, const std::vector<float>& weights) const
{
    const bool isOne = map == FeatureMap::line;
    std::vector<LineSums> sums (isOne ? 1 : numFeatures_);
    for (std::size_t i = 0; i < observed_.size (); ++i)
    {
        const double weight = weights.empty () ? 1.0 : weights[i];
        sums[isOne ? 0 : i % numFeatures_].add (weight, computed_[i], observed_[i]);
    }
    std::vector<Line> lines (numFeatures_);
    for (std::size_t feature = 0; feature < numFeatures_; ++feature)
    {
        const LineSums& sum = sums[isOne ? 0 : feature];
        if (sum.n < 1 || map == FeatureMap::none)
            continue;
        const double variance = sum.varianceX (), meanX = sum.x / sum.n, meanY = sum.y / sum.n;
        Line& line = lines[feature];
        const bool isConstant = variance <= 1e-12 * sum.xx;
        switch (map)
        {
            case FeatureMap::none:
            case FeatureMap::offsets: line = {1, meanY - meanX}; break;
            case FeatureMap::means: line = {1, -meanX}; break;
            case FeatureMap::meansAndDeviations:
            {
                const double gain = isConstant ? 0 : std::sqrt (sum.n / variance);
                line = {gain, -gain * meanX};
                break;
            }
            case FeatureMap::line:
            case FeatureMap::lines:
            {
                double gain = isConstant ? 0 : sum.covariance () / variance;
                if (isOne && isEnergy_)
                    gain = 1; // a factor is an offset in decibels
                line = {gain, meanY - gain * meanX};
                break;
            }
        }
    }
    return lines;
}

FeatureDeviation FeatureComparison::after (FeatureMap map, const std::vector<float>& weights) const
{
    const auto lines = linesOf (map, weights);
    double squares = 0, count = 0;
    FeatureDeviation deviation;
    deviation.map = map;
    for (std::size_t i = 0; i < observed_.size (); ++i)
    {
        const double weight = weights.empty () ? 1.0 : weights[i];
        const Line& line = lines[i % numFeatures_];
        const double error =
            weight * std::abs (line.gain * computed_[i] + line.offset - observed_[i]);
        squares += error * error;
        count += weight;
        deviation.largest = std::max (deviation.largest, error);
    }
    deviation.rms = std::sqrt (squares / std::max (count, 1.0));
    deviation.relative = spread_ > 0 ? deviation.rms / spread_ : deviation.rms > 0 ? 1 : 0;
    if (map == FeatureMap::line && ! lines.empty ())
    {
        deviation.gain = lines.front ().gain;
        deviation.offset = lines.front ().offset;
    }
    const bool keepsUnit = map == FeatureMap::none || map == FeatureMap::means ||
                           map == FeatureMap::offsets || (map == FeatureMap::line && isEnergy_);
    double unit = 1;
    if (decibelsPerUnit_ && keepsUnit)
        unit = *decibelsPerUnit_;
    else if (decibelsPerUnit_ && map == FeatureMap::line && std::abs (deviation.gain) > 1e-9)
        unit = *decibelsPerUnit_ / std::abs (deviation.gain);
    const bool hasDecibels = decibelsPerUnit_ && (keepsUnit || map == FeatureMap::line);
    if (hasDecibels)
        deviation.decibelsPerUnit = unit;
    deviation.rms *= unit;
    deviation.largest *= unit;
    const double least = hasDecibels ? kEqualDb : kEqualShare * spread_;
    deviation.tolerance = least + halfStep_ * unit;
    return deviation;
}

} // namespace melstrom
