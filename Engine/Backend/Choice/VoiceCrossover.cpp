#include "Engine/Backend/Choice/VoiceCrossover.h"

#include "Engine/Backend/Choice/VoiceBench.h"
#include "Engine/Backend/GpuDevice.h"
#include "Engine/Core/Clock.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/ParallelFor.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>

namespace melstrom
{

namespace
{
constexpr const char* kWhat = "voices-crossover";
constexpr const char* kLiveName = "live_sinusoids";
constexpr const char* kOfflineName = "offline_sinusoids";

/** Blocks of 128 samples in a host, and of 512 in a file: the largest blocks of --bench synth. */
constexpr int kLiveSegments = 4, kOfflineSegments = 16;
constexpr int kThreadVoices = 8, kMostVoices = 256;

double secondsOf (int numSegments)
{
    return numSegments * kControlSamples / 48000.0;
}

/** Empty: the GPU renders less than twice as many sinusoids. */
Result<std::optional<std::int64_t>> measureLive (const TimeVoices& time)
{
    using enum VoiceSounder;
    MELSTROM_TRY_VALUE (const auto ofThread, time (thread, kThreadVoices, kLiveSegments));
    const double patience = kLiveShare * secondsOf (kLiveSegments);
    const double numVoices = kThreadVoices * patience / std::max (ofThread, 1e-9);
    const auto timed =
        static_cast<int> (std::clamp (std::ceil (2 * numVoices), 1.0, 1.0 * kMostVoices));
    for (int fewer = 2; fewer < timed; fewer *= 2) // stops early for a slow GPU
    {
        MELSTROM_TRY_VALUE (const auto ofFewer, time (gpu, fewer, kLiveSegments));
        if (ofFewer > patience)
            return std::optional<std::int64_t> ();
    }
    MELSTROM_TRY_VALUE (const auto ofGpu, time (gpu, timed, kLiveSegments));
    // `timed` is at most kMostVoices. If it is below twice numVoices, the proportional estimate is
    // too high, because a part of the GPU's time is fixed.
    if (ofGpu * 2 * numVoices > patience * timed)
        return std::optional<std::int64_t> ();
    return std::optional<std::int64_t> (std::llround (numVoices * kCrossoverPartials));
}

Result<std::optional<std::int64_t>> measureOffline (const TimeVoices& time)
{
    using enum VoiceSounder;
    bool wasFaster = false;
    for (int numVoices = 1; numVoices <= kMostVoices; numVoices *= 2)
    {
        MELSTROM_TRY_VALUE (const auto ofGpu, time (gpu, numVoices, kOfflineSegments));
        if (ofGpu > secondsOf (kOfflineSegments))
            break;
        MELSTROM_TRY_VALUE (const auto ofCores, time (cores, numVoices, kOfflineSegments));
        const bool isFaster = ofGpu < ofCores;
        if (isFaster && wasFaster)
            return std::optional (std::int64_t {numVoices / 2} * kCrossoverPartials);
        wasFaster = isFaster;
    }
    return std::optional<std::int64_t> ();
}

/** Renderers of all three devices, timed one after the other. */
class Stopwatch
{
public:
    explicit Stopwatch (std::stop_token stop) : stop_ (std::move (stop)) {}

    Result<void> open (GpuDevice& gpu)
    {
        VoiceCapacity capacity;
        capacity.maxVoices = kMostVoices;
        capacity.maxSegments = kOfflineSegments;
        std::array made {makeCpuVoiceRenderer (capacity, 1),
                         makeCpuVoiceRenderer (capacity, hardwareThreads ()),
                         gpu.makeVoices (capacity)};
        for (std::size_t i = 0; i < made.size (); ++i)
        {
            if (! made[i])
                return made[i].error ();
            renderers_[i] = *std::move (made[i]);
        }
        return {};
    }

