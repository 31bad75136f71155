#include "Engine/Backend/Choice/VoiceBench.h"
#include "Engine/Backend/Gpu/Device/CudaModule.h"
#include "Engine/Backend/Gpu/Voices/GpuVoiceRenderer.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Gpu/CudaUnderTest.h"
#include "Tests/Support/Gpu/EmulatedDevice.h"
#include "Tests/Support/Voices/VoiceRuns.h"

using namespace melstrom;
using namespace melstrom::gpu;
using namespace melstrom::testing;

namespace
{
std::unique_ptr<VoiceRenderer> emulatedRenderer ()
{
    EmulationOptions emulation;
    emulation.totalBytes = std::size_t {256} << 20;
    auto renderer = makeGpuVoiceRenderer (
        std::make_unique<EmulatedDevice> (emulation, std::make_shared<EmulationRecord> ()),
        {4, 16, 48000});
    REQUIRE (renderer);
    return std::move (*renderer);
}

/** A renderer with a small error. */
class LoudRenderer final : public VoiceRenderer
{
public:
    explicit LoudRenderer (VoiceRenderer& renderer) : renderer_ (renderer) {}
    std::string name () const override { return "loud"; }
    Result<std::unique_ptr<PreparedTables>>
    prepareTables (const std::array<PartialTable, kNumOscillators>& tables) override
    {
        return renderer_.prepareTables (tables);
    }
    void useTables (const PreparedTables* tables) noexcept override
    {
        renderer_.useTables (tables);
    }
    Result<void> render (const VoiceBatch& batch, float* left, float* right) noexcept override
    {
        auto done = renderer_.render (batch, left, right);
        for (int i = 0; i < batch.numSegments * kControlSamples; ++i)
            left[i] *= 1.0001f;
        return done;
    }

private:
    VoiceRenderer& renderer_;
};
} // namespace

TEST_CASE ("a bench of voices checks each kind of motion, then times four block sizes",
           "[cuda][voices][bench]")
{
    const auto renderer = emulatedRenderer ();
    VoiceBench bench (*renderer, {1, 3, 1});
    for (const auto motion : {WorkloadMotion::rests, WorkloadMotion::gains, WorkloadMotion::bends})
    {
        const VoiceWorkload workload {4, 20, 3, 2, motion};
        const auto errorDb = bench.check (workload);
        REQUIRE (errorDb);
        CHECK (*errorDb < -110);
        const auto timings = bench.run (workload);
        REQUIRE (timings);
        REQUIRE (timings->size () == 4);
        for (const VoiceTiming& timing : *timings)
        {
            CHECK (timing.numSinusoids == 480);
            CHECK (timing.numRuns == 3);
            CHECK (timing.medianSeconds > 0);
            CHECK (timing.medianSeconds <= timing.p999Seconds);
            CHECK (timing.p999Seconds <= timing.worstSeconds);
            CHECK (timing.realTimeSinusoids () ==
                   Approx (480 * (timing.numSegments / 1500.0) / timing.medianSeconds));
        }
    }
}

TEST_CASE ("a bench of voices does not time a renderer that is wrong", "[cuda][voices][bench]")
{
    const auto renderer = emulatedRenderer ();
    LoudRenderer loud (*renderer);
    const auto timings = VoiceBench (loud, {1, 3, 1}).run ({2, 8, 1, 1, WorkloadMotion::rests});
    REQUIRE_FALSE (timings);
    CHECK (timings.error ().message.find ("loud rendered voices with an error of -8") !=
           std::string::npos);
}

TEST_CASE ("what is measured is what the reference sounds like", "[cuda][voices][bench]")
{
    const VoiceWorkload workload {3, 40, 2, 2, WorkloadMotion::bends};
    VoiceRun run;
    run.tables = tablesOf (workload);
    run.numSegments = 5;
    run.voices = segmentsOf (workload, run.numSegments);
    const auto renderer = emulatedRenderer ();
    REQUIRE (renderer->setTables (run.tables));
    CHECK (residualDb (run, renderWhole (*renderer, run)) < -110);
}
