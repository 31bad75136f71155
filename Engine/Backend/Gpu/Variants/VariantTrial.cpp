#include "Engine/Backend/Gpu/Variants/VariantTrial.h"

#include "Engine/Backend/Gpu/Mel/GpuMelPlan.h"
#include "Engine/Backend/Gpu/Mel/ResidentMel.h"
#include "Engine/Backend/Gpu/Variants/BandTrial.h"

#include <algorithm>

namespace melstrom::gpu
{

namespace
{

/** Bytes of samples and rows: more than the caches hold, and little of the device's memory. */
constexpr std::int64_t kMostBytes = std::int64_t {128} << 20;
constexpr std::int64_t kMostSignals = 32;

/** Number of signals on the device at once; 0 if one signal has no row or takes too much memory. */
int numResidentSignals (const MelGeometry& geometry, const GpuOptions& options)
{
    const std::int64_t samples = std::int64_t {ResidentMel::kSignalSeconds} * geometry.rateHz;
    const std::int64_t rows = geometry.numRows (samples);
    if (rows == 0)
        return 0;
    const std::int64_t bytes =
        samples * static_cast<std::int64_t> (sizeof (float)) + rows * geometry.rowBytes ();
    // a quarter of the allowed memory, because scratch needs memory, too
    constexpr std::int64_t share = 4;
    const auto most = static_cast<std::int64_t> (options.deviceBytes.value_or (share * kMostBytes));
    return static_cast<int> (std::min (std::min (kMostBytes, most / share) / bytes, kMostSignals));
}

} // namespace

Result<void> DeviceTrials::check (const ChosenVariant& variant)
{
    constexpr int withoutTiles = 32; // cuFFT has no tiles; enough frames for a check
    MELSTROM_TRY_VALUE (
        auto trial,
        BandTrial::make (geometry_, variant.isFused ? variant.shape.framesPerTile : withoutTiles));
    MELSTROM_TRY_VALUE (auto plan, GpuMelPlan::make (device_, trial.geometry (), variant,
                                                     trial.capacity (), options_));
    return trial.check (*plan);
}

Result<std::optional<double>> DeviceTrials::time (const ChosenVariant& variant)
{
    const int numSignals = numResidentSignals (geometry_, options_);
    if (numSignals == 0)
        return std::optional<double> ();
    Lock lock (device_->mutex);
    auto seconds = timeResident (variant, numSignals, lock);
    if (seconds || seconds.error ().code != ErrorCode::outOfMemory)
        return seconds;
    return std::optional<double> (); // the plan itself may need less
}

Result<std::optional<double>> DeviceTrials::timeResident (const ChosenVariant& variant,
                                                          int numSignals, Lock& lock)
{
    using Seconds = std::optional<double>;
    constexpr double coarseSeconds = 1e-4;
    constexpr int numRuns = 5;
    DeviceTimer timer (*device_, &lock);
    MELSTROM_TRY (timer.prepare ());
    const auto ofNothing = timer.deviceSeconds ([] (StreamHandle) { return Result<void> (); });
    if (! ofNothing)
        return ofNothing.error ();
    if (*ofNothing >= coarseSeconds) // the clock is too coarse to compare shapes
        return Seconds ();

    std::optional<ResidentMel> mel; // destroyed while the lock is held
    timer.withoutDevice ([&] { mel.emplace (*device_, geometry_, variant, numSignals); });
    MELSTROM_TRY (mel->prepare (timer));
    std::vector<double> seconds;
    for (int run = 0; run <= numRuns && ! isAbandoned (); ++run)
    {
        const auto taken =
            timer.deviceSeconds ([&] (StreamHandle stream) { return mel->launch (stream); });
        if (! taken)
            return taken.error ();
        if (run > 0) // the first run loads the kernels
            seconds.push_back (*taken);
    }
    return Seconds (medianOf (std::move (seconds)));
}

} // namespace melstrom::gpu
