#include "Standalone/Bench/BenchMel.h"

#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Standalone/Bench/MelLoad.h"
#include "Standalone/CommandLine/Machine/BandCheck.h"

#include <algorithm>
#include <cstdio>
#include <numeric>

namespace melstrom
{

namespace
{

constexpr int kSignalSeconds = 30;

/** Sizes of one timed signal. */
struct SignalSizes
{
    explicit SignalSizes (const MelGeometry& geometry)
        : samples (std::int64_t {kSignalSeconds} * geometry.rateHz),
          inputBytes (samples * static_cast<std::int64_t> (sizeof (std::int16_t))),
          rows (geometry.numRows (samples)), outputBytes (rows * geometry.rowBytes ())
    {
    }
    std::int64_t samples, inputBytes, rows, outputBytes;
};

/** Asks a device for its load, a few times a second, after a first second of work. */
class BusyWatch
{
public:
    explicit BusyWatch (Backend& backend) : backend_ (backend) {}

    void look (double secondsOfRun)
    {
        constexpr double settleSeconds = 1, intervalSeconds = 0.2;
        if (secondsOfRun < std::max (settleSeconds, nextSeconds_))
            return;
        nextSeconds_ = secondsOfRun + intervalSeconds;
        if (const auto use = backend_.use ())
            percents_.push_back (use->busyPercent);
    }
    void startRun () noexcept { nextSeconds_ = 0; }

    std::optional<double> meanPercent () const
    {
        if (percents_.empty ())
            return std::nullopt;
        return std::accumulate (percents_.begin (), percents_.end (), 0.0) /
               static_cast<double> (percents_.size ());
    }

private:
    Backend& backend_;
    double nextSeconds_ = 0;
    std::vector<int> percents_;
};

/** Keeps all pieces in flight for at least that time. Returns pieces a second. */
Result<double> runPieces (MelLoad& load, double leastSeconds, BusyWatch& watch)
{
    watch.startRun ();
    const auto start = std::chrono::steady_clock::now ();
    const auto signalsOfNext = [&] (std::int64_t index)
    {
        const bool goesOn = index < load.numPieces () || secondsSince (start) < leastSeconds;
        return goesOn ? load.signalsPerPiece () : 0;
    };
    MELSTROM_TRY_VALUE (const auto numPieces,
                        load.run (signalsOfNext, [&] { watch.look (secondsSince (start)); }));
    return static_cast<double> (numPieces) / secondsSince (start);
}

} // namespace

nlohmann::ordered_json jsonOf (const BenchFeature& feature)
{
    return {{"preset", feature.name},
            {"rate_hz", feature.rateHz},
            {"spec_hash", specHash (feature.spec)}};
}

Result<double> checkFeature (Backend& backend, const BenchFeature& feature)
{
    MELSTROM_TRY_VALUE (const auto check, checkBands (backend, feature.spec, feature.rateHz));
    if (check.agrees ())
        return check.worstRatio;
    char share[32];
    std::snprintf (share, sizeof share, "%.1e", check.worstRatio);
    return Error {ErrorCode::internalFault,
                  feature.name + " on " + backend.name () + " differs from the definition by " +
                      share + " of the largest band; it is not timed",
                  {}};
}

Result<int> signalsPerPiece (const BenchFeature& feature, std::int64_t pieceBytes)
{
    MELSTROM_TRY_VALUE (const auto geometry, geometryAt (feature.spec, feature.rateHz));
    const SignalSizes sizes (geometry);
    const auto largest = std::max (sizes.inputBytes, sizes.outputBytes);
    return static_cast<int> (std::max<std::int64_t> (1, pieceBytes / largest));
}

Result<MelTiming> timeMel (Backend& backend, const BenchFeature& feature, const MelRuns& runs)
{
    MELSTROM_TRY_VALUE (const auto geometry, geometryAt (feature.spec, feature.rateHz));
    const SignalSizes sizes (geometry);
    MELSTROM_TRY_VALUE (
        auto load,
        MelLoad::make (backend, geometry, {sizes.samples, runs.signalsPerPiece, runs.numPieces}));
    MelTiming timing;
    const bool hasSegments = geometry.spec.layout == Layout::segments;
    timing.rowsPerFrame = hasSegments ? 1.0 / geometry.framesPerSegment : 1.0;
    const double framesASignal =
        static_cast<double> (std::max<std::int64_t> (1, sizes.rows)) / timing.rowsPerFrame;
    timing.secondsPerFrame = kSignalSeconds / framesASignal;
    timing.bytesInPerFrame = static_cast<double> (sizes.inputBytes) / framesASignal;
    timing.bytesOutPerFrame = static_cast<double> (sizes.outputBytes) / framesASignal;
    BusyWatch watch (backend);
    const auto framesPerSecond = [&] () -> Result<double>
    {
        MELSTROM_TRY_VALUE (const double pieces, runPieces (load, runs.leastSeconds, watch));
        return pieces * runs.signalsPerPiece * framesASignal;
    };
    MELSTROM_TRY_VALUE (timing.framesPerSecond, timedRuns ({1, runs.numRuns}, framesPerSecond));
    timing.busyPercent = watch.meanPercent ();
    return timing;
}

} // namespace melstrom
