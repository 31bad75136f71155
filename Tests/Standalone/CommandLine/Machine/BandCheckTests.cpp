#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Source/Picture/Spectrogram.h"
#include "Standalone/CommandLine/Machine/BandCheck.h"
#include "Standalone/CommandLine/Machine/TestSignal.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Mel/ChangedPlan.h"

#include <algorithm>
#include <limits>
#include <span>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

/** Adds a share of the last row's largest band to the last row's last band. */
void spoilLastBand (std::span<float> values, std::size_t numBands, float shareOfPeak)
{
    const auto row = values.last (numBands);
    float peak = 0;
    for (const float value : row)
        peak = std::max (peak, value);
    row.back () += shareOfPeak * peak;
}

class SpoilingBackend final : public Backend
{
public:
    explicit SpoilingBackend (float share)
        : backend_ (std::move (*makeCpuBackend (1))), share_ (share)
    {
    }
    std::string name () const override { return "spoiling"; }
    std::string deviceName () const override { return name (); }
    int concurrency () const override { return 1; }
    void observe (WorkObserver* observer) override { backend_->observe (observer); }
    Result<std::unique_ptr<SlabMemory>> allocate (std::size_t bytes) override
    {
        return backend_->allocate (bytes);
    }
    std::int64_t scratchBytes (const MelGeometry& geometry,
                               const MelCapacity& capacity) const override
    {
        return backend_->scratchBytes (geometry, capacity);
    }
    Result<std::unique_ptr<MelPlan>> planMel (const MelSpec& spec, int rateHz,
                                              const MelCapacity& capacity) override
    {
        auto plan = backend_->planMel (spec, rateHz, capacity);
        if (! plan)
            return plan;
        const auto numBands = static_cast<std::size_t> ((*plan)->geometry ().numBands);
        return std::unique_ptr<MelPlan> (
            std::make_unique<ChangedPlan> (std::move (*plan), capacity.outputBytes / sizeof (float),
                                           [numBands, share = share_] (std::span<float> values)
                                           { spoilLastBand (values, numBands, share); }));
    }

private:
    std::unique_ptr<Backend> backend_;
    float share_;
};

} // namespace

TEST_CASE ("every preset's bands agree with the transform by definition", "[band-check]")
{
    const auto backend = std::move (*makeCpuBackend (1));
    for (const auto& preset : builtInPresets ())
    {
        INFO (preset.name);
        const auto check = checkBands (*backend, preset.spec, usualRateHz (preset.spec));
        REQUIRE (check);
        CHECK (check->numFrames == 3);
        INFO (check->worstRatio);
        CHECK (check->agrees ());
    }
}

TEST_CASE ("one band that is wrong by three millionths of the peak is found", "[band-check]")
{
    const auto preset = findPreset ("librosa");
    REQUIRE (preset);
    SpoilingBackend honest (0.0f), wrong (3e-6f), broken (std::numeric_limits<float>::quiet_NaN ());
    CHECK (checkBands (honest, preset->spec, 22050)->agrees ());
    CHECK_FALSE (checkBands (wrong, preset->spec, 22050)->agrees ());
    CHECK_FALSE (checkBands (broken, preset->spec, 22050)->agrees ());
}

TEST_CASE ("segments that overlap become the spectrogram of the whole signal", "[band-check]")
{
    const auto backend = std::move (*makeCpuBackend (1));
    const auto preset = findPreset ("leak-fine");
    REQUIRE (preset);
    MelSpec segments = preset->spec, frames = preset->spec;
    frames.layout = Layout::frames;
    const auto samples = makeTestSignal (4096, 5000);
    const auto cut = extractSamples (*backend, segments, 4096, samples);
    const auto whole = extractSamples (*backend, frames, 4096, samples);
    REQUIRE (cut);
    REQUIRE (whole);
    const Spectrogram a = spectrogramOf (*cut), b = spectrogramOf (*whole);
    REQUIRE (a.numFrames > 200);
    REQUIRE (a.numFrames <= b.numFrames);
    CHECK (a.secondsPerFrame == b.secondsPerFrame);
    CHECK (a.firstFrameSeconds == b.firstFrameSeconds);
    CHECK (a.unit == "dB");
    CHECK (std::equal (a.values.begin (), a.values.end (), b.values.begin ()));
}
