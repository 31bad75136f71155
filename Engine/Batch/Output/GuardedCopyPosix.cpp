#include "Engine/Batch/Output/GuardedCopy.h"

#include <atomic>
#include <csetjmp>
#include <csignal>
#include <cstring>
#include <signal.h>

namespace melstrom
{

namespace
{
/** A copy in progress on its thread. */
struct CopyGuard
{
    sigjmp_buf back;
    const char* first = nullptr;
    const char* end = nullptr;
};

thread_local CopyGuard* currentGuard = nullptr;
struct sigaction formerAction; // written once, before the handler is installed for good

/** A fault repeats after the return, so that the default action ends the process. A signal that was
    sent by a process does not, and is sent once more. */
void takeDefaultAction (const siginfo_t& info) noexcept
{
    struct sigaction usual = {};
    usual.sa_handler = SIG_DFL;
    sigaction (SIGBUS, &usual, nullptr);
    if (info.si_code <= 0)
        raise (SIGBUS);
}

void onBusError (int number, siginfo_t* info, void* context) noexcept
{
    CopyGuard* const guard = currentGuard;
    const auto* const place = static_cast<const char*> (info->si_addr);
    if (guard != nullptr && info->si_code > 0 && place >= guard->first && place < guard->end)
        siglongjmp (guard->back, 1);
    if ((formerAction.sa_flags & SA_SIGINFO) != 0)
        formerAction.sa_sigaction (number, info, context);
    else if (formerAction.sa_handler == SIG_DFL || formerAction.sa_handler == SIG_IGN)
        takeDefaultAction (*info);
    else
        formerAction.sa_handler (number);
}

bool installHandler () noexcept
{
    struct sigaction action = {};
    action.sa_sigaction = &onBusError;
    action.sa_flags = SA_SIGINFO;
    sigemptyset (&action.sa_mask);
    return sigaction (SIGBUS, nullptr, &formerAction) == 0 &&
           sigaction (SIGBUS, &action, nullptr) == 0;
}
} // namespace

bool copyIntoMapping (void* to, const void* from, std::size_t bytes) noexcept
{
    static const bool kIsInstalled = installHandler ();
    if (! kIsInstalled)
        return false;
    CopyGuard guard;
    guard.first = static_cast<const char*> (to);
    guard.end = guard.first + bytes;
    // With the mask: the jump leaves the handler, in which SIGBUS is blocked. No object with a
    // destructor lives between the jump and here.
    if (sigsetjmp (guard.back, 1) != 0)
    {
        currentGuard = nullptr;
        return false;
    }
    currentGuard = &guard;
    std::atomic_signal_fence (std::memory_order_seq_cst); // the handler runs on this thread
    std::memcpy (to, from, bytes);
    std::atomic_signal_fence (std::memory_order_seq_cst);
    currentGuard = nullptr;
    return true;
}

} // namespace melstrom
