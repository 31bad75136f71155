#include "Standalone/CommandLine/Terminal/Signals.h"

#include <csignal>
#include <ctime>
#include <unistd.h>

namespace melstrom
{

namespace
{

// A signal handler can only reach globals. The program has no others.
std::atomic<bool> isStopping {false};
std::atomic<int> firstSignal {0};
static_assert (std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

std::atomic<long> firstSecond {0};
static_assert (std::atomic<long>::is_always_lock_free);

void onSignal (int signal)
{
    constexpr int shellOffset = 128; // added to the signal's number, as shells do
    timespec now {};
    clock_gettime (CLOCK_MONOTONIC, &now); // async-signal-safe
    int none = 0;
    if (firstSignal.compare_exchange_strong (none, signal))
        firstSecond = now.tv_sec;
    // The same request often arrives twice, for the process and for its group.
    else if (now.tv_sec > firstSecond + 1)
        _exit (shellOffset + signal);
    isStopping = true;
}

bool isIgnored (int signal) noexcept
{
    struct sigaction before
    {
    };
    return sigaction (signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN;
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
    std::signal (SIGCHLD, SIG_DFL); // an inherited SIG_IGN would hide the children's results
    if (! isIgnored (SIGHUP))       // nohup
        sigaction (SIGHUP, &action, nullptr);
    std::signal (SIGPIPE, SIG_IGN);
    std::signal (SIGXFSZ, SIG_IGN); // a write beyond the limit fails instead
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
