// Samples that a ring's reader reads in place.
#include "Tests/Support/Catch.h"
#include "Tests/Support/Live/RingRig.h"

#include <algorithm>
#include <atomic>
#include <random>
#include <thread>

using namespace melstrom;
using namespace melstrom::testing;
using Rig = RingRig;

namespace
{
/** Whether interleaved samples are those of consecutive positions. */
bool areSamples (const float* samples, int numChannels, std::int64_t first, int numSamples)
{
    for (int i = 0; i < numSamples; ++i)
        for (int channel = 0; channel < numChannels; ++channel)
            if (samples[i * numChannels + channel] != valueAt (first + i, channel))
                return false;
    return true;
}
} // namespace

TEST_CASE ("taken samples stay in a ring for its look-back and lie together", "[ring]")
{
    std::mt19937 random (7);
    for (const int numChannels : {1, 2, 3})
    {
        constexpr int kCapacity = 40, kLookBack = 24;
        Rig rig (numChannels, kCapacity, kLookBack);
        std::int64_t numTaken = 0;
        for (int i = 0; i < 2000; ++i)
        {
            // As full as it can be: the writer may not touch the look-back.
            while (rig.ring.numReadable () + 3 <= kCapacity)
                REQUIRE (rig.push (3));
            REQUIRE_FALSE (rig.ring.numReadable () > kCapacity);
            const auto piece = rig.ring.take (static_cast<int> (random () % 20));
            CHECK (piece.position == numTaken);
            REQUIRE (areSamples (piece.samples, numChannels, numTaken, piece.numSamples));
            numTaken += piece.numSamples;
            const auto numBack =
                static_cast<int> (std::min<std::int64_t> (numTaken, random () % (kLookBack + 1)));
            REQUIRE (
                areSamples (rig.ring.recent (numBack), numChannels, numTaken - numBack, numBack));
        }
        CHECK (numTaken > 5 * kCapacity);
        CHECK (rig.areCanariesAlive ());
    }
}

TEST_CASE ("a ring with a look-back holds its capacity of new samples", "[ring]")
{
    Rig rig (2, 16, 5);
    for (int lap = 0; lap < 10; ++lap)
    {
        CHECK (rig.push (16));
        const auto first = rig.numPushed - 16;
        CHECK_FALSE (rig.push (1));
        CHECK (rig.pop (16) == positions (first, first + 16));
        REQUIRE (areSamples (rig.ring.recent (5), 2, first + 11, 5));
    }
    CHECK (rig.areCanariesAlive ());
}

TEST_CASE ("the end of one ring's signal can go on in another ring", "[ring]")
{
    for (const int numMoved : {0, 1, 7, 12})
    {
        INFO (numMoved);
        Rig former (2, 20, 12), next (2, 20, 12);
        CHECK (former.push (20));
        CHECK (former.pop (20) == positions (0, 20));
        for (int i = 0; i < 2; ++i) // the second time over the end of the next ring's memory
        {
            next.numPushed = 20 * (i + 1);
            next.ring.skipTo (next.numPushed);
            CHECK (next.push (20));
            next.ring.putRecent (former.ring.recent (numMoved), numMoved);
            CHECK (next.ring.position () == 20 * (i + 1));
            REQUIRE (areSamples (next.ring.recent (numMoved), 2, 20 - numMoved, numMoved));
            CHECK (next.pop (20) == positions (20 * (i + 1), 20 * (i + 2)));
        }
        CHECK (next.areCanariesAlive ());
        CHECK (next.ring.numLost () == 0);
    }
}

TEST_CASE ("a reader sees right samples in place while a writer fills the ring", "[ring]")
{
    constexpr std::int64_t kNumSamples = 2'000'000;
    constexpr int kLookBack = 700;
    Rig rig (2, 1024, kLookBack);
    std::atomic<bool> isWritten {false};
    std::thread writer (
        [&]
        {
            std::mt19937 random (6);
            while (rig.numPushed < kNumSamples)
                if (! rig.push (static_cast<int> (random () % 300)))
                    std::this_thread::yield ();
            isWritten = true;
        });
    std::int64_t sinceGap = 0, expected = 0, numSeen = 0;
    bool areRight = true;
    for (bool isLastRound = false; ! isLastRound;)
    {
        isLastRound = isWritten && rig.ring.numReadable () == 0;
        const auto piece = rig.ring.take (200);
        if (piece.numSamples == 0)
        {
            std::this_thread::yield ();
            continue;
        }
        sinceGap = piece.numSamples + (piece.position == expected ? sinceGap : 0);
        expected = piece.position + piece.numSamples;
        const auto numBack = static_cast<int> (std::min<std::int64_t> (sinceGap, kLookBack));
        areRight =
            areRight && areSamples (rig.ring.recent (numBack), 2, expected - numBack, numBack);
        numSeen += piece.numSamples;
    }
    writer.join ();
    CHECK (areRight);
    CHECK (numSeen + rig.ring.numLost () == rig.numPushed);
}
