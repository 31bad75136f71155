// How far computed features are from observed ones, as they are and after a simple map.
#pragma once

#include "Engine/Report/Origin/FeatureMatrix.h"
#include "Engine/Spec/Mel/MelSpec.h"

#include <array>
#include <optional>
#include <vector>

namespace melstrom
{

/** A map from computed to observed features, from the narrowest to the widest. */
enum class FeatureMap
{
    none,
    line,               ///< one gain and one offset for all values; of energies: one factor
    means,              ///< each feature minus its mean over the frames
    meansAndDeviations, ///< ... and divided by its deviation
    offsets,            ///< an offset for each feature
    lines               ///< a gain and an offset for each feature
};
inline constexpr std::array kFeatureMaps {FeatureMap::none,    FeatureMap::line,
                                          FeatureMap::means,   FeatureMap::meansAndDeviations,
                                          FeatureMap::offsets, FeatureMap::lines};

/** Deviation of mapped features from observed ones. */
struct FeatureDeviation
{
    FeatureMap map = FeatureMap::none;
    double gain = 1, offset = 0; ///< of FeatureMap::line
    double rms = 0, largest = 0; ///< in `unit`
    /** of `unit` in the observed values' own; empty: the values have no decibels, and rms and
        largest are in their own unit */
    std::optional<double> decibelsPerUnit {};
    double relative = 0;  ///< rms over the spread of the observed features over time
    double tolerance = 0; ///< the largest rms of features that count as equal
    bool isEqual () const noexcept { return rms <= tolerance; }
};

/** Compares two matrices of the same features, row by row; further rows of either are left out.
    Energies (band energies, no logarithm) are compared as decibels, down to 80 dB below the largest.
    Thread: one. */
class FeatureComparison
{
public:
    /** numRows: the rows that are compared; both matrices have as many. isHalf: the observed values
        are float16. */
    FeatureComparison (const FeatureMatrix& observed, const FeatureMatrix& computed,
                       std::int64_t numRows, const MelSpec& spec, bool isHalf);

    /** weights: (rows, features), 1 for the values that count; empty: all */
    FeatureDeviation after (FeatureMap map, const std::vector<float>& weights = {}) const;

private:
    struct Line
    {
        double gain = 1, offset = 0;
    };
    std::vector<Line> linesOf (FeatureMap map, const std::vector<float>& weights) const;
    void takeEnergies (const MelSpec& spec);

    std::vector<float> observed_, computed_; ///< (rows, features)
    std::size_t numFeatures_;
    bool isEnergy_;
    std::optional<double> decibelsPerUnit_;
    double spread_ = 0, halfStep_ = 0;
};

/** Decibels of one unit of a spec's features; empty where they are no logarithms of bands. */
std::optional<double> decibelsPerUnit (const MelSpec& spec);

} // namespace melstrom
