#include "Tests/Support/Voices/PlayerRuns.h"

#include "Tests/Support/Catch.h"

#include <algorithm>

namespace melstrom::testing
{

SynthEvent tablesEvent (std::int64_t sample, int slot)
{
    return {sample, SynthEventKind::tables, 0, static_cast<std::uint8_t> (slot), 0};
}

namespace
{
std::unique_ptr<VoicePlayer> playerOf (std::unique_ptr<VoiceRenderer> renderer, double sampleRateHz)
{
    VoiceCapacity capacity = kPlayCapacity;
    capacity.sampleRateHz = sampleRateHz;
    auto player = VoicePlayer::make (std::move (renderer), capacity);
    REQUIRE (player);
    return *std::move (player);
}

std::unique_ptr<VoiceRenderer> cpuRenderer ()
{
    auto renderer = makeCpuVoiceRenderer (kPlayCapacity, 1);
    REQUIRE (renderer);
    return *std::move (renderer);
}
} // namespace

PlayerRig::PlayerRig (double sampleRateHz) : player_ (playerOf (cpuRenderer (), sampleRateHz)) {}

PlayerRig::PlayerRig (std::unique_ptr<VoiceRenderer> renderer)
    : player_ (playerOf (std::move (renderer), kPlayCapacity.sampleRateHz))
{
}

void PlayerRig::setSlot (int slot, const Patch& patch)
{
    const std::array<PartialTable, kNumOscillators> tables {makePartialTable (patch, 0),
                                                            makePartialTable (patch, 1)};
    auto prepared = player_->renderer ().prepareTables (tables);
    REQUIRE (prepared);
    player_->setSlot (slot, prepared->get (), {tables[0].centreShare, tables[1].centreShare});
    tables_.push_back (*std::move (prepared));
}

void PlayerRig::begin (const Patch& patch)
{
    setSlot (0, patch);
    player_->jumpTo (patch, 0);
}

StereoSound PlayerRig::playUntil (std::int64_t end, const Events& events, const BlockCutter& cut)
{
    const std::int64_t start = player_->position ();
    StereoSound sound (static_cast<int> (end - start));
    for (std::int64_t position = start; position < end;)
    {
        const auto count =
            static_cast<int> (std::min<std::int64_t> (cut (position), end - position));
        const auto next = std::ranges::lower_bound (events, position, {}, &SynthEvent::sample);
        const auto last =
            std::ranges::lower_bound (events, position + count, {}, &SynthEvent::sample);
        SynthBlock block;
        block.events = std::span (next, last);
        block.left = sound.left.data () + (position - start);
        block.right = sound.right.data () + (position - start);
        block.numSamples = count;
        REQUIRE (player_->process (block));
        position += count;
        REQUIRE (player_->position () == position);
    }
    return sound;
}

} // namespace melstrom::testing
