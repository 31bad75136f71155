// Mean and deviation of each feature of a dataset, for normalisation = "dataset".
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace melstrom
{

/** One number a feature: a band, a coefficient, or a delta of one. */
struct BandMoments
{
    std::vector<double> mean;
    std::vector<double> deviation; ///< of the whole population, >= 0; 0: the feature is constant

    bool operator== (const BandMoments&) const = default;
    /** The divisor of a feature: its deviation; 1 for a constant feature, which is only centred. */
    double divisor (std::size_t feature) const noexcept
    {
        return deviation[feature] > 0 ? deviation[feature] : 1.0;
    }
};

/** Moments and their origin. */
struct MomentRecord
{
    BandMoments moments;
    std::string from;           ///< "TRAINING", "all files" or "given"
    std::int64_t numFrames = 0; ///< that were counted; 0: the numbers were given
};

/** The spec that a backend computes for a dataset of this spec. With normalisation = "dataset" its
    rows are not normalised and are float32, so that they are rounded once, at the end. */
MelSpec computedSpec (MelSpec spec);

/** 16 hex digits of the numbers' bits. */
std::string digestOf (const BandMoments& moments);

/** "normalisation" of dataset.json. */
nlohmann::ordered_json momentsJson (const MomentRecord& record);

/** Reads "mean" and "deviation", and "bands" if it is there. Fails: badUsage (a key is missing or
    is no list of finite numbers, the lists differ in length, a deviation is negative). */
Result<BandMoments> momentsOf (const nlohmann::json& json);

} // namespace melstrom
