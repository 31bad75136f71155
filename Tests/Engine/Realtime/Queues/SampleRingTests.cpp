#include "Tests/Support/Catch.h"
#include "Tests/Support/Live/RingRig.h"

#include <algorithm>
#include <atomic>
#include <random>
#include <thread>
#include <vector>

using namespace melstrom;
using namespace melstrom::testing;
using Rig = RingRig;

TEST_CASE ("a ring gives samples in order over its end", "[ring]")
{
    Rig rig (3, 8);
    CHECK (rig.ring.numReadable () == 0);
    CHECK (rig.pop (8).empty ());
    for (std::int64_t at = 0; at < 60; at += 6)
    {
        CHECK (rig.push (6));
        CHECK (rig.ring.numReadable () == 6);
        CHECK (rig.ring.position () == at);
        CHECK (rig.pop (4) == positions (at, at + 4));
        CHECK (rig.pop (100) == positions (at + 4, at + 6));
    }
    CHECK (rig.areCanariesAlive ());
    CHECK (rig.ring.numLost () == 0);
}

TEST_CASE ("a ring can be full to its last sample", "[ring]")
{
    Rig rig (2, 16);
    CHECK (rig.push (16));
    CHECK_FALSE (rig.push (1));
    CHECK (rig.pop (16) == positions (0, 16));
    CHECK (rig.areCanariesAlive ());
}

TEST_CASE ("samples that did not fit are left out as a whole and their places skipped", "[ring]")
{
    Rig rig (2, 8);
    CHECK (rig.push (5));
    CHECK_FALSE (rig.push (4)); // 5 .. 8
    CHECK_FALSE (rig.push (9)); // 9 .. 17
    CHECK (rig.push (3));       // 18 .. 20: continues when there is room again
    CHECK (rig.ring.numLost () == 13);
    CHECK (rig.ring.numReadable () == 5);
    CHECK (rig.pop (8) == positions (0, 5));
    CHECK (rig.ring.position () == 18);
    CHECK (rig.ring.numReadable () == 3);
    CHECK (rig.pop (8) == positions (18, 21));
    CHECK (rig.ring.numReadable () == 0);
    CHECK (rig.ring.position () == 21);
}

TEST_CASE ("pushing nothing changes nothing", "[ring]")
{
    Rig rig (1, 4);
    CHECK (rig.push (4));
    CHECK_FALSE (rig.push (1));
    CHECK (rig.push (0));
    CHECK (rig.ring.position () == 0);
    CHECK (rig.pop (4) == positions (0, 4));
    CHECK (rig.ring.position () == 4); // the loss shows at the next sample
    CHECK (rig.push (1));
    CHECK (rig.pop (4) == positions (5, 6));
}

TEST_CASE ("more gaps than a ring remembers lose samples and never their places", "[ring]")
{
    constexpr int kCapacity = 1024;
    Rig rig (1, kCapacity);
    for (int i = 0; i < 400; ++i)
    {
        rig.push (1);
        CHECK_FALSE (rig.push (kCapacity + 1));
    }
    std::vector<std::int64_t> seen;
    while (rig.ring.numReadable () > 0)
        for (const auto position : rig.pop (7))
            seen.push_back (position);
    CHECK (seen.size () > 10);
    CHECK (std::is_sorted (seen.begin (), seen.end ()));
    CHECK (
        std::all_of (seen.begin (), seen.end (), [] (auto p) { return p % (kCapacity + 2) == 0; }));
    CHECK (rig.ring.numLost () + static_cast<std::int64_t> (seen.size ()) == rig.numPushed);
    CHECK (rig.push (2));
    CHECK (rig.pop (2) == positions (rig.numPushed - 2, rig.numPushed));
}

TEST_CASE ("samples that a ring skips leave a gap and are not lost", "[ring]")
{
    Rig rig (2, 8);
    CHECK (rig.push (3));
    rig.ring.skip (10);
    rig.numPushed += 10;
    CHECK_FALSE (rig.push (6)); // 13 .. 18
    rig.ring.skip (1);
    rig.numPushed += 1;
    CHECK (rig.push (5)); // 20 .. 24
    CHECK (rig.ring.numLost () == 6);
    CHECK (rig.pop (8) == positions (0, 3));
    CHECK (rig.ring.position () == 20);
    CHECK (rig.pop (8) == positions (20, 25));
    CHECK (rig.areCanariesAlive ());
}

TEST_CASE ("every sample of a ring is popped or lost under random pushes", "[ring]")
{
    std::mt19937 random (11);
    for (const int capacity : {1, 2, 64, 512})
    {
        Rig rig (2, capacity);
        const auto upTo = [&random] (int most)
        { return static_cast<int> (random () % unsigned (most + 1)); };
        std::int64_t last = -1, numPopped = 0;
        for (int i = 0; i < 20000; ++i)
        {
            rig.push (upTo (capacity + capacity / 4));
            for (const auto position : rig.pop (upTo (capacity)))
            {
                REQUIRE (position > last);
                last = position;
                ++numPopped;
            }
        }
        while (rig.ring.numReadable () > 0)
            numPopped += static_cast<std::int64_t> (rig.pop (capacity).size ());
        CHECK (numPopped + rig.ring.numLost () == rig.numPushed);
        CHECK (rig.ring.numLost () > 0);
        CHECK (rig.areCanariesAlive ());
    }
}

TEST_CASE ("two threads share a ring and every sample that arrives is right", "[ring]")
{
    constexpr std::int64_t kNumSamples = 4'000'000; // exact in valueAt
    Rig rig (2, 1024);
    std::atomic<bool> isWritten {false};
    std::thread writer (
        [&]
        {
            std::mt19937 random (5);
            while (rig.numPushed < kNumSamples)
                if (! rig.push (static_cast<int> (random () % 300)) || random () % 16 == 0)
                    std::this_thread::yield ();
            isWritten = true;
        });
    std::int64_t last = -1, numPopped = 0;
    bool areRight = true;
    for (bool isLastRound = false; ! isLastRound;)
    {
        isLastRound = isWritten && rig.ring.numReadable () == 0;
        const auto seen = rig.pop (200);
        if (seen.empty ())
            std::this_thread::yield ();
        for (const auto position : seen)
        {
            areRight = areRight && position > last;
            last = std::max (last, position);
            ++numPopped;
        }
    }
    writer.join ();
    CHECK (areRight);
    CHECK (numPopped > 0);
    CHECK (numPopped + rig.ring.numLost () == rig.numPushed);
}
