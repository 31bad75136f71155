#include "Standalone/CommandLine/Signals.h"

#include <csignal>
#include <unistd.h>

namespace melstrom
{

namespace
{

// A signal handler reaches nothing but globals; these are all of the program's.
std::atomic<bool> isStopping {false};
std::atomic<int> firstSignal {0};
static_assert (std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

void onSignal (int signal)
{
    constexpr int shellOffset = 128; // what a shell reports for a program that a signal ended
    if (isStopping.exchange (true))
        _exit (shellOffset + signal);
    firstSignal = signal;
}

} // namespace

void installSignalHandlers () noexcept
{
    struct sigaction action
    {
    };
    action.sa_handler = onSignal;
    action.sa_flags = SA_RESTART;
    sigemptyset (&action.sa_mask);
    sigaction (SIGINT, &action, nullptr);
    sigaction (SIGTERM, &action, nullptr);
    std::signal (SIGPIPE, SIG_IGN);
}

const std::atomic<bool>& stopFlag () noexcept
{
    return isStopping;
}

int stopSignal () noexcept
{
    return firstSignal;
}

} // namespace melstrom
