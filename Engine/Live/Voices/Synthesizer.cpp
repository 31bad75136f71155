#include "Engine/Live/Voices/Synthesizer.h"

#include <new>

namespace melstrom
{

namespace
{
Error noMemory (const char* what)
{
    return {ErrorCode::outOfMemory, std::string ("not enough memory for ") + what, {}};
}
} // namespace

Result<std::unique_ptr<Synthesizer>> Synthesizer::make (std::unique_ptr<VoiceRenderer> renderer,
                                                        const VoiceCapacity& capacity)
{
    MELSTROM_TRY_VALUE (auto player, VoicePlayer::make (std::move (renderer), capacity));
    try
    {
        std::unique_ptr<Synthesizer> made (
            new Synthesizer (std::move (player), capacity.sampleRateHz));
        MELSTROM_TRY (made->setPatch (Patch ()));
        return made;
    }
    catch (const std::bad_alloc&)
    {
        return noMemory ("a synthesizer's effects");
    }
}

Synthesizer::Synthesizer (std::unique_ptr<VoicePlayer> player, double sampleRateHz)
    : player_ (std::move (player)), effects_ (sampleRateHz, Patch ())
{
}

Result<void> Synthesizer::setPatch (const Patch& patch)
{
    MELSTROM_TRY (patch.validate ());
    try
    {
        const std::array<PartialTable, kNumOscillators> tables {makePartialTable (patch, 0),
                                                                makePartialTable (patch, 1)};
        MELSTROM_TRY_VALUE (auto prepared, player_->renderer ().prepareTables (tables));
        player_->setSlot (0, prepared.get (), {tables[0].centreShare, tables[1].centreShare});
        tables_ = std::move (prepared);
        player_->jumpTo (patch, 0);
    }
    catch (const std::bad_alloc&)
    {
        return noMemory ("the patch's partials");
    }
    effects_.jumpTo (patch);
    return {};
}

void Synthesizer::setTuning (const Tuning& tuning)
{
    tuning_ = tuning;
    player_->setTuning (tuning_);
}

void Synthesizer::reset () noexcept
{
    player_->reset ();
    effects_.reset ();
}

Result<void> Synthesizer::process (const SynthBlock& block) noexcept
{
    const std::int64_t start = player_->position ();
    MELSTROM_TRY (player_->process (block));
    effects_.process (block.events, block.song, start, block.left, block.right, block.numSamples);
    return {};
}

} // namespace melstrom
