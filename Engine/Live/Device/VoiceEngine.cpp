#include "Engine/Live/Device/VoiceEngine.h"

#include "Engine/Backend/GpuDevice.h"
#include "Engine/Dsp/Voice/PartialTable.h"
#include "Engine/Spec/Patch/PatchChoices.h"

namespace melstrom
{

namespace
{
/** A sinusoid costs time per sample: at twice the rate the CPU plays half as many sinusoids. */
bool needsGpu (const Crossover& crossover, std::int64_t numSinusoids, double sampleRateHz)
{
    constexpr double kMeasuredRateHz = 48000;
    return crossover.live && static_cast<double> (numSinusoids) * sampleRateHz >
                                 static_cast<double> (*crossover.live) * kMeasuredRateHz;
}
} // namespace

std::int64_t sinusoidsAtFullPolyphony (const Patch& patch)
{
    const bool isPoly = patch.whole (PatchKey::voiceMode) == static_cast<int> (VoiceMode::poly);
    return sinusoidsOfNote (patch) * (isPoly ? patch.whole (PatchKey::maxVoices) : 1);
}

VoiceEngine chooseVoiceEngine (const BackendChoice& asked, const Patch& patch, double sampleRateHz)
{
    using enum BackendChoice::Kind;
    if (asked.kind != automatic)
        return {asked, asked.kind == gpu ? LiveDevice::shared (asked) : nullptr};
    BackendChoice cpuAlone = asked;
    cpuAlone.kind = cpu;
    if (! hasGpuModule ())
        return {cpuAlone, nullptr};
    const auto known = knownCrossover ();
    if (known && needsGpu (known->crossover, sinusoidsAtFullPolyphony (patch), sampleRateHz))
        return {asked, LiveDevice::shared (asked)};
    const bool isCurrent = known && known->isCurrent;
    return {cpuAlone, isCurrent ? nullptr : LiveDevice::shared (asked)};
}

} // namespace melstrom
