// A player may be stopped, copied and continued in a second player: the bits stay the same.
#include "Tests/Support/AllocationCount.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/BusyPlayer.h"

#include <algorithm>
#include <random>

namespace melstrom::testing
{

namespace
{
bool isTailOf (const StereoSound& tail, const StereoSound& whole)
{
    const auto from = [&] (const std::vector<float>& all)
    { return std::vector<float> (all.end () - tail.size (), all.end ()); };
    return sameBits (tail.left, from (whole.left)) && sameBits (tail.right, from (whole.right));
}
} // namespace

TEST_CASE ("another player goes on from a saved state with the same bits", "[player]")
{
    std::mt19937 random (2024);
    for (const unsigned seed : {0u, 21u, 22u, 23u})
    {
        const Events events = seed == 0 ? busyEvents () : chanceEvents (seed);
        const auto whole = playBusy (events);
        PlayerRig first, second;
        beginBusy (first);
        beginBusy (second);
        VoicePlayerState state (48000);
        const auto cut = randomBlocks (seed);
        std::int64_t position = 0;
        for (int trial = 0; trial < 40 && position < kBusyEnd; ++trial)
        {
            position = std::min<std::int64_t> (kBusyEnd, position + random () % 450);
            first.playUntil (position, events, cut);
            first.player ().save (state);
            INFO ("seed " << seed << ", saved at " << position);
            REQUIRE (state.sample == position / kControlSamples * kControlSamples);
            // The second player has played before and has voices of its own.
            second.player ().restore (state);
            REQUIRE (second.player ().position () == state.sample);
            REQUIRE (
                isTailOf (second.playUntil (kBusyEnd, events, randomBlocks (seed + 1)), whole));
        }
    }
}

TEST_CASE ("a player that is saved is not disturbed and may be restored itself", "[player]")
{
    const Events events = busyEvents ();
    const auto whole = playBusy (events);
    PlayerRig rig;
    beginBusy (rig);
    VoicePlayerState state (48000);
    rig.playUntil (1111, events);
    rig.player ().save (state);
    CHECK (isTailOf (rig.playUntil (kBusyEnd, events), whole));
    rig.player ().restore (state);
    CHECK (isTailOf (rig.playUntil (kBusyEnd, events), whole));
}

TEST_CASE ("a state holds what was there before a block that ends within a segment", "[player]")
{
    PlayerRig rig;
    beginBusy (rig);
    rig.playUntil (96, {});
    VoicePlayerState state (48000);
    const Events events {noteOn (96, 60), parameterEvent (96, PatchKey::volume, -3),
                         noteOn (99, 64)};
    rig.playUntil (100, events, blocksOf (2));
    CHECK (rig.player ().numSounding () == 2);
    rig.player ().save (state);
    CHECK (state.sample == 96);
    CHECK (state.scheduler.numSounding () == 0);
    CHECK (state.scheduler.values () == busyPatch ());
}

TEST_CASE ("a state says how notes at its very sample share voices", "[player]")
{
    Patch mono = busyPatch ();
    mono[PatchKey::voiceMode] = static_cast<float> (VoiceMode::mono);
    const Events chord {noteOn (64, 60), noteOn (64, 64), noteOn (64, 67)};
    PlayerRig first, second;
    first.begin (mono);
    second.begin (busyPatch ());
    second.setSlot (0, mono);
    first.playUntil (64, {});
    VoicePlayerState state (48000);
    first.player ().save (state);
    second.playUntil (320, {noteOn (0, 40)});
    second.player ().restore (state);
    CHECK (sameBits (first.playUntil (800, chord), second.playUntil (800, chord)));
}

TEST_CASE ("playing with parameters and saving and restoring allocate nothing", "[player]")
{
    PlayerRig rig;
    beginBusy (rig);
    VoicePlayerState state (48000);
    const Events events = busyEvents ();
    std::vector<float> left (7000), right (7000);
    SynthBlock block;
    block.events = events;
    block.left = left.data ();
    block.right = right.data ();
    block.numSamples = 4567;
    const AllocationCount count;
    const bool isPlayed = rig.player ().process (block).ok ();
    rig.player ().save (state);
    const VoiceScheduler copy = state.scheduler;
    rig.player ().restore (state);
    block.events = {};
    const bool goesOn = rig.player ().process (block).ok ();
    CHECK (count.value () == 0);
    CHECK (isPlayed);
    CHECK (goesOn);
    CHECK (copy.numSounding () > 0);
}

TEST_CASE ("a copy of a scheduler goes on without its original", "[player]")
{
    const Patch patch = busyPatch ();
    const auto written = [] (VoiceScheduler& scheduler)
    {
        ScheduledVoices voices (64, 40);
        for (int index = 0; index < 40; ++index)
            scheduler.beginSegment (10 + index, index, nullptr, voices);
        std::vector<float> numbers;
        for (const VoiceSegment& voice : voices.partials ())
            for (const auto& oscillator : voice.oscillators)
                numbers.insert (numbers.end (), {oscillator.level.end, oscillator.pan.end,
                                                 static_cast<float> (oscillator.base.endRate),
                                                 voice.filter.cutoff.end});
        return numbers;
    };
    auto original = std::make_unique<VoiceScheduler> (48000.0);
    original->setPatch (patch, {1, 1});
    ScheduledVoices voices (64, 10);
    for (int index = 0; index < 10; ++index)
    {
        original->apply (noteOn (index * kControlSamples, 40 + index), voices);
        original->beginSegment (index, index, nullptr, voices);
    }
    original->moveParameter (PatchKey::filterCutoff, 200);
    original->moveParameter (PatchKey::osc1Pan, -1);
    const auto copy = std::make_unique<VoiceScheduler> (*original);
    const auto sounding = std::make_unique<VoiceScheduler> (48000.0);
    sounding->copySoundingFrom (*original);
    const auto expected = written (*original);
    REQUIRE (expected.size () > 40u);
    original->setPatch (Patch (), {1, 1});
    original.reset ();
    CHECK (written (*copy) == expected);
    CHECK (written (*sounding) == expected);
}

namespace
{
/** The CPU's renderer, lost after a number of batches. */
class LostRenderer final : public VoiceRenderer
{
public:
    explicit LostRenderer (int numBatches) : numBatches_ (numBatches)
    {
        auto made = makeCpuVoiceRenderer (kPlayCapacity, 1);
        REQUIRE (made);
        cpu_ = *std::move (made);
    }
    std::string name () const override { return "lost"; }
    Result<std::unique_ptr<PreparedTables>>
    prepareTables (const std::array<PartialTable, kNumOscillators>& tables) override
    {
        return cpu_->prepareTables (tables);
    }
    void useTables (const PreparedTables* tables) noexcept override { cpu_->useTables (tables); }
    Result<void> render (const VoiceBatch& batch, float* left, float* right) noexcept override
    {
        if (numBatches_-- > 0)
            return cpu_->render (batch, left, right);
        return Error {ErrorCode::deviceLost, "lost", {}};
    }

private:
    std::unique_ptr<VoiceRenderer> cpu_;
    int numBatches_;
};
} // namespace

TEST_CASE ("after a device is lost its state is still what another player goes on from", "[player]")
{
    const Events events = busyEvents ();
    const auto whole = playBusy (events);
    PlayerRig lost (std::make_unique<LostRenderer> (4)), healthy;
    beginBusy (lost);
    beginBusy (healthy);
    bool wasLost = false;
    std::vector<float> left (100), right (100);
    while (lost.player ().position () < 4000)
    {
        const std::int64_t position = lost.player ().position ();
        const auto next = std::ranges::lower_bound (events, position, {}, &SynthEvent::sample);
        SynthBlock block;
        block.events = std::span (next, events.end ());
        block.left = left.data ();
        block.right = right.data ();
        block.numSamples = 100;
        if (lost.player ().process (block))
            continue;
        wasLost = true;
        CHECK (std::ranges::all_of (left, [] (float x) { return x == 0; }));
        CHECK (std::ranges::all_of (right, [] (float x) { return x == 0; }));
    }
    CHECK (wasLost);
    VoicePlayerState state (48000);
    lost.player ().save (state);
    healthy.player ().restore (state);
    CHECK (isTailOf (healthy.playUntil (kBusyEnd, events), whole));
}

} // namespace melstrom::testing
