// Distances of candidate specs from an observed array.
#pragma once

#include "Engine/Backend/Backend.h"
#include "Engine/Report/Origin/FrameFit.h"
#include "Engine/Report/Origin/ShapeDistance.h"
#include "Engine/Report/Origin/SignalStore.h"

#include <atomic>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace melstrom
{

/** An array in one order of its axes, as each kind that its values allow. */
struct ObservedReading
{
    AxisOrder order = AxisOrder::featuresFirst;
    FeatureMatrix features;
    std::int64_t numVaryingRows = 0; ///< all later rows equal the last one
    std::vector<ObservedShape> shapes;

    const ObservedShape* shapeOf (ArrayKind kind) const;
};

ObservedReading observedReading (ArrayReading reading, int bytesPerValue);

/** Rows that can be compared when a spec makes `numRows` rows: all of the observed ones if it makes
    more of them; all that it makes if the observed array has a constant rest behind them. Empty
    otherwise. In the segments layout both must have equally many, unless there is one segment, or one frame in each. */
std::optional<std::int64_t> comparableRows (const FeatureMatrix& observed,
                                            std::int64_t numVaryingRows,
                                            const MelGeometry& geometry,
                                            std::int64_t signalSamples);

/** A spec, and how its features are compared. */
struct Candidate
{
    MelSpec spec;
    ArrayKind kind = ArrayKind::logs;
    std::size_t reading = 0; ///< index into the readings
    std::string preset {};   ///< from which the search began
    double distance = 1;
};

/** Thread: one. */
class CandidateShapes
{
public:
    /** stop: ends the search: nothing more is computed. */
    CandidateShapes (Backend& backend, SignalStore& store,
                     const std::vector<ObservedReading>& readings, const std::atomic<bool>& stop)
        : backend_ (backend), store_ (store), readings_ (readings), stop_ (stop)
    {
    }

    bool isStopped () const noexcept { return stop_; }

    static constexpr double kImpossible = 2; ///< distance of a spec that cannot be compared
    /** Distance of the candidate's bands from the array; see ObservedShape::distanceTo. Steps after
        the bands are left out, except the floor of the logarithm, PCEN, and the transform of
        cepstra. */
    double distanceOf (const Candidate& candidate);
    /** Tries specs in the candidate's place until `isEnough (best)`, and takes the one that comes
        nearest. False, and nothing changes, if none comes nearer by 3 %. */
    template <typename IsEnough>
    bool takeNearest (Candidate& candidate, std::vector<MelSpec> specs, const IsEnough& isEnough)
    {
        constexpr double kProgress = 0.97;
        Candidate best = candidate;
        for (MelSpec& spec : specs)
        {
            if (isEnough (best))
                break;
            Candidate tried = candidate;
            tried.spec = std::move (spec);
            tried.distance = distanceOf (tried);
            if (tried.distance < best.distance)
                best = std::move (tried);
        }
        if (best.distance > kProgress * candidate.distance)
            return false;
        candidate = std::move (best);
        return true;
    }
    /** The features of a reading are a static part and its deltas, by the default of delta_window:
        0, 1 or 2 of them. */
    int deltaOrderOf (std::size_t reading);

    /** Of the candidate's array, and of the sound at the candidate's rate. */
    ArrayFacts factsOf (const Candidate& candidate);

    SignalStore& store () noexcept { return store_; }
    const std::vector<ObservedReading>& readings () const noexcept { return readings_; }
    std::int64_t numComputed () const noexcept { return numComputed_; }

private:
    struct Bands
    {
        std::string key; ///< TOML of the spec that made them
        FeatureMatrix matrix;
        MelGeometry geometry;
        std::int64_t wholeSamples = 0, usedSamples = 0;
    };
    const Bands* bandsOf (const MelSpec& bandSpec);
    double computedDistance (const Candidate& candidate);

    Backend& backend_;
    SignalStore& store_;
    const std::vector<ObservedReading>& readings_;
    const std::atomic<bool>& stop_;
    std::deque<Bands> latest_;
    std::map<std::string, double> known_; ///< distances
    std::map<std::size_t, int> deltaOrders_;
    std::int64_t numComputed_ = 0;
};

} // namespace melstrom
