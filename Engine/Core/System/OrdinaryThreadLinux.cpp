#include "Engine/Core/System/OrdinaryThread.h"

#include "Engine/Core/System/ThreadPlaceLinux.h"

#include <cerrno>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

namespace melstrom
{

namespace
{
bool isRealTime (int policy) noexcept
{
    return policy != SCHED_OTHER && policy != SCHED_BATCH && policy != SCHED_IDLE;
}
} // namespace

void becomeOrdinaryThread () noexcept
{
    // Linux has policies and nice values per thread: 0 is the calling thread, getpid () the main
    // thread.
    const int policy = sched_getscheduler (0);
    if (policy >= 0 && isRealTime (policy & ~SCHED_RESET_ON_FORK))
    {
        const sched_param none {};
        sched_setscheduler (0, SCHED_OTHER, &none);
    }
    errno = 0; // -1 is a valid nice value too
    if (const int nice = getpriority (PRIO_PROCESS, static_cast<id_t> (getpid ())); errno == 0)
        setpriority (PRIO_PROCESS, 0, nice);
    useProcessorsOfProcess ();
}

void becomeBackgroundThread () noexcept
{
    constexpr int kNicer = 5; // a third of the share of an ordinary thread that computes as much
    becomeOrdinaryThread ();
    errno = 0;
    if (const int nice = getpriority (PRIO_PROCESS, 0); errno == 0)
        setpriority (PRIO_PROCESS, 0, nice + kNicer);
}

void useProcessorsOfProcess () noexcept
{
    ThreadPlace::processorsOfProcess ().take ();
}

} // namespace melstrom
