#include "Engine/Spec/Patch/PatchToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/SynthRuns.h"

#include <algorithm>
#include <cmath>

namespace melstrom::testing
{

namespace
{
/** Chords, a stolen voice, pedal, bend and wheel; starts on and off the control grid. */
std::vector<SynthEvent> busyEvents ()
{
    std::vector<SynthEvent> events {
        noteOn (0, 48, 0.8f),        noteOn (5, 60, 1.0f),
        noteOn (64, 64, 0.5f),       noteOn (77, 67, 0.6f),
        noteOn (77, 72, 0.7f),       controller (800, 1, 0.7f),
        noteOff (1000, 60),          controller (1500, 64, 1.0f),
        noteOff (2000, 64),          {2500, SynthEventKind::bend, 0, 0, 0.4f},
        noteOn (3001, 61, 0.9f),     noteOff (3700, 61),
        controller (5000, 64, 0.0f), noteOff (5100, 67),
        noteOn (6000, 96, 0.3f)};
    return events;
}

bool isSilent (const StereoSound& sound)
{
    const auto isZero = [] (float x) { return x == 0.0f; };
    return std::ranges::all_of (sound.left, isZero) && std::ranges::all_of (sound.right, isZero);
}
} // namespace

TEST_CASE ("no note, no sound", "[synth]")
{
    CHECK (isSilent (play (Patch (), {}, 2000)));
}

TEST_CASE ("a plain note is the sine that its key says, from its first sample on", "[synth]")
{
    Patch patch;
    patch[PatchKey::volume] = 0;
    patch[PatchKey::ampAttack] = 0;
    patch[PatchKey::ampSustain] = 1;
    const int start = 45, numSamples = 4800;
    const auto sound = play (patch, {noteOn (start, 69)}, numSamples);
    std::vector<double> differences;
    for (int n = 0; n < numSamples; ++n)
    {
        const double expected =
            n < start ? 0.0 : std::sin (2 * 3.14159265358979324 * 440.0 * (n - start) / 48000);
        differences.push_back (sound.left[static_cast<std::size_t> (n)] - expected);
        differences.push_back (sound.right[static_cast<std::size_t> (n)] - expected);
    }
    CHECK (peakDb (differences) < -100);
}

TEST_CASE ("output does not depend on how blocks are cut", "[synth]")
{
    for (const auto& patch : factoryPatches ())
    {
        INFO (patch.name);
        const auto whole = play (patch, busyEvents (), 9000, 48000, blocksOf (4096));
        REQUIRE (! isSilent (whole));
        CHECK (sameBits (whole, play (patch, busyEvents (), 9000, 48000, blocksOf (64))));
        CHECK (sameBits (whole, play (patch, busyEvents (), 9000, 48000, blocksOf (7))));
        CHECK (sameBits (whole, play (patch, busyEvents (), 9000, 48000, randomBlocks (1))));
    }
}

TEST_CASE ("one sample at a time is the same sound", "[synth]")
{
    const auto pad = findPatch ("Pad");
    REQUIRE (pad);
    CHECK (sameBits (play (*pad, busyEvents (), 7000, 44100, blocksOf (1)),
                     play (*pad, busyEvents (), 7000, 44100, blocksOf (4096))));
}

TEST_CASE ("a block of no samples changes nothing", "[synth]")
{
    const VoiceCapacity capacity {16, 4, 48000};
    auto renderer = makeCpuVoiceRenderer (capacity, 1);
    REQUIRE (renderer);
    auto synth = Synthesizer::make (*std::move (renderer), capacity);
    REQUIRE (synth);
    CHECK ((*synth)->process ({}));
    CHECK ((*synth)->position () == 0);
}

TEST_CASE ("a stolen voice fades: no step is larger than before", "[synth]")
{
    auto pad = findPatch ("Velvet");
    REQUIRE (pad);
    (*pad)[PatchKey::maxVoices] = 1;
    const auto sound = play (*pad, {noteOn (0, 40), noteOn (48000, 52)}, 52000);
    const auto largestStep = [&] (std::size_t from, std::size_t to)
    {
        float step = 0;
        for (std::size_t n = from + 1; n < to; ++n)
            step = std::max (step, std::fabs (sound.left[n] - sound.left[n - 1]));
        return step;
    };
    CHECK (largestStep (47990, 49000) < 1.5f * largestStep (40000, 47990));
}

TEST_CASE ("all voices end, and then there is silence to the bit", "[synth]")
{
    auto patch = findPatch ("Lead");
    REQUIRE (patch);
    std::vector<SynthEvent> events;
    for (int key = 30; key < 90; ++key)
        events.push_back (noteOn (key, key));
    for (int key = 30; key < 90; ++key)
        events.push_back (noteOff (9600 + key, key));
    const auto sound = play (*patch, events, 96000);
    CHECK (sound.left[9000] != 0.0f);
    CHECK (std::all_of (sound.left.end () - 4800, sound.left.end (),
                        [] (float x) { return x == 0.0f; }));
}

namespace
{
/** Renders silence and checks its arguments. */
class CountingRenderer final : public VoiceRenderer
{
public:
    explicit CountingRenderer (int& most) : most_ (most) {}
    std::string name () const override { return "counting"; }
    Result<std::unique_ptr<PreparedTables>>
    prepareTables (const std::array<PartialTable, kNumOscillators>&) override
    {
        return std::make_unique<PreparedTables> ();
    }
    void useTables (const PreparedTables*) noexcept override {}
    Result<void> render (const VoiceBatch& batch, float* left, float* right) noexcept override
    {
        std::fill_n (left, batch.numSegments * kControlSamples, 0.0f);
        std::fill_n (right, batch.numSegments * kControlSamples, 0.0f);
        for (int segment = 0; segment < batch.numSegments; ++segment)
            most_ = std::max (most_, static_cast<int> (std::ranges::count (
                                         batch.voices, segment, &VoiceSegment::segment)));
        return {};
    }

private:
    int& most_;
};
} // namespace

TEST_CASE ("no segment has more voices than the renderer was made for", "[synth]")
{
    int most = 0;
    const VoiceCapacity capacity;
    auto synth = Synthesizer::make (std::make_unique<CountingRenderer> (most), capacity);
    REQUIRE (synth);
    Patch patch;
    patch[PatchKey::maxVoices] = kMaxVoices;
    REQUIRE ((*synth)->setPatch (patch));
    std::vector<SynthEvent>
        events; // each segment begins 700 notes: all places are taken, and stolen
    for (int segment = 0; segment < 8; ++segment)
        for (int note = 0; note < 700; ++note)
            events.push_back (noteOn (segment * kControlSamples + 1 + note / 30, note % 128, 1.0f,
                                      note / 128 % 16));
    std::vector<float> left (8 * kControlSamples), right (left.size ());
    SynthBlock block;
    block.events = events;
    block.left = left.data ();
    block.right = right.data ();
    block.numSamples = 8 * kControlSamples;
    REQUIRE ((*synth)->process (block));
    CHECK (most > kMaxVoices);
    CHECK (most <= capacity.maxVoices);
}

namespace
{
/** Works for some calls, then is lost. */
class LostRenderer final : public VoiceRenderer
{
public:
    explicit LostRenderer (int numCalls) : numCalls_ (numCalls) {}
    std::string name () const override { return "lost"; }
    Result<std::unique_ptr<PreparedTables>>
    prepareTables (const std::array<PartialTable, kNumOscillators>&) override
    {
        return std::make_unique<PreparedTables> ();
    }
    void useTables (const PreparedTables*) noexcept override {}
    Result<void> render (const VoiceBatch& batch, float* left, float* right) noexcept override
    {
        std::fill_n (left, batch.numSegments * kControlSamples, 0.5f);
        std::fill_n (right, batch.numSegments * kControlSamples, 0.5f);
        if (numCalls_-- > 0)
            return {};
        return Error {ErrorCode::deviceLost, "lost", {}};
    }

private:
    int numCalls_;
};
} // namespace

TEST_CASE ("blocks of a renderer that is lost are silent, wherever they end", "[synth]")
{
    for (const int blockSamples : {1, 7, 31, 32, 100, 700})
    {
        INFO ("blocks of " << blockSamples);
        auto synth = Synthesizer::make (std::make_unique<LostRenderer> (2), {64, 8, 48000});
        REQUIRE (synth);
        bool wasLost = false;
        for (int position = 0; position < 4000; position += blockSamples)
        {
            std::vector<SynthEvent> events;
            if (position == 0)
                events = {noteOn (0, 60), noteOn (0, 64)};
            const auto size = static_cast<std::size_t> (blockSamples);
            std::vector<float> left (size, 9.0f), right (size, 9.0f);
            SynthBlock block;
            block.events = events;
            block.left = left.data ();
            block.right = right.data ();
            block.numSamples = blockSamples;
            const auto done = (*synth)->process (block);
            wasLost = wasLost || ! done;
            CHECK ((*synth)->position () == position + blockSamples);
            const float expected = wasLost ? 0.0f : 0.5f;
            CHECK (std::ranges::all_of (left, [&] (float x) { return x == expected; }));
            CHECK (std::ranges::all_of (right, [&] (float x) { return x == expected; }));
        }
        CHECK (wasLost);
    }
}

} // namespace melstrom::testing
