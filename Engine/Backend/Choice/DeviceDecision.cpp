// How AutomaticBackend decides.
#include "Engine/Backend/Choice/AutomaticBackend.h"
#include "Engine/Backend/Choice/RowRate.h"
#include "Engine/Backend/StartingBackend.h"
#include "Engine/Core/Clock.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"

namespace melstrom
{

namespace
{
/** No driver starts in less. Computing that takes less on the CPU never waits for a GPU. */
constexpr double kLeastStartSeconds = 0.1;
constexpr double kTrialSeconds = 0.05;

std::string secondsText (double seconds)
{
    return fixedText (seconds, seconds < 10 ? 2 : 0) + " s";
}
} // namespace

/** The steps of one decision. */
class AutomaticBackend::Deciding
{
public:
    Deciding (const AutomaticDevices& devices, const MelWork& work)
        : devices_ (devices), work_ (work), cache_ (devices.measuredFile, work)
    {
    }

    Result<Decision> go ()
    {
        MELSTROM_TRY_VALUE (auto cpu, devices_.cpu ());
        if (work_.numRows == 0)
            return Decision {std::move (cpu), {}, {}};
        MELSTROM_TRY_VALUE (const auto cpuRate, cpuRowsPerSecond (*cpu));
        const double computing = static_cast<double> (work_.numRows) / cpuRate;
        if (! (computing >= kLeastStartSeconds))
            return Decision {std::move (cpu), {}, {}}; // no choice: no GPU is in question
        std::unique_ptr<Backend> gpu;
        const auto present = devices_.present ();
        auto rates = cache_.gpu (present);
        if (! rates)
        {
            const auto measured = guarded ([&] { return measureGpu (gpu); });
            if (! measured)
                return withoutGpu (std::move (cpu), measured.error (), ! present.isEmpty ());
            rates = *measured;
        }
        const auto predicted = predictSeconds (work_, cpuRate, *rates);
        const std::string start = secondsText (predicted.gpu) + ", of which " +
                                  secondsText (rates->startSeconds) + " start";
        if (! (predicted.gpu < predicted.cpu))
            return Decision {std::move (cpu),
                             "CPU: predicted " + secondsText (predicted.cpu) + ", GPU " + start,
                             {}};
        if (gpu == nullptr)
        {
            const auto opened = guarded ([&] { return startGpu (gpu, *rates); });
            if (! opened)
                return withoutGpu (std::move (cpu), opened.error (), true);
        }
        return Decision {std::move (gpu),
                         "GPU: predicted " + start + "; CPU " + secondsText (predicted.cpu),
                         {}};
    }

private:
    Result<double> cpuRowsPerSecond (Backend& cpu) const
    {
        auto perThread = cache_.cpuRowsPerThread ();
        if (! perThread)
        {
            MELSTROM_TRY_VALUE (const auto rate,
                                measureRowRate (cpu, work_.spec, work_.rateHz, kTrialSeconds));
            perThread = rate / cpu.concurrency ();
            if (*perThread > 0)
                cache_.keepCpu (*perThread);
        }
        return *perThread * cpu.concurrency ();
    }

    /** Opens the GPU for its first measurement. The first opening counts until the device is up: then
        variants are tried, which later starts do not do. A second opening, of a device that is up,
        counts for the check of the known variant: for thousands of bands it takes longer than all
        the rest. */
    Result<GpuRates> measureGpu (std::unique_ptr<Backend>& gpu) const
    {
        auto start = std::chrono::steady_clock::now ();
        MELSTROM_TRY_VALUE (const auto trying, devices_.gpu ());
        MELSTROM_TRY (trying->ready ());
        GpuRates rates;
        rates.startSeconds = secondsSince (start);
        MELSTROM_TRY (trying->variantOf (work_.spec, work_.rateHz));
        start = std::chrono::steady_clock::now ();
        MELSTROM_TRY_VALUE (gpu, devices_.gpu ());
        MELSTROM_TRY (gpu->ready ());
        MELSTROM_TRY (gpu->variantOf (work_.spec, work_.rateHz));
        rates.startSeconds += secondsSince (start);
        MELSTROM_TRY_VALUE (rates.rowsPerSecond,
                            measureRowRate (*gpu, work_.spec, work_.rateHz, kTrialSeconds));
        if (! (rates.rowsPerSecond > 0))
            return Error {ErrorCode::deviceUnavailable, "its rate cannot be measured", {}};
        cache_.keepGpu (gpu->deviceName (), gpu->driver (), rates);
        return rates;
    }

    /** Opens the GPU because its cached rates win, and caches the time of this start, which has the
        check of a known variant in it. */
    Result<void> startGpu (std::unique_ptr<Backend>& gpu, GpuRates rates) const
    {
        const auto start = std::chrono::steady_clock::now ();
        MELSTROM_TRY_VALUE (gpu, devices_.gpu ());
        MELSTROM_TRY (gpu->ready ());
        MELSTROM_TRY (gpu->variantOf (work_.spec, work_.rateHz));
        rates.startSeconds = secondsSince (start);
        cache_.keepGpu (gpu->deviceName (), gpu->driver (), rates);
        return {};
    }

    /** mayBeFaster: a GPU is known to be there. A machine without one needs no notice in each run. */
    Decision withoutGpu (std::unique_ptr<Backend> cpu, const Error& error, bool mayBeFaster) const
    {
        std::string notice =
            mayBeFaster ? fallbackNotice (cpu->name (), devices_.gpuName, error) : std::string ();
        return {std::move (cpu),
                "CPU: " + devices_.gpuName + " cannot be used: " + printable (error.message),
                std::move (notice)};
    }

    const AutomaticDevices& devices_;
    const MelWork& work_;
    const MelRateCache cache_;
};

Result<void> AutomaticBackend::decide (const MelWork& work)
{
    return settle (guarded ([&] { return Deciding (devices_, work).go (); }));
}

Result<void> AutomaticBackend::take (BackendChoice::Kind kind)
{
    const auto open = [&] () -> Result<Decision>
    {
        if (kind == BackendChoice::Kind::cpu)
        {
            MELSTROM_TRY_VALUE (auto cpu, devices_.cpu ());
            return Decision {std::move (cpu), {}, {}};
        }
        auto gpu = guarded (devices_.gpu);
        const auto up = gpu ? (*gpu)->ready () : Result<void> (gpu.error ());
        if (up)
            return Decision {*std::move (gpu), {}, {}};
        MELSTROM_TRY_VALUE (auto cpu, devices_.cpu ());
        std::string notice = fallbackNotice (cpu->name (), devices_.gpuName, up.error ());
        return Decision {std::move (cpu), {}, std::move (notice)};
    };
    return settle (guarded (open));
}

} // namespace melstrom
