#include "Engine/Live/Device/VoiceEngine.h"

#include "Engine/Backend/GpuDevice.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/System/ForkCount.h"

#include <mutex>

namespace melstrom
{

namespace
{
/** Owns no heap memory, so that unloading this code leaks nothing. */
struct ProcessCrossover
{
    std::mutex mutex;
    std::optional<Crossover> measured;
};
} // namespace

std::optional<KnownCrossover> knownCrossover () noexcept
{
    const auto known = guarded (
        [] () -> Result<std::optional<KnownCrossover>>
        {
            auto& process = registryOfProcess<ProcessCrossover> ();
            {
                const std::lock_guard lock (process.mutex);
                if (process.measured)
                    return std::optional (KnownCrossover {*process.measured, true});
            }
            return recallCrossover (defaultMeasuredFile (), measuredHere (), presentGpus ());
        });
    return known ? *known : std::nullopt;
}

void measureOnce (GpuDevice& gpu, const std::stop_token& stop) noexcept
{
    (void)guarded (
        [&] () -> Result<void>
        {
            const auto file = defaultMeasuredFile ();
            const auto on = measuredOn (gpu);
            auto crossover = recallCrossover (file, on);
            if (! crossover)
            {
                MELSTROM_TRY_VALUE (const auto measured, measureCrossover (gpu, stop));
                crossover = measured;
                (void)rememberCrossover (file, on, *crossover); // fails if the home is read-only
            }
            auto& process = registryOfProcess<ProcessCrossover> ();
            const std::lock_guard lock (process.mutex);
            process.measured = crossover;
            return {};
        });
}

void forgetCrossover () noexcept
{
    (void)guarded (
        [] () -> Result<void>
        {
            auto& process = registryOfProcess<ProcessCrossover> ();
            const std::lock_guard lock (process.mutex);
            process.measured.reset ();
            return {};
        });
}

} // namespace melstrom
