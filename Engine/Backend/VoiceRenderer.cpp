#include "Engine/Backend/VoiceRenderer.h"

#include <utility>

namespace melstrom
{

Result<void> VoiceRenderer::begin (const VoiceBatch& batch) noexcept
{
    begun_ = batch;
    return {};
}

Result<void> VoiceRenderer::finish (float* left, float* right) noexcept
{
    return render (std::exchange (begun_, VoiceBatch {}), left, right);
}

Result<void> VoiceRenderer::setTables (const std::array<PartialTable, kNumOscillators>& tables)
{
    MELSTROM_TRY_VALUE (auto prepared, prepareTables (tables));
    useTables (prepared.get ());
    ownTables_ = std::move (prepared);
    return {};
}

void VoiceRenderer::forgetTables () noexcept
{
    ownTables_.reset ();
}

} // namespace melstrom
