// Settings, rates, devices and watchers of a tap that change while it runs.
#include "Tests/Support/AllocationCount.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Live/StereoFiles.h"
#include "Tests/Support/Live/TapDevice.h"
#include "Tests/Support/Live/TapRig.h"

using namespace melstrom;
using namespace melstrom::testing;

TEST_CASE ("other settings begin another generation from row 0 on", "[live][tap]")
{
    TapRig rig (tapSettings ("librosa-db"));
    rig.push (12345);
    CHECK (rig.pop (rig.settled (12345)).generation == rig.generation);

    rig.settings = tapSettings ("vggish", TapMix::left);
    REQUIRE (rig.tap->set (rig.settings, nullptr).ok ());
    CHECK (rig.tap->settings () == rig.settings);
    CHECK (rig.geometry ().numBands == 64);
    CHECK (rig.tap->pop ().generation == rig.generation + 1);
    rig.push (20000);
    const auto rows = rig.pop (rig.settled (20000));
    CHECK (rows.generation == rig.generation + 1);
    CHECK (rows.firstRow == 0);
    CHECK (rig.tap->firstSampleOf (0) == 12345);
    CHECK (areTapRows (
        rows.values,
        tapRowsOfFile (rig.settings, kTapRateHz, rig.left, rig.right, 12345, rig.numPushed), 0,
        rig.geometry ()));

    // Equal settings change nothing.
    REQUIRE (rig.tap->set (rig.settings, nullptr).ok ());
    CHECK (rig.tap->pop ().generation == rig.generation + 1);
}

TEST_CASE ("settings that are impossible leave the former ones at work", "[live][tap]")
{
    TapRig rig (tapSettings ("librosa-db"));
    const auto geometry = rig.geometry ();
    auto impossible = tapSettings ("librosa-db");
    impossible.spec.highestHz = 30000; // above half the rate
    const auto done = rig.tap->set (impossible, nullptr);
    REQUIRE_FALSE (done.ok ());
    CHECK (done.error ().code == ErrorCode::badSpec);
    impossible.spec.numBands = -1;
    CHECK_FALSE (rig.tap->set (impossible, nullptr).ok ());
    CHECK (rig.tap->settings () == rig.settings);
    CHECK (rig.tap->geometry ()->spec == geometry.spec);
    rig.push (20000);
    const auto rows = rig.pop (rig.settled (20000));
    CHECK (rows.generation == rig.generation);
    CHECK (areTapRows (rows.values, tapRowsOfBatch (rig.settings, sumOf (rig), 0, 20000), 0,
                       geometry));
}

TEST_CASE ("when the device is lost the CPU goes on by itself", "[live][tap]")
{
    const auto device = std::make_shared<TapDevice> ();
    TapRig rig (tapSettings ("librosa-db"), device);
    REQUIRE (waitFor ([&] { return rig.tap->backendName () == "cuda:0"; }));
    rig.push (20000);
    const auto before = rig.pop (rig.settled (20000));
    CHECK (before.numRows == rig.settled (20000));
    device->backend.isLost = true;
    rig.push (10000);
    CHECK (waitFor (
        [&]
        {
            CHECK (rig.tap->pop ().numRows == 0);
            return rig.tap->backendName () == "cpu";
        }));
    const auto begin = rig.numPushed; // rows of earlier samples were lost with the device
    rig.push (30000);
    const auto hop = rig.geometry ().hopSamples;
    auto after = rig.pop (10);
    CHECK (after.generation == before.generation);
    CHECK (after.firstRow >= before.numRows);
    CHECK (after.firstRow <= (begin + hop - 1) / hop);
    const auto batch =
        tapRowsOfBatch (rig.settings, sumOf (rig), after.firstRow * hop, rig.numPushed);
    CHECK (areTapRows (after.values, batch, 0, rig.geometry ()));
}

