// How far computed features are from observed ones, whatever line maps one to the other.
#pragma once

#include "Engine/Report/Origin/FeatureMatrix.h"

#include <cstdint>
#include <vector>

namespace melstrom
{

/** What the values of an array may be. */
enum class ArrayKind
{
    energies, ///< band energies; compared as logarithms
    logs,     ///< logarithms of bands, perhaps normalised
    cepstra,
    pcen
};

/** Observed values as a kind, with the values that a floor has made equal left out. */
class ObservedShape
{
public:
    ObservedShape (const FeatureMatrix& observed, ArrayKind kind, int bytesPerValue);

    /** Computed values: row r of the observed array is compared with values + r * stride. */
    struct Computed
    {
        const float* values = nullptr;
        std::int64_t stride = 0, numRows = 0;
    };
    /** 1 - r^2 of each feature's correlation r over the rows, in the mean over `numColumns`
        features from `firstColumn` on; a feature that falls where the other rises counts 1. It does
        not depend on a gain and an offset of each feature. 0: equal up to these. 1 if no feature
        can be compared. */
    double distanceTo (const Computed& computed, int firstColumn, int numColumns) const;

    ArrayKind kind () const noexcept { return kind_; }
    /** (rows, features): 1 for the values that are compared, else 0. */
    const std::vector<float>& weights () const noexcept { return weights_; }

private:
    void leaveOutFloors (const FeatureMatrix& observed);

    ArrayKind kind_;
    std::int64_t numRows_;
    int numFeatures_;
    std::vector<float> values_; ///< (rows, features)
    std::vector<float> weights_;
};

} // namespace melstrom
