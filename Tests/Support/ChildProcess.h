// A fork of the test's own process.
#pragma once

#include <chrono>
#include <csignal>
#include <cstdio>
#include <optional>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace melstrom::testing
{

/** false under the thread sanitizer: it ends a forked child of a multithreaded process when the
    child starts a thread. */
constexpr bool canFork ()
{
#if defined(__SANITIZE_THREAD__)
    return false;
#else
    return true;
#endif
}

/** Runs `child` in a fork. `child` must end its process and must not call Catch. Returns its exit
    status; empty: it crashed, or was killed after the time limit. */
template <typename Child>
std::optional<int> statusOfFork (const Child& child, std::chrono::milliseconds mostTime)
{
    std::fflush (nullptr); // else both processes would write buffered output
    const pid_t pid = fork ();
    if (pid == 0)
    {
        child ();
        _exit (255);
    }
    const auto end = std::chrono::steady_clock::now () + mostTime;
    int status = 0;
    while (waitpid (pid, &status, WNOHANG) == 0)
    {
        if (std::chrono::steady_clock::now () > end)
        {
            kill (pid, SIGKILL);
            waitpid (pid, &status, 0);
            return std::nullopt;
        }
        std::this_thread::sleep_for (std::chrono::milliseconds (5));
    }
    return WIFEXITED (status) ? std::optional (WEXITSTATUS (status)) : std::nullopt;
}

} // namespace melstrom::testing
