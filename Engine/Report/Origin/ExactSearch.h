// The values after the bands: which full spec, on the whole signal, is nearest to an array.
#pragma once

#include "Engine/Report/Origin/CandidateShapes.h"
#include "Engine/Report/Origin/FeatureDeviation.h"

#include <array>
#include <optional>
#include <vector>

namespace melstrom
{

/** Features of a whole signal, beside a reading of the array. */
struct ExactFeatures
{
    MelSpec spec;
    FeatureMatrix features;
    std::int64_t numRows = 0; ///< compared
};

/** The nearest of several features, after a map. */
struct NearestFeatures
{
    FeatureMap map = FeatureMap::none;
    std::optional<ExactFeatures> exact {};
    double relative = 0; ///< FeatureDeviation::relative

    /** True if the features are nearer by this factor than all before. */
    bool take (std::optional<ExactFeatures> other, double otherRelative, double factor = 1);
};

/** Thread: one. */
class ExactSearch
{
public:
    /** isHalf: the array is float16. */
    ExactSearch (Backend& backend, SignalStore& store, const std::vector<ObservedReading>& readings,
                 bool isHalf)
        : backend_ (backend), store_ (store), readings_ (readings), isHalf_ (isHalf)
    {
    }

    /** Empty if the spec makes no array of this shape. */
    std::optional<ExactFeatures> compute (const MelSpec& spec, std::size_t reading);
    /** weights: as in FeatureComparison::after */
    FeatureDeviation deviationOf (const ExactFeatures& exact, std::size_t reading, FeatureMap map,
                                  const std::vector<float>& weights = {}) const;
    /** The nearest full spec for a candidate's bands, and the narrowest map after which its features
        equal the array; FeatureMap::none if none does. */
    NearestFeatures nearestTo (const Candidate& candidate);

    std::int64_t numComputed () const noexcept { return numComputed_; }

private:
    using Levels = std::array<NearestFeatures, kFeatureMaps.size ()>;

    std::optional<double> shownTopDb (const Candidate& candidate) const;
    bool takeSpec (NearestFeatures& nearest, const MelSpec& spec, std::size_t reading);
    NearestFeatures nearestFloorOf (const MelSpec& base, std::size_t reading, FeatureMap map,
                                    LogFloor kind);
    NearestFeatures nearestFloor (const ExactFeatures& exact, std::size_t reading, FeatureMap map);
    std::optional<MelSpec> withLine (const ExactFeatures& exact, const Candidate& candidate,
                                     const std::vector<float>& weights) const;
    Levels nearestLevels (const Candidate& candidate);

    Backend& backend_;
    SignalStore& store_;
    const std::vector<ObservedReading>& readings_;
    bool isHalf_;
    std::int64_t numComputed_ = 0;
};

} // namespace melstrom
