#include "Engine/Live/LiveThread.h"

#include <csignal>
#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>

namespace melstrom
{

void prepareLiveThread (LiveThreadKind kind) noexcept
{
    sigset_t all;
    sigfillset (&all);
    pthread_sigmask (SIG_BLOCK, &all, nullptr);

    const bool isUrgent = kind == LiveThreadKind::urgent;
    pthread_setname_np (pthread_self (),
                        isUrgent ? "melstrom-live" : "melstrom-back"); // 15 letters at most

    constexpr unsigned long kSlackNanoseconds = 1; // 0 would mean the usual 50'000
    prctl (PR_SET_TIMERSLACK, kSlackNanoseconds, 0, 0, 0);

    if (! isUrgent)
        return;
    sched_param priority {};
    priority.sched_priority = sched_get_priority_min (SCHED_RR);
    pthread_setschedparam (pthread_self (), SCHED_RR | SCHED_RESET_ON_FORK, &priority);
}

} // namespace melstrom
