// The exchange of a tap's rings while audio runs.
#include "Engine/Live/Tap/CaptureRings.h"
#include "Tests/Support/AllocationCount.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Live/TapDevice.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <random>
#include <thread>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
constexpr int kCapacity = 4096, kPushSamples = 512;
constexpr std::int64_t kPeriod = 1 << 22; ///< positions modulo this number are exact in float32

float leftAt (std::int64_t position)
{
    return static_cast<float> (position % kPeriod);
}

/** Rings with a writer and a reader that checks each sample. */
struct Rig
{
    Rig () { rings.prepare (kCapacity, kPushSamples); }

    void push (int numSamples)
    {
        std::array<float, 3 * kPushSamples> left {}, right {};
        for (int i = 0; i < numSamples; ++i)
        {
            left[static_cast<std::size_t> (i)] = leftAt (numPushed + i);
            right[static_cast<std::size_t> (i)] = -leftAt (numPushed + i);
        }
        rings.push (left.data (), right.data (), numSamples);
        numPushed += numSamples;
    }
    void lend () { rings.lend (*CaptureRing::make (backend, kCapacity)); }
    /** Takes what is there; exchanges when there is nothing. */
    void read ()
    {
        constexpr int kKept = 900;
        for (;;)
        {
            const auto needed = static_cast<int> (std::min<std::int64_t> (sinceGap, kKept));
            const auto piece = rings.reading ().take (300);
            if (piece.numSamples == 0 && ! rings.tryExchange (needed))
                return;
            if (piece.numSamples == 0)
                ++numExchanges;
            sinceGap = piece.numSamples > 0 && piece.position != position ? 0 : sinceGap;
            if (piece.numSamples > 0)
                position = piece.position + piece.numSamples;
            sinceGap += piece.numSamples;
            numRead += piece.numSamples;
            const auto numBack = static_cast<int> (std::min<std::int64_t> (sinceGap, kKept));
            const float* const recent = rings.reading ().recent (numBack);
            for (int i = 0; i < numBack; ++i)
                isRight = isRight && recent[2 * i] == leftAt (position - numBack + i) &&
                          recent[2 * i + 1] == -leftAt (position - numBack + i);
        }
    }

    LosableBackend backend; ///< outlives the rings
    CaptureRings rings;
    std::int64_t numPushed = 0; ///< the writer's
    std::int64_t position = 0, sinceGap = 0, numRead = 0;
    int numExchanges = 0;
    bool isRight = true;
};
} // namespace

TEST_CASE ("a lent ring takes the sound over at the next push and gives it back", "[live][tap]")
{
    Rig rig;
    const SampleRing* const own = &rig.rings.reading ();
    rig.push (1000);
    rig.lend ();
    rig.read (); // begins the exchange
    rig.push (7);
    rig.read ();
    CHECK (&rig.rings.reading () != own);
    CHECK (rig.numRead == 1007);
    rig.rings.skip (100);
    rig.numPushed += 100;
    rig.push (1500);
    rig.rings.takeBack ();
    rig.read ();
    CHECK (rig.position == 2607);
    CHECK (rig.sinceGap == 1500);
    rig.push (20);
    rig.read ();
    CHECK (&rig.rings.reading () == own);
    CHECK (rig.sinceGap == 1520);
    CHECK (rig.numExchanges == 2);
    CHECK (rig.isRight);
    CHECK (rig.backend.bytesInUse () > 0);
    rig.rings.destroyOld ();
    CHECK (rig.backend.bytesInUse () == 0);
}

TEST_CASE ("rings are exchanged while no audio runs", "[live][tap]")
{
    Rig rig;
    rig.push (1000);
    for (int i = 0; i < 3; ++i) // each lent one replaces the one before
    {
        rig.lend ();
        for (int round = 0; round < 4; ++round)
            rig.read ();
        rig.rings.destroyOld ();
        const auto ringBytes =
            SampleRing::memoryFloats (2, kCapacity, CaptureRing::kLookBackSamples) * sizeof (float);
        CHECK (rig.backend.bytesInUse () == ringBytes);
    }
    rig.rings.takeBack ();
    for (int round = 0; round < 3; ++round)
        rig.read ();
    rig.rings.destroyOld ();
    CHECK (rig.backend.bytesInUse () == 0);
    CHECK (rig.numExchanges == 6);
    rig.push (1000);
    rig.read ();
    CHECK (rig.sinceGap == 2000); // the signal went on
    CHECK (rig.isRight);
}

TEST_CASE ("a ring that was never used is destroyed", "[live][tap]")
{
    Rig rig;
    rig.lend ();
    rig.lend ();
    rig.rings.takeBack ();
    rig.read ();
    rig.rings.destroyOld ();
    CHECK (rig.backend.bytesInUse () == 0);
    rig.lend ();
    rig.rings.prepare (kCapacity, kPushSamples);
    CHECK (rig.backend.bytesInUse () == 0);
}

TEST_CASE ("discarded samples leave the taken ones in their place", "[live][tap]")
{
    Rig rig;
    rig.push (1500);
    rig.read ();
    for (const int numDropped : {1, 100, 1500})
    {
        for (int i = 0; i < 100; ++i)
            rig.push (numDropped); // more than fits, except at first
        const auto before = rig.position;
        rig.rings.discard (900);
        CHECK (rig.rings.reading ().numReadable () == 0);
        const float* const recent = rig.rings.reading ().recent (900);
        CHECK (recent[0] == leftAt (before - 900));
        CHECK (recent[2 * 899] == leftAt (before - 1));
        rig.push (1500); // fits now
        const auto numRead = rig.numRead;
        rig.read ();
        CHECK (rig.numRead == numRead + 1500);
        CHECK (rig.sinceGap == 1500);
        CHECK (rig.isRight);
    }
}

TEST_CASE ("no sample is lost, doubled or out of its place while rings are exchanged",
           "[live][tap][threads]")
{
    Rig rig;
    std::atomic<bool> hasEnded {false};
    std::atomic<std::int64_t> numRead {0};
    std::atomic<std::int64_t> numAllocations {0};
    std::thread audio (
        [&]
        {
            std::mt19937 random (3);
            const AllocationCount count;
            while (rig.numPushed < 6'000'000)
            {
                rig.push (static_cast<int> (random () % (3 * kPushSamples)));
                while (rig.numPushed - numRead > kCapacity - 3 * kPushSamples)
                    std::this_thread::yield ();
            }
            numAllocations = count.value ();
            hasEnded = true;
        });
    std::mt19937 random (4);
    for (bool isLast = false; ! isLast;)
    {
        isLast = hasEnded;
        if (random () % 8 == 0)
            rig.lend ();
        else if (random () % 8 == 0)
            rig.rings.takeBack ();
        rig.read ();
        numRead = rig.numRead;
        rig.rings.destroyOld ();
    }
    audio.join ();
    CHECK (rig.numExchanges > 100);
    CHECK (rig.numRead == rig.numPushed);
    CHECK (rig.sinceGap == rig.numPushed);
    CHECK (rig.isRight);
    CHECK (numAllocations == 0);
}
