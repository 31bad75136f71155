// The order to a fault shim, and the count of its calls: see FaultShim.cpp.
#pragma once

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Nothing here allocates, because it runs inside malloc. Each library has its own copy.
namespace melstrom::testing
{

enum class Outcome
{
    usual,
    fails,
    isShort
};

/** The order in MELSTROM_FAULT; read before main. Does not allocate. */
struct Order
{
    char call[32] = "", what[32] = "";
    long nth = -1; ///< 0: all; -1: none
    int error = 0;

    Order () noexcept
    {
        const char* const text = getenv ("MELSTROM_FAULT");
        char number[32] = "";
        if (text == nullptr || sscanf (text, "%31[^:]:%31[^:]:%31s", call, number, what) != 3)
            return;
        nth = strcmp (number, "all") == 0 ? 0 : atol (number);
        struct Named
        {
            const char* name;
            int error;
        };
        for (const Named& named :
             {Named {"EIO", EIO}, Named {"ESTALE", ESTALE}, Named {"ENOSPC", ENOSPC},
              Named {"EAGAIN", EAGAIN}, Named {"ENOMEM", ENOMEM}, Named {"EINTR", EINTR},
              Named {"EOPNOTSUPP", EOPNOTSUPP}})
            if (strcmp (named.name, what) == 0)
                error = named.error;
    }
};

inline const Order& order () noexcept
{
    static const Order read;
    return read;
}

inline std::atomic<bool> isCounting {false}, hasThreads {false}, hasFired {false};
inline std::atomic<long> numCalls {0};
inline thread_local bool wasInterrupted = false; ///< avoids two EINTR in a row

/** A signal does not end the wait, as with a disk that hangs. */
inline void waitForGate () noexcept
{
    constexpr timespec kStep {0, 5'000'000};
    constexpr int kMostSteps = 12'000; // 12,000 steps are a minute
    const char* const gate = getenv ("MELSTROM_FAULT_GATE");
    for (int step = 0; step < kMostSteps && (gate == nullptr || access (gate, F_OK) != 0); ++step)
        nanosleep (&kStep, nullptr);
}

inline Outcome outcomeOf (const char* call) noexcept
{
    if (! isCounting || strcmp (call, order ().call) != 0)
        return Outcome::usual;
    const long number = ++numCalls;
    if (order ().nth != 0 && number != order ().nth)
        return Outcome::usual;
    if (order ().error == EINTR && (wasInterrupted = ! wasInterrupted) == false)
        return Outcome::usual;
    hasFired = true;
    if (strcmp (order ().what, "short") == 0)
        return Outcome::isShort;
    if (strcmp (order ().what, "wait") == 0)
    {
        waitForGate ();
        return Outcome::usual;
    }
    errno = order ().error;
    return Outcome::fails;
}

/** Writes the counts when the program ends. */
struct FaultReport
{
    ~FaultReport ()
    {
        const char* const path = getenv ("MELSTROM_FAULT_FILE");
        if (path == nullptr)
            return;
        isCounting = false;
        char text[64];
        const int length =
            snprintf (text, sizeof text, "%ld%s", numCalls.load (), hasFired ? " fired" : "");
        const int file = static_cast<int> (
            syscall (SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0666));
        (void)! syscall (SYS_write, file, text, length);
        syscall (SYS_close, file);
    }
};

} // namespace melstrom::testing
