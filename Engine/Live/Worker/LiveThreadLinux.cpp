#include "Engine/Live/Worker/LiveThread.h"

#include "Engine/Core/System/OrdinaryThread.h"

#include <csignal>
#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>

namespace melstrom
{

namespace
{
/** At most 15 characters: the kernel's limit. */
const char* nameOf (LiveThreadKind kind) noexcept
{
    switch (kind)
    {
        case LiveThreadKind::urgent: return "melstrom-live";
        case LiveThreadKind::ordinary: return "melstrom-back";
        case LiveThreadKind::device: break;
    }
    return "melstrom-gpu";
}
} // namespace

void prepareLiveThread (LiveThreadKind kind) noexcept
{
    sigset_t all;
    sigfillset (&all);
    pthread_sigmask (SIG_BLOCK, &all, nullptr);
    pthread_setname_np (pthread_self (), nameOf (kind));

    constexpr unsigned long kSlackNanoseconds = 1; // 0 would select the default of 50'000
    prctl (PR_SET_TIMERSLACK, kSlackNanoseconds, 0, 0, 0);

    if (kind != LiveThreadKind::urgent)
        return becomeOrdinaryThread ();
    useProcessorsOfProcess ();
    sched_param priority {};
    priority.sched_priority = sched_get_priority_min (SCHED_RR);
    if (pthread_setschedparam (pthread_self (), SCHED_RR | SCHED_RESET_ON_FORK, &priority) != 0)
        becomeOrdinaryThread ();
}

} // namespace melstrom
