// A file on its way from the disk to the output of a device.
#include "Engine/Batch/Files/Storage.h"
#include "Standalone/App/Audio/FilePlayer.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Live/LiveClients.h"
#include "Tests/Support/Live/StereoFiles.h"
#include "Tests/Support/TemporaryFolder.h"

#include <cmath>
#include <numbers>
#include <thread>

namespace melstrom::testing
{
namespace
{

constexpr int kRateHz = 48000, kBlock = 256;
constexpr int kRampSamples = 240; // FileAhead::kRampSeconds

std::vector<float> sine (int rateHz, double seconds, double hz = 100)
{
    std::vector<float> samples (static_cast<std::size_t> (rateHz * seconds));
    for (std::size_t n = 0; n < samples.size (); ++n)
        samples[n] = static_cast<float> (
            0.5 * std::sin (2 * std::numbers::pi * hz * static_cast<double> (n) / rateHz));
    return samples;
}

/** A file, a player, and the output of its blocks, left only. */
struct PlayerRig
{
    explicit PlayerRig (const std::vector<float>& left, int rateHz = kRateHz)
        : path (folder.write ("a.wav", stereoWav (rateHz, left, left))), player (gate)
    {
        player.reset (kRateHz);
    }
    Result<void> play (double from = 0, std::optional<double> end = std::nullopt)
    {
        return player.play (posixStorage (), {path, from, end, kRateHz});
    }
    void block ()
    {
        std::vector<float> left (kBlock), right (kBlock);
        {
            const CallbackGate::Callback callback (gate);
            player.add (left.data (), right.data (), kBlock);
        }
        CHECK (left == right);
        heard.insert (heard.end (), left.begin (), left.end ());
        std::this_thread::sleep_for (std::chrono::milliseconds (1)); // a device's time, faster
    }
    /** Plays to the end; drops the silence before the sound. */
    void playAll ()
    {
        CHECK (waitFor (
            [&]
            {
                block ();
                return ! player.heardSeconds (0).has_value ();
            }));
        dropSilence ();
    }
    void dropSilence ()
    {
        const auto begin = std::ranges::find_if (heard, [] (float x) { return x != 0; });
        heard.erase (heard.begin (), begin);
    }
    /** Largest difference of two neighbours. */
    float largestStep () const
    {
        float largest = 0, last = 0;
        for (const float sample : heard)
        {
            largest = std::max (largest, std::abs (sample - last));
            last = sample;
        }
        return largest;
    }

    const TemporaryFolder folder;
    const std::string path;
    CallbackGate gate;
    FilePlayer player;
    std::vector<float> heard;
};

/** Of the sine itself, with some room for the ramps. */
const float kMostStep = static_cast<float> (0.5 * 2 * std::numbers::pi * 100 / kRateHz * 1.6);

} // namespace

TEST_CASE ("a file of the device's rate is heard sample by sample, between two ramps",
           "[app][play]")
{
    const std::vector<float> constant (static_cast<std::size_t> (kRateHz), 0.25f);
    PlayerRig rig (constant);
    REQUIRE (rig.play ());
    rig.playAll ();
    rig.heard.resize (constant.size ());
    const std::vector<float> inside (rig.heard.begin () + kRampSamples,
                                     rig.heard.end () - kRampSamples);
    CHECK (inside == std::vector<float> (inside.size (), 0.25f));
    CHECK (rig.heard.front () < 0.01f);
    CHECK (rig.heard.back () < 0.01f);
    CHECK (rig.heard.back () > 0);
    CHECK (rig.player.numMissing () == 0);
    CHECK_FALSE (rig.player.error ().has_value ());
}

TEST_CASE ("a part of a file is heard from its place to its end, with the place told",
           "[app][play]")
{
    std::vector<float> counted (static_cast<std::size_t> (2 * kRateHz));
    for (std::size_t n = 0; n < counted.size (); ++n)
        counted[n] = static_cast<float> (n + 1) / (1 << 20);
    PlayerRig rig (counted);
    REQUIRE (rig.play (0.5, 1.25));
    CHECK (rig.player.heardSeconds (0.1) == 0.5);
    rig.playAll ();
    const auto at = static_cast<std::size_t> (1000);
    CHECK (rig.heard[at] == counted[24'000 + at]);
    CHECK (rig.heard[36'000 - kRampSamples - 1] == counted[60'000 - kRampSamples - 1]);
    CHECK (rig.heard[36'000] == 0);
    REQUIRE_FALSE (rig.play (3.0));
    REQUIRE_FALSE (rig.play (1.0, 0.5));
}

TEST_CASE ("a file of another rate keeps its pitch and its length", "[app][play]")
{
    PlayerRig rig (sine (16'000, 1), 16'000);
    REQUIRE (rig.play ());
    rig.playAll ();
    rig.heard.resize (kRateHz);
    const auto expected = sine (kRateHz, 1);
    double largest = 0;
    // The silence before the sound was dropped with the sine's first sample, which is 0.
    for (std::size_t n = 2 * kRampSamples; n < rig.heard.size () - 2 * kRampSamples; ++n)
        largest = std::max (largest, std::abs (double (rig.heard[n]) - expected[n]));
    CHECK (largest < 0.01);
}

TEST_CASE ("start, stop, replacement and gain make no step", "[app][play]")
{
    PlayerRig rig (sine (kRateHz, 4));
    REQUIRE (rig.play (0.3025)); // not at a zero of the sine
    for (int n = 0; n < 100; ++n)
        rig.block ();
    REQUIRE (rig.play (1.1025));
    for (int n = 0; n < 100; ++n)
        rig.block ();
    rig.player.setGain (0.25);
    for (int n = 0; n < 40; ++n)
        rig.block ();
    rig.player.setGain (1);
    for (int n = 0; n < 40; ++n)
        rig.block ();
    rig.player.stop ();
    const auto stoppedAt = rig.heard.size ();
    for (int n = 0; n < 10; ++n)
        rig.block ();
    CHECK (rig.largestStep () < kMostStep);
    const auto last = rig.heard.rend () - std::find_if (rig.heard.rbegin (), rig.heard.rend (),
                                                        [] (float x) { return x != 0; });
    CHECK (last <= static_cast<std::ptrdiff_t> (stoppedAt) + kRampSamples);
    CHECK_FALSE (rig.player.heardSeconds (0).has_value ());
}

TEST_CASE ("a file that is cut off while it plays ends with an error", "[app][play]")
{
    PlayerRig rig (sine (kRateHz, 30));
    REQUIRE (rig.play ());
    rig.block ();
    std::filesystem::resize_file (rig.path, 200'000);
    rig.playAll ();
    REQUIRE (rig.player.error ().has_value ());
    CHECK (rig.player.error ()->message.find ("a.wav") != std::string::npos);
}

} // namespace melstrom::testing
