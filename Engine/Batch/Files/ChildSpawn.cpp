#include "Engine/Batch/Files/ChildSpawn.h"

#include "Engine/Batch/Files/PosixError.h"

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

constexpr int kFirstOther = 3; ///< descriptor behind standard input, output and error
constexpr int kNotStarted = 127;

/** All that the child uses: between vfork and execve it may not allocate. */
struct Preparation
{
    char* const* arguments;
    char* const* environment;
    pid_t parent;
    std::array<int, kFirstOther> descriptors; ///< to become standard input, output and error
    int highestDescriptor;                    ///< to be closed where close_range is not known
    volatile int failure;                     ///< errno, written by the child into our memory
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

void leaveRealTime () noexcept
{
    const int policy = sched_getscheduler (0) & ~SCHED_RESET_ON_FORK;
    if (policy == SCHED_OTHER || policy == SCHED_BATCH || policy == SCHED_IDLE)
        return;
    const sched_param none {};
    sched_setscheduler (0, SCHED_OTHER, &none);
}

/** The child's side: async-signal-safe calls alone, for it runs in the memory of its parent. */
[[noreturn]] void runChild (Preparation& preparation) noexcept
{
    struct sigaction defaults
    {
    };
    defaults.sa_handler = SIG_DFL;
    for (int signal = 1; signal < NSIG; ++signal)
        sigaction (signal, &defaults, nullptr); // refused for those that have no handlers
    setpgid (0, 0);
    prctl (PR_SET_PDEATHSIG, SIGKILL);
    if (getppid () != preparation.parent) // it ended before the line above
        _exit (kNotStarted);
    for (int standard = 0; standard < kFirstOther; ++standard)
        if (dup2 (preparation.descriptors[static_cast<std::size_t> (standard)], standard) < 0)
        {
            preparation.failure = errno;
            _exit (kNotStarted);
        }
    closeOthers (preparation.highestDescriptor);
    leaveRealTime ();
    sigset_t none;
    sigemptyset (&none);
    sigprocmask (SIG_SETMASK, &none, nullptr);
    execve (preparation.arguments[0], preparation.arguments, preparation.environment);
    preparation.failure = errno;
    _exit (kNotStarted);
}

/** In a function of its own, so that nothing of the caller's lives in registers that the child
    changes. Returns -1 with errno. */
[[gnu::noinline]] pid_t forkInto (Preparation& preparation) noexcept
{
    const pid_t child = vfork ();
    if (child == 0)
        runChild (preparation);
    return child;
}

/** With all signals blocked: a handler of ours must not run in the child. */
pid_t forkQuietly (Preparation& preparation) noexcept
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

/** At a number that is none of the standard ones, also where this process has closed those. */
Descriptor awayFromStandard (Descriptor descriptor) noexcept
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
    return {awayFromStandard (Descriptor (ends[0])), awayFromStandard (Descriptor (ends[1]))};
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
    if (! messages.isOpen ())
        return readingError ("open a pipe from it", program, errno);
    const Descriptor empty = awayFromStandard (openDescriptor ("/dev/null", O_RDONLY));
    if (empty.get () < 0)
        return readingError ("open", "/dev/null", errno);

    const auto argumentPointers = pointersTo (arguments);
    const auto environmentPointers = pointersTo (environment);
    Preparation preparation {argumentPointers.data (),
                             environmentPointers.data (),
                             getpid (),
                             {empty.get (), output.writing.get (), messages.writing.get ()},
                             highestDescriptor (),
                             0};
    const pid_t child = forkQuietly (preparation);
    if (child < 0)
        return readingError ("start", program, errno);
    if (preparation.failure != 0)
    {
        while (waitpid (child, nullptr, 0) < 0 && errno == EINTR)
            ;
        return readingError ("start", program, preparation.failure);
    }
    fcntl (output.reading.get (), F_SETFL, O_NONBLOCK);
    fcntl (messages.reading.get (), F_SETFL, O_NONBLOCK);
    return SpawnedChild {child, std::move (output.reading), std::move (messages.reading)};
}

} // namespace melstrom
