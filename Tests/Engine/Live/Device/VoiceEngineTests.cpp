// The engine that `auto` chooses for an instance's voices.
#include "Engine/Backend/GpuDevice.h"
#include "Engine/Live/Device/VoiceEngine.h"
#include "Engine/Spec/Patch/PatchChoices.h"
#include "Engine/Spec/Patch/PatchToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Gpu/FakeModule.h"
#include "Tests/Support/Live/SeededCrossover.h"
#include "Tests/Support/Skip.h"

using namespace melstrom;
using namespace melstrom::testing;
using Kind = BackendChoice::Kind;

namespace
{
/** Saws of 100 partials: 1,000 sinusoids with all voices sounding. */
Patch thousand ()
{
    Patch patch;
    patch[PatchKey::osc1Spectrum] = static_cast<float> (SpectrumShape::saw);
    patch[PatchKey::osc1Partials] = 100;
    patch[PatchKey::maxVoices] = 10;
    return patch;
}

Kind chosen (const Patch& patch, double rateHz = 48000, Kind asked = Kind::automatic)
{
    return chooseVoiceEngine (choiceOf (asked), patch, rateHz).backend.kind;
}
} // namespace

TEST_CASE ("a patch at full polyphony is partials times copies times voices", "[crossover]")
{
    Patch patch = thousand ();
    CHECK (sinusoidsAtFullPolyphony (patch) == 1000);
    patch[PatchKey::osc1Unison] = 3;
    CHECK (sinusoidsAtFullPolyphony (patch) == 3000);
    patch[PatchKey::voiceMode] = static_cast<float> (VoiceMode::mono);
    CHECK (sinusoidsAtFullPolyphony (patch) == 300);
    patch[PatchKey::voiceMode] = static_cast<float> (VoiceMode::legato);
    CHECK (sinusoidsAtFullPolyphony (patch) == 300);
    CHECK (sinusoidsAtFullPolyphony (Patch ()) == Patch ().whole (PatchKey::maxVoices)); // sines
}

TEST_CASE ("auto takes the GPU where the patch has more sinusoids than the crossover",
           "[crossover]")
{
    const EnvironmentVariable path (kModulePath, kFakeModule.c_str ());
    const auto at = [] (std::optional<std::int64_t> live) {
        return SeededCrossover (Crossover {live, 1});
    };
    {
        const auto cache = at (1000);
        CHECK (chosen (thousand ()) == Kind::cpu);
        CHECK (chosen (thousand (), 48001) == Kind::automatic);
        CHECK (chosen (Patch (), 96000) == Kind::cpu);
        CHECK (chooseVoiceEngine (choiceOf (Kind::automatic), thousand (), 44100).device ==
               nullptr);
    }
    {
        const auto cache = at (999);
        CHECK (chosen (thousand ()) == Kind::automatic);
        CHECK (chosen (thousand (), 44100) == Kind::cpu);
        const auto engine = chooseVoiceEngine (choiceOf (Kind::automatic), thousand (), 48000);
        CHECK (engine.device == LiveDevice::shared (choiceOf (Kind::gpu)));
    }
    const auto cache = at (std::nullopt); // the GPU never pays
    Patch most = thousand ();
    most[PatchKey::maxVoices] = 256;
    CHECK (chosen (most, 192000) == Kind::cpu);
}

TEST_CASE ("while nobody has measured auto is the CPU and the GPU comes up to be measured",
           "[crossover]")
{
    const EnvironmentVariable path (kModulePath, kFakeModule.c_str ());
    const SeededCrossover cache (std::nullopt);
    const auto engine = chooseVoiceEngine (choiceOf (Kind::automatic), thousand (), 48000);
    CHECK (engine.backend.kind == Kind::cpu);
    CHECK (engine.device == LiveDevice::shared (choiceOf (Kind::gpu)));
}

TEST_CASE ("what was measured with another driver chooses a GPU, and rules none out", "[crossover]")
{
    const EnvironmentVariable path (kModulePath, kFakeModule.c_str ());
    for (const auto& [live, isOfGpu] : {std::pair {999, true}, {1000, false}})
    {
        const SeededCrossover cache (Crossover {live, 1}, seededOn ("565.77"));
        const auto engine = chooseVoiceEngine (choiceOf (Kind::automatic), thousand (), 48000);
        CHECK (engine.backend.kind == (isOfGpu ? Kind::automatic : Kind::cpu));
        CHECK (engine.device == LiveDevice::shared (choiceOf (Kind::gpu))); // to measure
    }
}

TEST_CASE ("an engine that is named is what it says, and auto without a module is the CPU",
           "[crossover]")
{
    const SeededCrossover cache (Crossover {0, 0});
    {
        const EnvironmentVariable path (kModulePath, kFakeModule.c_str ());
        CHECK (chosen (Patch (), 48000, Kind::gpu) == Kind::gpu);
        CHECK (chosen (thousand (), 48000, Kind::cpu) == Kind::cpu);
        CHECK (chosen (Patch ()) == Kind::automatic);
    }
    const EnvironmentVariable path (kModulePath, nullptr);
    if (hasGpuModule ())
        return skipPart ("this build has a CUDA module");
    const auto engine = chooseVoiceEngine (choiceOf (Kind::automatic), thousand (), 48000);
    CHECK (engine.backend.kind == Kind::cpu);
    CHECK (engine.device == nullptr);
}