    Result<double> time (VoiceSounder sounder, int numVoices, int numSegments)
    {
        if (stop_.stop_requested ())
            return Error {ErrorCode::interrupted, "the measurement was cancelled", {}};
        VoiceWorkload workload;
        workload.numVoices = numVoices;
        workload.numPartials = kCrossoverPartials;
        workload.motion = WorkloadMotion::bends;
        constexpr VoiceBenchSizes kSizes {10, 31, 0.03};
        MELSTROM_TRY_VALUE (const auto timing,
                            VoiceBench (*renderers_[static_cast<std::size_t> (sounder)], kSizes)
                                .time (workload, numSegments));
        return timing.medianSeconds;
    }

private:
    std::stop_token stop_;
    std::array<std::unique_ptr<VoiceRenderer>, 3> renderers_;
};

/** Outer optional empty: no valid count. Inner optional empty: null in the file. */
std::optional<std::optional<std::int64_t>> countOf (const MeasuredValue& value, const char* name)
{
    constexpr double kMost = 1e12;
    const auto found = std::ranges::find (value.numbers, name, &MeasuredNumber::name);
    if (found == value.numbers.end ())
        return std::nullopt;
    if (! found->value)
        return std::optional<std::int64_t> ();
    if (*found->value < 0 || *found->value > kMost)
        return std::nullopt;
    return std::optional<std::int64_t> (std::llround (*found->value));
}

std::optional<Crossover> crossoverOf (const MeasuredValue& value)
{
    const auto live = countOf (value, kLiveName), offline = countOf (value, kOfflineName);
    if (! live || ! offline)
        return std::nullopt;
    return Crossover {*live, *offline};
}

/** True if `on` names the present driver and GPU. on.driver: "580.65.06, CUDA 13.0", or without a
    release "CUDA 13.0" */
bool isOf (const PresentGpus& present, const MeasuredOn& on) noexcept
{
    const std::string& release = present.driverRelease;
    const bool isOfDriver = ! release.empty () && on.driver.size () > release.size () &&
                            on.driver.starts_with (release) && on.driver[release.size ()] == ',';
    return isOfDriver && std::ranges::all_of (present.models, [&on] (const std::string& model)
                                              { return model == on.device; });
}

/** Newest crossover of this program on this processor whose conditions satisfy `isMeant`. */
template <typename IsMeant>
std::optional<Crossover> newestOf (const std::optional<std::string>& file, const MeasuredOn& here,
                                   IsMeant&& isMeant) noexcept
{
    std::optional<Crossover> newest;
    if (! file)
        return newest;
    for (const auto& value : measuredValues (*file))
        if (value.what == kWhat && value.on.machine == here.machine &&
            value.on.melstrom == here.melstrom && isMeant (value.on))
            if (const auto crossover = crossoverOf (value))
                newest = crossover;
    return newest;
}

std::optional<double> numberOf (const std::optional<std::int64_t>& count)
{
    return count ? std::optional (static_cast<double> (*count)) : std::nullopt;
}
} // namespace

Result<Crossover> measureCrossover (const TimeVoices& time)
{
    MELSTROM_TRY_VALUE (const auto ofOne, time (VoiceSounder::gpu, 1, kLiveSegments));
    if (ofOne > secondsOf (kLiveSegments))
        return Crossover {};
    MELSTROM_TRY_VALUE (const auto live, measureLive (time));
    MELSTROM_TRY_VALUE (const auto offline, measureOffline (time));
    return Crossover {live, offline};
}

Result<Crossover> measureCrossover (GpuDevice& gpu, const std::stop_token& stop)
{
    return guarded (
        [&] () -> Result<Crossover>
        {
            Stopwatch watch (stop);
            MELSTROM_TRY (watch.open (gpu));
            return measureCrossover ([&watch] (VoiceSounder sounder, int numVoices, int numSegments)
                                     { return watch.time (sounder, numVoices, numSegments); });
        });
}

MeasuredOn measuredOn (GpuDevice& gpu)
{
    auto on = measuredHere ();
    on.device = gpu.melBackend ().deviceName ();
    on.driver = gpu.melBackend ().driver ();
    return on;
}

std::optional<Crossover> recallCrossover (const std::optional<std::string>& file,
                                          const MeasuredOn& on) noexcept
{
    return newestOf (file, on,
                     [&on] (const MeasuredOn& measured) {
                         return on.device.empty () ||
                                (measured.device == on.device && measured.driver == on.driver);
                     });
}

std::optional<KnownCrossover> recallCrossover (const std::optional<std::string>& file,
                                               const MeasuredOn& here,
                                               const PresentGpus& present) noexcept
{
    if (const auto current =
            newestOf (file, here,
                      [&present] (const MeasuredOn& measured) { return isOf (present, measured); }))
        return KnownCrossover {*current, true};
    if (const auto any = newestOf (file, here, [] (const MeasuredOn&) { return true; }))
        return KnownCrossover {*any, false};
    return std::nullopt;
}

bool rememberCrossover (const std::optional<std::string>& file, const MeasuredOn& on,
                        const Crossover& crossover) noexcept
{
    try
    {
        return file && rememberMeasured (*file, {kWhat,
                                                 on,
                                                 utcText (std::time (nullptr)),
                                                 {{kLiveName, numberOf (crossover.live)},
                                                  {kOfflineName, numberOf (crossover.offline)}}});
    }
    catch (const std::exception&)
    {
        return false;
    }
}

} // namespace melstrom
