// Renderers that replace a backend's: voices in float64, and parts of a long sound.
#pragma once

#include "Engine/Backend/VoiceRenderer.h"
#include "Tests/Reference/ReferenceVoices.h"

#include <algorithm>
#include <memory>

namespace melstrom::testing
{

/** Rounds its doubles to floats only at the end. */
class ReferenceRenderer final : public VoiceRenderer
{
public:
    explicit ReferenceRenderer (double gain, const ReferenceOptions& options = {})
        : gain_ (gain), options_ (options)
    {
    }
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
        const auto sound =
            referenceVoices (tables_->tables, batch.voices, batch.numSegments, options_);
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
    ReferenceOptions options_;
    const KeptTables* tables_ = nullptr;
};

/** Renders one batch in kEvery, and silence between them: slow attacks and releases then fit into
    the few samples that float64 has time for. */
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

} // namespace melstrom::testing
