// Threads created by a host's real-time thread, and their inheritance.
#include "Engine/Backend/Cpu/WorkerPool.h"
#include "Engine/Live/Device/DeviceThread.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Live/LiveClients.h"

#include <algorithm>
#include <latch>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
/** Policy and processors of the calling thread, by the kernel. */
struct Place
{
    int policy = -1, nice = 0;
    cpu_set_t processors {};

    static Place ofCaller ()
    {
        Place place;
        place.policy = sched_getscheduler (0);
        place.nice = getpriority (PRIO_PROCESS, 0);
        sched_getaffinity (0, sizeof place.processors, &place.processors);
        return place;
    }
    bool isPinnedTo (int processor) const
    {
        return CPU_COUNT (&processors) == 1 && CPU_ISSET (processor, &processors);
    }
};

/** Records the place of the thread that calls it. */
class AskingClient final : public LiveClient
{
public:
    bool work () noexcept override
    {
        if (! isDone.exchange (true))
            place = Place::ofCaller ();
        return false;
    }
    std::atomic<bool> isDone {false};
    Place place; ///< valid after the removal from the worker
};

Place placeOfWorker (LiveWorker::Purpose purpose)
{
    const auto worker = LiveWorker::shared (purpose);
    AskingClient client;
    const auto submitter = worker->add (client);
    while (! client.isDone)
        std::this_thread::sleep_for (std::chrono::milliseconds (1));
    worker->remove (client);
    return client.place;
}

Place placeOfDevice ()
{
    Place place;
    std::latch isDone (1);
    DeviceThread device;
    device.post (
        [&]
        {
            place = Place::ofCaller ();
            isDone.count_down ();
        });
    isDone.wait ();
    return place;
}

Place placeOfPool (void (*become) () noexcept)
{
    Place place;
    std::latch isDone (1);
    WorkerPool pool (1, become);
    const bool isAccepted = pool.run (
        [&] (int)
        {
            place = Place::ofCaller ();
            isDone.count_down ();
        });
    if (isAccepted)
        isDone.wait ();
    return place;
}

/** Real-time policy, priority above ordinary threads, on one processor. false: the system does not
    permit it. */
bool becomePinnedRealTimeThread (int processor)
{
    cpu_set_t one;
    CPU_ZERO (&one);
    CPU_SET (processor, &one);
    const sched_param low {sched_get_priority_min (SCHED_FIFO) + 1};
    return setpriority (PRIO_PROCESS, static_cast<id_t> (gettid ()), -5) == 0 &&
           sched_setaffinity (0, sizeof one, &one) == 0 &&
           pthread_setschedparam (pthread_self (), SCHED_FIFO, &low) == 0;
}
} // namespace

TEST_CASE ("threads begun by a real-time thread that is pinned to a processor are neither",
           "[live][worker][threads]")
{
    const Place ofMain = Place::ofCaller ();
    if (CPU_COUNT (&ofMain.processors) < 2)
    {
        WARN ("SKIPPED: this process has one processor");
        return;
    }
    int processor = 0;
    while (! CPU_ISSET (processor, &ofMain.processors))
        ++processor;
    bool isPermitted = false;
    Place creator, urgent, background, device, pool;
    std::thread host (
        [&]
        {
            isPermitted = becomePinnedRealTimeThread (processor);
            if (! isPermitted)
                return;
            creator = Place::ofCaller ();
            background = placeOfWorker (LiveWorker::Purpose::background);
            urgent = placeOfWorker (LiveWorker::Purpose::voices);
            device = placeOfDevice ();
            pool = placeOfPool (becomeOrdinaryThread);
        });
    host.join ();
    if (! isPermitted)
    {
        WARN ("SKIPPED: no thread of this process may become a real-time one");
        return;
    }
    REQUIRE (creator.policy == SCHED_FIFO);
    REQUIRE (creator.isPinnedTo (processor));
    REQUIRE (creator.nice == -5);
    for (const Place& place : {background, device, pool})
    {
        CHECK (place.policy == SCHED_OTHER);
        CHECK (place.nice == ofMain.nice);
        CHECK (CPU_EQUAL (&place.processors, &ofMain.processors));
    }
    CHECK (urgent.policy == (SCHED_RR | SCHED_RESET_ON_FORK));
    CHECK (CPU_EQUAL (&urgent.processors, &ofMain.processors));
}

TEST_CASE ("background threads yield to the main thread, and have its processors",
           "[live][worker][threads]")
{
    const Place ofMain = Place::ofCaller (), background = placeOfPool (becomeBackgroundThread);
    CHECK (background.policy == ofMain.policy);
    CHECK (background.nice == std::min (ofMain.nice + 5, 19));
    CHECK (CPU_EQUAL (&background.processors, &ofMain.processors));
}