TEST_CASE ("a tap can be prepared again at another rate", "[live][tap]")
{
    TapRig rig (tapSettings ("librosa-db"));
    rig.push (20000);
    CHECK (rig.pop (1).generation == rig.generation);
    REQUIRE (rig.tap->prepare (44100, 64).ok ());
    CHECK (rig.tap->geometry ()->rateHz == 44100);
    CHECK (rig.tap->lastSamples (1).channels[0].empty ());
    rig.push (20000);
    const auto rows = rig.pop (rig.settled (20000));
    CHECK (rows.firstRow == 0);
    CHECK (rows.generation > rig.generation);
    CHECK (rig.tap->lastSamples (1).firstSample == 0);
    CHECK (rig.tap->lastSamples (1).rateHz == 44100);

    // Impossible at a low rate: the tap still captures, without rows.
    auto top = rig.settings;
    top.spec.highestHz = 8000;
    REQUIRE (rig.tap->set (top, nullptr).ok ());
    const auto low = rig.tap->prepare (8000, 64);
    REQUIRE_FALSE (low.ok ());
    CHECK (low.error ().code == ErrorCode::badSpec);
    CHECK_FALSE (rig.tap->geometry ().has_value ());
    rig.push (5000);
    CHECK (waitFor ([&] { return rig.tap->lastSamples (1).channels[0].size () == 5000; }));
    CHECK (rig.tap->pop ().numRows == 0);
    REQUIRE (rig.tap->set (tapSettings ("librosa-db"), nullptr).ok ());
    rig.push (5000);
    CHECK (rig.pop (1).numRows > 0);
}

TEST_CASE ("a tap without rate or settings does nothing and does not fail", "[live][tap]")
{
    const auto numWorkers = numThreadsNamed ("melstrom-back");
    const auto tap = std::move (*MelTap::make ());
    CHECK (numThreadsNamed ("melstrom-back") == numWorkers);
    const float samples[4] {};
    tap->push (samples, samples, 4);
    tap->watch (true);
    tap->push (samples, samples, 4);
    CHECK (tap->pop ().numRows == 0);
    CHECK (tap->lastSamples (1).channels[0].empty ());
    CHECK_FALSE (tap->geometry ().has_value ());
    CHECK (tap->backendName ().empty ());
    CHECK (tap->firstSampleOf (3) == 0);
    for (const double rateHz : {0.0, -1.0, 1e9})
        CHECK_FALSE (tap->prepare (rateHz, 64).ok ());
    // Takes effect with the first rate.
    REQUIRE (tap->set (tapSettings ("librosa-db"), nullptr).ok ());
    CHECK_FALSE (tap->geometry ().has_value ());
    REQUIRE (tap->prepare (kTapRateHz, 64).ok ());
    CHECK (tap->geometry ().has_value ());
}

TEST_CASE ("pushing takes no memory whatever the size and whoever watches", "[live][tap]")
{
    TapRig rig (tapSettings ("librosa-db"));
    for (const bool isWatched : {true, false, true})
    {
        rig.tap->watch (isWatched);
        const AllocationCount count;
        for (const int numSamples : {0, 1, 7, 512, 4096, 9000, 100000, 0})
            rig.tap->push (rig.left.data (), rig.right.data (), numSamples);
        CHECK (count.value () == 0);
    }
    const AllocationCount count;
    const auto rows = rig.tap->lastSamples (1);
    CHECK (count.value () > 0); // the counter works
}

TEST_CASE ("settings and devices and watchers may change while audio runs", "[live][tap]")
{
    const auto device = std::make_shared<TapDevice> ();
    TapRig rig (tapSettings ("librosa-db"), device);
    std::atomic<bool> hasEnded {false};
    std::thread audio (
        [&]
        {
            std::mt19937 random (4);
            while (! hasEnded)
            {
                rig.tap->push (rig.left.data (), rig.right.data (),
                               static_cast<int> (random () % 1500));
                std::this_thread::yield ();
            }
        });
    std::mt19937 random (5);
    const auto& presets = builtInPresets ();
    int lastGeneration = 0, numRows = 0;
    bool areOrdered = true;
    for (int i = 0; i < 300; ++i)
    {
        const auto& preset = presets[random () % presets.size ()];
        if (i % 3 == 0)
            areOrdered &= rig.tap
                              ->set ({preset.spec, TapMix::side, 0.1 * double (random () % 9)},
                                     random () % 2 == 0 ? device : nullptr)
                              .ok ();
        if (i % 17 == 0)
            rig.tap->watch (i % 2 == 0);
        if (i == 150)
            device->backend.isLost = true;
        rig.tap->lastSamples (0.05);
        const auto rows = rig.tap->pop ();
        areOrdered &= rows.generation >= lastGeneration;
        lastGeneration = rows.generation;
        numRows += rows.numRows;
        areOrdered &= rows.numRows == 0 || static_cast<int> (rows.values.size ()) ==
                                               rows.numRows * rig.tap->geometry ()->numFeatures;
        std::this_thread::sleep_for (std::chrono::milliseconds (1));
    }
    hasEnded = true;
    audio.join ();
    CHECK (areOrdered);
    CHECK (numRows > 0);
}
