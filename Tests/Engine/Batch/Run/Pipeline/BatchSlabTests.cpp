// The number of slabs in a pipeline, and their allocation.
#include "Engine/Batch/Run/Pipeline/SlabPool.h"
#include "Engine/Batch/Run/Pipeline/StageTimes.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Mel/ForwardingBackend.h"

#include <atomic>
#include <thread>

using namespace melstrom;
using namespace melstrom::testing;
using namespace std::chrono_literals;

namespace
{
const auto kGoOn = [] { return false; };

/** Takes every slab that is available without waiting. */
std::vector<Slab*> takeAll (SlabPool& pool)
{
    std::vector<Slab*> slabs;
    const auto never = [] { return true; };
    for (auto slab = pool.take (never); slab && *slab != nullptr; slab = pool.take (never))
        slabs.push_back (*slab);
    return slabs;
}

class CountingBackend final : public ForwardingBackend
{
public:
    CountingBackend () : ForwardingBackend (1) {}
    Result<std::unique_ptr<SlabMemory>> allocate (std::size_t bytes) override
    {
        ++numAllocated;
        return ForwardingBackend::allocate (bytes);
    }
    int numAllocated = 0;
};
} // namespace

TEST_CASE ("the slowest stage decides how many slabs are worth having", "[batch][slabs]")
{
    // Reading limits: 4 at a time, one every 2 ms. The other stages hold half a slab and a quarter
    // on average.
    CHECK (slabsWorthHaving ({{{0.008, 4}, {0.001, 3}, {0.0005, 2}}}) == 4 + 1 + 2);
    // Computing limits: one every 1 ms.
    CHECK (slabsWorthHaving ({{{0.002, 16}, {0.003, 3}, {0.001, 4}}}) == 2 + 3 + 1 + 2);
    // Writing limits: one every 10 ms.
    CHECK (slabsWorthHaving ({{{0.01, 16}, {0.01, 3}, {0.02, 2}}}) == 1 + 1 + 2 + 2);
    CHECK (slabsWorthHaving ({{{0, 1}, {0, 1}, {0, 1}}}) == 2);
}

TEST_CASE (
    "slabs are limited only once every stage has been seen, and never beyond what is allowed",
    "[batch][slabs]")
{
    StageTimes times ({4, 3, 2});
    for (int i = 0; i < 100; ++i)
    {
        times.add (Stage::reading, 8ms);
        times.add (Stage::computing, 1ms);
    }
    CHECK (times.numSlabs (20) == 20);
    for (int i = 0; i < 100; ++i)
        times.add (Stage::writing, 500us);
    CHECK (times.numSlabs (20) == 7);
    CHECK (times.numSlabs (3) == 3);
    for (int i = 0; i < 400; ++i)
        times.add (Stage::writing, 100ms); // the disk has become slow
    CHECK (times.numSlabs (20) < 7);
}

TEST_CASE ("a slab is allocated when it is first needed, and used again before another is made",
           "[batch][slabs]")
{
    CountingBackend backend;
    SlabPool pool (backend, {4096, 8192}, 5, 1);
    CHECK (backend.numAllocated == 0);
    auto first = pool.take (kGoOn);
    REQUIRE (first.ok ());
    CHECK ((*first)->input->bytes () >= 4096);
    CHECK ((*first)->output->bytes () >= 8192);
    REQUIRE (pool.giveBack (*first));
    CHECK (*pool.take (kGoOn) == *first);
    CHECK (backend.numAllocated == 2);
    CHECK (takeAll (pool).size () == 4);
    CHECK (backend.numAllocated == 10);
}

TEST_CASE ("slabs beyond those wanted rest, and come back without being made anew",
           "[batch][slabs]")
{
    CountingBackend backend;
    SlabPool pool (backend, {4096, 4096}, 5, 1);
    for (Slab* slab : takeAll (pool))
    {
        pool.want (2);
        REQUIRE (pool.giveBack (slab));
    }
    CHECK (pool.numCirculating () == 2);
    CHECK (takeAll (pool).size () == 2);
    pool.want (4);
    CHECK (takeAll (pool).size () == 2);
    CHECK (pool.numCirculating () == 4);
    CHECK (backend.numAllocated == 10);
    pool.want (0); // one slab must remain
    CHECK (takeAll (pool).empty ());
    pool.want (100);
    CHECK (takeAll (pool).size () == 1);
}

namespace
{
/** The second allocation and later ones wait until they may go on. */
class WaitingBackend final : public ForwardingBackend
{
public:
    WaitingBackend () : ForwardingBackend (1) {}
    Result<SlabPair> allocateSlab (std::size_t inputBytes, std::size_t outputBytes) override
    {
        mostAtOnce = std::max (mostAtOnce.load (), ++numAtOnce);
        if (numAllocated++ > 0)
        {
            isWaiting = true;
            mayGoOn.wait (false);
        }
        --numAtOnce;
        return ForwardingBackend::allocateSlab (inputBytes, outputBytes);
    }
    std::atomic<int> numAllocated {0}, numAtOnce {0}, mostAtOnce {0};
    std::atomic<bool> isWaiting {false}, mayGoOn {false};
};
} // namespace

TEST_CASE ("one slab is made at a time, and those that are there serve meanwhile", "[batch][slabs]")
{
    WaitingBackend backend;
    SlabPool pool (backend, {4096, 4096}, 5, 1);
    auto first = pool.take (kGoOn);
    REQUIRE (first.ok ());
    std::atomic<int> numTaken {0};
    {
        std::vector<std::jthread> takers;
        for (int i = 0; i < 3; ++i)
            takers.emplace_back (
                [&]
                {
                    if (const auto slab = pool.take (kGoOn); slab && *slab != nullptr)
                        ++numTaken;
                });
        while (! backend.isWaiting)
            std::this_thread::yield ();
        REQUIRE (pool.giveBack (*first));
        while (numTaken == 0) // one of the takers that make no slab
            std::this_thread::yield ();
        CHECK (backend.numAllocated == 2);
        backend.mayGoOn = true;
        backend.mayGoOn.notify_all ();
    }
    CHECK (numTaken == 3);
    CHECK (backend.mostAtOnce == 1);
    CHECK (backend.numAllocated == 3);
}
