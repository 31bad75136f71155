// Factory patches against the same ones whose partials are computed in float64. Noise and effects run
// on the host whatever the renderer, and so drop out.
#include "Engine/Spec/Patch/PatchToml.h"
#include "Tests/Reference/ReferenceVoices.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/SynthRuns.h"

#include <algorithm>

namespace melstrom::testing
{

namespace
{
constexpr double kMostResidualDb = -100;
constexpr int kBlockSamples = 512;

/** Its doubles are rounded to floats at the end alone. */
class ReferenceRenderer final : public VoiceRenderer
{
public:
    explicit ReferenceRenderer (double gain) : gain_ (gain) {}
    std::string name () const override { return "reference"; }
    Result<std::unique_ptr<PreparedTables>>
    prepareTables (const std::array<PartialTable, kNumOscillators>& tables) override
    {
        return std::unique_ptr<PreparedTables> (std::make_unique<KeptTables> (tables));
    }
    void useTables (const PreparedTables* tables) noexcept override
    {
        tables_ = static_cast<const KeptTables*> (tables);
    }
    Result<void> render (const VoiceBatch& batch, float* left, float* right) noexcept override
    {
        const auto sound = referenceVoices (tables_->tables, batch.voices, batch.numSegments);
        const auto toFloat = [this] (double value) { return static_cast<float> (gain_ * value); };
        std::ranges::transform (sound.left, left, toFloat);
        std::ranges::transform (sound.right, right, toFloat);
        return {};
    }

private:
    struct KeptTables final : PreparedTables
    {
        explicit KeptTables (const std::array<PartialTable, kNumOscillators>& from) : tables (from)
        {
        }
        std::array<PartialTable, kNumOscillators> tables;
    };

    double gain_;
    const KeptTables* tables_ = nullptr;
};

/** Sounds one batch in kEvery and is silent between them: slow attacks and releases come into the few
    samples that float64 has time for. */
class GatedRenderer final : public VoiceRenderer
{
public:
    static constexpr int kEvery = 16;
    explicit GatedRenderer (std::unique_ptr<VoiceRenderer> inner) : inner_ (std::move (inner)) {}
    ~GatedRenderer () override { forgetTables (); }
    std::string name () const override { return inner_->name (); }
    Result<std::unique_ptr<PreparedTables>>
    prepareTables (const std::array<PartialTable, kNumOscillators>& tables) override
    {
        return inner_->prepareTables (tables);
    }
    void useTables (const PreparedTables* tables) noexcept override { inner_->useTables (tables); }
    Result<void> render (const VoiceBatch& batch, float* left, float* right) noexcept override
    {
        if (numBatches_++ % kEvery == 0)
            return inner_->render (batch, left, right);
        std::fill_n (left, batch.numSegments * kControlSamples, 0.0f);
        std::fill_n (right, batch.numSegments * kControlSamples, 0.0f);
        return {};
    }

private:
    std::unique_ptr<VoiceRenderer> inner_;
    int numBatches_ = 0;
};

/** 13 sounding blocks over two seconds: 6656 samples. Both notes start off the control grid; one ends. */
StereoSound playGated (std::unique_ptr<VoiceRenderer> renderer, const Patch& patch)
{
    constexpr int kNumSamples = (12 * GatedRenderer::kEvery + 1) * kBlockSamples;
    return playOn (std::make_unique<GatedRenderer> (std::move (renderer)), patch,
                   {noteOn (5, 57, 0.9f), noteOn (203, 64, 0.7f), noteOff (48111, 64)}, kNumSamples,
                   blocksOf (kBlockSamples));
}

StereoSound onCpu (const Patch& patch)
{
    auto renderer = makeCpuVoiceRenderer (kPlayCapacity, 1);
    REQUIRE (renderer);
    return playGated (*std::move (renderer), patch);
}

StereoSound inFloat64 (const Patch& patch, double gain = 1)
{
    return playGated (std::make_unique<ReferenceRenderer> (gain), patch);
}
} // namespace

// Hours into a note, and the first and the last partial: see VoiceRendererTests.
TEST_CASE ("every factory patch is what float64 makes of it, below -100 dB", "[synth][patches]")
{
    for (const auto& patch : factoryPatches ())
    {
        INFO (patch.name);
        const StereoSound sound = onCpu (patch);
        CHECK (peakDb (differenceOf (sound, StereoSound (sound.size ()))) > -40);
        CHECK (peakDb (differenceOf (sound, inFloat64 (patch))) < kMostResidualDb);
    }
}

TEST_CASE ("that difference hears partials that are 0.001 dB too loud", "[synth][patches]")
{
    const auto patch = findPatch ("Halo");
    REQUIRE (patch);
    CHECK (peakDb (differenceOf (onCpu (*patch), inFloat64 (*patch, 1.000115))) > kMostResidualDb);
}

} // namespace melstrom::testing
