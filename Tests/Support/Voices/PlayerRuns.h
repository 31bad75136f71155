// Voices played without effects, for tests.
#pragma once

#include "Engine/Live/Voices/VoicePlayer.h"
#include "Engine/Spec/Patch/Patch.h"
#include "Tests/Support/Audio/StereoSound.h"
#include "Tests/Support/Voices/SynthRuns.h"

#include <memory>
#include <vector>

namespace melstrom::testing
{

using Events = std::vector<SynthEvent>;

SynthEvent tablesEvent (std::int64_t sample, int slot);

/** A player on the CPU, one thread, with tables for its slots. */
class PlayerRig
{
public:
    explicit PlayerRig (double sampleRateHz = 48000);
    /** Uses any renderer made for kPlayCapacity. */
    explicit PlayerRig (std::unique_ptr<VoiceRenderer> renderer);

    /** Makes the patch's tables and puts them into the slot. */
    void setSlot (int slot, const Patch& patch);
    /** Begins with the patch's tables in slot 0. */
    void begin (const Patch& patch);
    /** Plays from the player's position on. events: all events in order; those before the position
        are left out. */
    StereoSound playUntil (std::int64_t end, const Events& events,
                           const BlockCutter& cut = blocksOf (512));

    VoicePlayer& player () noexcept { return *player_; }

private:
    std::unique_ptr<VoicePlayer> player_;
    std::vector<std::unique_ptr<PreparedTables>> tables_; ///< destroyed before the player
};

} // namespace melstrom::testing
