#include "Engine/Batch/Files/ChildSpawnLinux.h"

#include "Engine/Batch/Files/StoragePosix.h"
#include "Engine/Core/System/ThreadPlaceLinux.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace melstrom
{
namespace
{

constexpr int kNumStandard = 3; ///< descriptors: standard input, output and error
constexpr int kFailure = 3;     ///< the child's descriptor for errno; closed by execve
constexpr int kFirstOther = 4;
constexpr int kNotStarted = 127;

/** Everything that the child uses: between vfork and execve it must not allocate. The child writes
    nothing here: if vfork is fork (the thread sanitizer's is), the parent would not see it. */
struct Preparation
{
    char* const* arguments;
    char* const* environment;
    pid_t parent;
    std::array<int, kNumStandard> descriptors; ///< to become standard input, output and error
    int failure;                               ///< to become kFailure
    int highestDescriptor; ///< up to this one all are closed if close_range is not known
    ThreadPlace place;
};

std::vector<char*> pointersTo (const std::vector<std::string>& texts)
{
    std::vector<char*> pointers;
    pointers.reserve (texts.size () + 1);
    for (const auto& text : texts)
        pointers.push_back (const_cast<char*> (text.c_str ())); // as execve wants them
    pointers.push_back (nullptr);
    return pointers;
}

void closeOthers (int highest) noexcept
{
#ifdef SYS_close_range
    if (syscall (SYS_close_range, kFirstOther, ~0u, 0) == 0)
        return;
#endif
    for (int descriptor = kFirstOther; descriptor <= highest; ++descriptor)
        close (descriptor);
}

[[noreturn]] void failChild (int descriptor) noexcept
{
    const int failure = errno;
    (void)! write (descriptor, &failure, sizeof failure);
    _exit (kNotStarted);
}

void leaveRealTime () noexcept
{
    const int policy = sched_getscheduler (0) & ~SCHED_RESET_ON_FORK;
    if (policy == SCHED_OTHER || policy == SCHED_BATCH || policy == SCHED_IDLE)
        return;
    const sched_param none {};
    sched_setscheduler (0, SCHED_OTHER, &none);
}

/** The child's side. Only async-signal-safe calls, because it runs in the memory of its parent. */
[[noreturn]] void runChild (const Preparation& preparation) noexcept
{
    struct sigaction defaults
    {
    };
    defaults.sa_handler = SIG_DFL;
    for (int signal = 1; signal < NSIG; ++signal)
        sigaction (signal, &defaults, nullptr); // refused for signals that have no handlers
    setpgid (0, 0);
    prctl (PR_SET_PDEATHSIG, SIGKILL);
    if (getppid () != preparation.parent) // the parent ended before the line above
        _exit (kNotStarted);
    if (dup3 (preparation.failure, kFailure, O_CLOEXEC) < 0)
        failChild (preparation.failure);
    for (int standard = 0; standard < kNumStandard; ++standard)
        if (dup2 (preparation.descriptors[static_cast<std::size_t> (standard)], standard) < 0)
            failChild (kFailure);
    closeOthers (preparation.highestDescriptor);
    leaveRealTime ();
    preparation.place.take ();
    sigset_t none;
    sigemptyset (&none);
    sigprocmask (SIG_SETMASK, &none, nullptr);
    execve (preparation.arguments[0], preparation.arguments, preparation.environment);
    failChild (kFailure);
}

/** A function of its own, so that no caller has values in registers that the child changes. Returns
    -1 with errno. */
[[gnu::noinline]] pid_t forkInto (const Preparation& preparation) noexcept
{
    const pid_t child = vfork ();
    if (child == 0)
        runChild (preparation);
    return child;
}

/** Blocks all signals meanwhile: handlers of this process must not run in the child. */
pid_t forkQuietly (const Preparation& preparation) noexcept
{
    sigset_t all, before;
    sigfillset (&all);
    pthread_sigmask (SIG_SETMASK, &all, &before);
    const pid_t child = forkInto (preparation);
    const int failure = errno;
    pthread_sigmask (SIG_SETMASK, &before, nullptr);
    errno = failure;
    return child;
}

/** Moves a descriptor away from numbers with a fixed meaning in the child. Needed if this process
    has closed its own descriptors of these numbers. */
Descriptor awayFromGiven (Descriptor descriptor) noexcept
{
    if (descriptor.get () < 0 || descriptor.get () >= kFirstOther)
        return descriptor;
    return Descriptor (fcntl (descriptor.get (), F_DUPFD_CLOEXEC, kFirstOther));
}

struct Pipe
{
    Descriptor reading, writing;
    bool isOpen () const noexcept { return reading.get () >= 0 && writing.get () >= 0; }
};

Pipe openPipe () noexcept
{
    std::array<int, 2> ends {-1, -1};
    if (pipe2 (ends.data (), O_CLOEXEC) != 0)
        return {};
    return {awayFromGiven (Descriptor (ends[0])), awayFromGiven (Descriptor (ends[1]))};
}

/** errno of a child that could not start the program; 0 after it started. Waits for either. */
int failureFrom (const Descriptor& pipe) noexcept
{
    int failure = 0;
    const auto got =
        againAfterInterrupt ([&] { return read (pipe.get (), &failure, sizeof failure); });
    return got == static_cast<ssize_t> (sizeof failure) ? failure : 0;
}

int highestDescriptor () noexcept
{
    constexpr rlim_t most = 65536;
    rlimit limit {};
    getrlimit (RLIMIT_NOFILE, &limit);
    return static_cast<int> (std::min (limit.rlim_cur, most));
}

} // namespace

Result<SpawnedChild> spawnChild (const std::vector<std::string>& arguments,
                                 const std::vector<std::string>& environment)
{
    const auto& program = arguments.front ();
    Pipe output = openPipe ();
    Pipe messages = output.isOpen () ? openPipe () : Pipe {};
    Pipe failures = messages.isOpen () ? openPipe () : Pipe {};
    if (! failures.isOpen ())
        return readingError ("open a pipe from it", program, errno);
    const Descriptor empty = awayFromGiven (openDescriptor ("/dev/null", O_RDONLY));
    if (empty.get () < 0)
        return readingError ("open", "/dev/null", errno);

    const auto argumentPointers = pointersTo (arguments);
    const auto environmentPointers = pointersTo (environment);
    const Preparation preparation {argumentPointers.data (),
                                   environmentPointers.data (),
                                   getpid (),
                                   {empty.get (), output.writing.get (), messages.writing.get ()},
                                   failures.writing.get (),
                                   highestDescriptor (),
                                   ThreadPlace::ofProcess ()};
    const pid_t child = forkQuietly (preparation);
    if (child < 0)
        return readingError ("start", program, errno);
    close (failures.writing.release ()); // otherwise the read below would never end
    if (const int failure = failureFrom (failures.reading); failure != 0)
    {
        while (waitpid (child, nullptr, 0) < 0 && errno == EINTR)
            ;
        return readingError ("start", program, failure);
    }
    fcntl (output.reading.get (), F_SETFL, O_NONBLOCK);
    fcntl (messages.reading.get (), F_SETFL, O_NONBLOCK);
    return SpawnedChild {child, std::move (output.reading), std::move (messages.reading)};
}

} // namespace melstrom
