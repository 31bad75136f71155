#include "Engine/Report/Origin/Origin.h"

#include "Engine/Core/Guarded.h"
#include "Engine/Report/Origin/ExactSearch.h"
#include "Engine/Report/Origin/PresetSettings.h"
#include "Engine/Spec/Mel/MelSpecToml.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr double kBeginningSeconds = 6;   ///< of the sound, for the search by shape
constexpr double kCloseDistance = 0.1;    ///< mean of 1 - r^2 up to which features are alike
constexpr std::int64_t kFewestFrames = 8; ///< fewer ones fit too many settings
constexpr std::size_t kMostPresetRows = 5;
constexpr double kAsGood = 1.02;   ///< rms of a simpler spec, of the found one's
constexpr double kAsGoodDb = 2e-4; ///< added to it

class OriginFinder
{
public:
    OriginFinder (Backend& backend, SignalStore& store,
                  const std::vector<ObservedReading>& readings, bool isHalf,
                  const std::atomic<bool>& stop)
        : store_ (store), readings_ (readings), isHalf_ (isHalf),
          shapes_ (backend, store, readings, stop), exact_ (backend, store, readings, isHalf)
    {
    }

    Origin find ()
    {
        Origin origin;
        auto presets = presetRows ();
        if (presets.empty () || ! presets.front ().deviation.isEqual ())
            searchFurther (origin);
        else
            origin.verdict = OriginVerdict::equal;
        for (auto& row : presets)
        {
            const bool isThere = ! origin.rows.empty () && origin.rows.front ().settings.empty () &&
                                 origin.rows.front ().preset == row.preset;
            if (! isThere && origin.rows.size () < kMostPresetRows + 1)
                origin.rows.push_back (std::move (row));
        }
        if (origin.verdict == OriginVerdict::equal)
            origin.distance = 0;
        if (! origin.rows.empty ())
        {
            const bool isFirst = origin.rows.front ().order == AxisOrder::featuresFirst;
            origin.numFrames = readings_[isFirst ? 0 : 1].features.numRows ();
        }
        origin.numComputed = exact_.numComputed () + shapes_.numComputed ();
        return origin;
    }

private:
    OriginRow rowOf (const ExactFeatures& exact, std::size_t reading, FeatureMap map)
    {
        OriginRow row;
        row.spec = exact.spec;
        row.order = readings_[reading].order;
        row.deviation = exact_.deviationOf (exact, reading, map);
        row.numCompared = exact.numRows;
        row.numMade = exact.features.numRows ();
        return row;
    }

    /** Presets as they are, if they make an array of this shape; the nearest first. */
    std::vector<OriginRow> presetRows ()
    {
        std::vector<OriginRow> rows;
        for (std::size_t reading = 0; reading < readings_.size (); ++reading)
            for (const MelPreset& preset : builtInPresets ())
            {
                if (shapes_.isStopped ())
                    return rows;
                MelSpec spec = preset.spec;
                spec.storedType = isHalf_ ? StoredType::float16 : StoredType::float32;
                if (const auto exact = exact_.compute (spec, reading))
                {
                    rows.push_back (rowOf (*exact, reading, FeatureMap::none));
                    rows.back ().preset = preset.name;
                    // whole arrays come before parts of a longer one
                    if (rows.back ().deviation.isEqual () &&
                        rows.back ().numMade != readings_[reading].features.numRows ())
                        rows.back ().deviation.relative += 1e-6;
                }
            }
        std::ranges::stable_sort (rows, {},
                                  [] (const OriginRow& row) { return row.deviation.relative; });
        return rows;
    }

    OriginRow simplified (const ExactFeatures& exact, const Candidate& candidate, FeatureMap map)
    {
        const auto now = exact_.deviationOf (exact, candidate.reading, map);
        const double most = kAsGood * now.rms + kAsGoodDb * now.tolerance / 0.01;
        const auto isAsGood = [&] (const MelSpec& spec)
        {
            const auto tried = exact_.compute (spec, candidate.reading);
            return tried && tried->numRows == exact.numRows &&
                   tried->features.numRows () == exact.features.numRows () &&
                   exact_.deviationOf (*tried, candidate.reading, map).rms <= most;
        };
        auto settings = presetSettingsOf (exact.spec, store_.info ().rateHz, isAsGood);
        auto final = exact_.compute (settings.spec, candidate.reading);
        OriginRow row = rowOf (final ? *final : exact, candidate.reading, map);
        row.preset = std::move (settings.preset);
        row.settings = std::move (settings.settings);
        return row;
    }

    void searchFurther (Origin& origin)
    {
        const auto candidates = searchShapes (shapes_, {});
        if (candidates.empty () || shapes_.isStopped ())
            return;
        const Candidate& nearest = candidates.front ();
        origin.distance = nearest.distance;
        if (nearest.distance > kCloseDistance)
            return;
        const auto found = exact_.nearestTo (nearest);
        const auto map = found.map;
        const auto& exact = found.exact;
        if (! exact)
            return;
        origin.rows.push_back (simplified (*exact, nearest, map));
        const bool isEqual = exact_.deviationOf (*exact, nearest.reading, map).isEqual () ||
                             origin.rows.back ().deviation.isEqual (); // the values of a preset
        origin.verdict = ! isEqual                 ? OriginVerdict::close
                         : map == FeatureMap::none ? OriginVerdict::equal
                                                   : OriginVerdict::equalAfterMap;
    }

    SignalStore& store_;
    const std::vector<ObservedReading>& readings_;
    bool isHalf_;
    CandidateShapes shapes_;
    ExactSearch exact_;
};

Result<Origin> find (Storage& storage, Backend& backend, const NpyContents& array,
                     const std::string& audio, const AudioOptions& options,
                     const std::atomic<bool>& stop)
{
    MELSTROM_TRY_VALUE (auto orders, readingsOf (array));
    std::vector<ObservedReading> readings;
    std::int64_t mostFrames = 0;
    for (auto& order : orders)
    {
        mostFrames = std::max (mostFrames, order.features.numRows ());
        readings.push_back (observedReading (std::move (order), array.bytesPerValue));
    }
    if (mostFrames < kFewestFrames)
        return Error {ErrorCode::badUsage,
                      "the array has fewer than " + std::to_string (kFewestFrames) +
                          " frames; too many settings fit it",
                      {}};
    MELSTROM_TRY_VALUE (auto store, SignalStore::open (storage, audio, options, kBeginningSeconds));
    auto origin = OriginFinder (backend, store, readings, array.bytesPerValue == 2, stop).find ();
    if (stop)
        return Error {ErrorCode::interrupted, "stopped by a signal", {}};
    return origin;
}
} // namespace

Result<Origin> originOf (Storage& storage, Backend& backend, const NpyContents& array,
                         const std::string& audio, const AudioOptions& options,
                         const std::atomic<bool>& stop)
{
    return guarded ([&] { return find (storage, backend, array, audio, options, stop); });
}

} // namespace melstrom
