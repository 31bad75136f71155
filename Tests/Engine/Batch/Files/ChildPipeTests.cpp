// Child programs behind pipes: their output, their end, and their inheritance.
#include "Engine/Batch/Files/ChildPipe.h"
#include "Engine/Core/System/Hardware.h"
#include "Engine/Core/System/MemoryNodes.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Files/FakeRoot.h"
#include "Tests/Support/Skip.h"

#include <csignal>
#include <pthread.h>
#include <sched.h>
#include <thread>

using namespace melstrom;
using namespace melstrom::testing;
using namespace std::chrono_literals;

namespace
{

Result<std::unique_ptr<ChildPipe>> shell (const std::string& script, ChildPatience patience = {})
{
    return ChildPipe::start ({"/bin/sh", "-c", script}, {"PATH=/usr/bin:/bin", "WORD=value"},
                             patience);
}

std::string outputOf (ChildPipe& child)
{
    std::string text (1 << 16, '\0');
    const auto got = child.read (text.data (), text.size ());
    REQUIRE (got.ok ());
    text.resize (*got);
    return text;
}

std::string outputOf (const std::string& script)
{
    auto child = shell (script);
    REQUIRE (child.ok ());
    return outputOf (**child);
}

/** The number in the first line of the child's output. */
pid_t numberFrom (ChildPipe& child)
{
    std::string text;
    for (char c = 0; c != '\n'; text += c)
    {
        const auto got = child.read (&c, 1);
        REQUIRE (got.ok ());
        REQUIRE (*got == 1);
    }
    return std::stoi (text);
}

bool isGoneSoon (pid_t process)
{
    for (int i = 0; i < 500 && kill (process, 0) == 0; ++i)
        std::this_thread::sleep_for (10ms);
    return kill (process, 0) != 0;
}

} // namespace

TEST_CASE ("a child's output, status and last message arrive", "[child]")
{
    auto child = shell ("printf \"$WORD\"; echo first >&2; echo; echo last >&2; echo >&2; exit 3");
    REQUIRE (child.ok ());
    CHECK (outputOf (**child) == "value\n");
    const auto end = (*child)->finish ();
    REQUIRE (end.ok ());
    CHECK (end->status == 3);
    CHECK_FALSE (end->succeeded ());
    CHECK ((*child)->lastMessage () == "last");

    child = shell ("kill -TERM $$");
    REQUIRE (child.ok ());
    CHECK ((*child)->finish ()->status == 128 + SIGTERM);
    child = shell ("true");
    REQUIRE (child.ok ());
    CHECK ((*child)->finish ()->succeeded ());
    CHECK ((*child)->lastMessage ().empty ());
}

TEST_CASE ("a megabyte and floods of messages pass through", "[child]")
{
    auto child = shell ("head -c 1000000 /dev/zero | tr '\\0' x; head -c 300000 /dev/zero >&2; "
                        "echo >&2; echo end >&2");
    REQUIRE (child.ok ());
    std::string text (1'000'001, '\0');
    const auto got = (*child)->read (text.data (), text.size ());
    REQUIRE (got.ok ());
    REQUIRE (*got == 1'000'000);
    CHECK (text.substr (0, *got).find_first_not_of ('x') == std::string::npos);
    CHECK ((*child)->finish ()->succeeded ());
    CHECK ((*child)->lastMessage () == "end");
}

TEST_CASE ("a program that is not there, or is none, is not started", "[child]")
{
    auto child = ChildPipe::start ({"/no/such/program"}, {}, {});
    REQUIRE_FALSE (child.ok ());
    CHECK (child.error ().code == ErrorCode::fileMissing);
    child = ChildPipe::start ({"/etc/passwd"}, {}, {});
    REQUIRE_FALSE (child.ok ());
    CHECK (child.error ().code == ErrorCode::permissionDenied);
}

TEST_CASE ("a silent child is killed with what it started", "[child]")
{
    const auto start = std::chrono::steady_clock::now ();
    auto child = shell ("sleep 600 & echo $!; echo $$; wait", {.silence = 2s});
    REQUIRE (child.ok ());
    const auto grandchild = numberFrom (**child), process = numberFrom (**child);
    char c = 0;
    const auto got = (*child)->read (&c, 1);
    REQUIRE_FALSE (got.ok ());
    CHECK (got.error ().code == ErrorCode::decodeFailed);
    CHECK (got.error ().message == "wrote no output for 2.00 s and was ended");
    CHECK (std::chrono::steady_clock::now () - start >= 2s);
    CHECK (isGoneSoon (process));
    CHECK (isGoneSoon (grandchild));
}

TEST_CASE ("a child that goes on after it closed its output is given up", "[child]")
{
    auto child = shell ("exec >&- 2>&-; exec sleep 600", {.silence = 300ms});
    REQUIRE (child.ok ());
    CHECK (outputOf (**child).empty ());
    const auto end = (*child)->finish ();
    REQUIRE_FALSE (end.ok ());
    CHECK (end.error ().code == ErrorCode::decodeFailed);
}

TEST_CASE ("a wait ends soon after stop is set, and the child with its pipe", "[child]")
{
    std::atomic<bool> stop {false};
    auto child = shell ("echo $$; exec sleep 600", {.stop = &stop});
    REQUIRE (child.ok ());
    const auto process = numberFrom (**child);
    std::jthread stopping (
        [&stop]
        {
            std::this_thread::sleep_for (100ms);
            stop = true;
        });
    char c = 0;
    const auto got = (*child)->read (&c, 1);
    REQUIRE_FALSE (got.ok ());
    CHECK (got.error ().code == ErrorCode::interrupted);
    CHECK (kill (process, 0) == 0);
    child->reset ();
    CHECK (isGoneSoon (process));
}

TEST_CASE ("a child dies with the thread that started it", "[child]")
{
    std::unique_ptr<ChildPipe> child;
    pid_t process = 0;
    std::thread (
        [&]
        {
            child = std::move (*shell ("echo $$; exec sleep 600"));
            process = numberFrom (*child);
        })
        .join ();
    CHECK (child->finish ()->status == 128 + SIGKILL);
    CHECK (isGoneSoon (process));
}

TEST_CASE ("a child has none of our descriptors, masks and ignored signals", "[child]")
{
    const int inherited = dup (STDIN_FILENO); // without close-on-exec
    REQUIRE (inherited > 2);
    sigset_t some, before;
    sigemptyset (&some);
    sigaddset (&some, SIGUSR2);
    pthread_sigmask (SIG_BLOCK, &some, &before);
    const auto handlerBefore = std::signal (SIGUSR1, SIG_IGN);
    const auto status = outputOf ("exec cat /proc/self/status");
    const auto descriptors = outputOf ("exec ls /proc/self/fd");
    std::signal (SIGUSR1, handlerBefore);
    pthread_sigmask (SIG_SETMASK, &before, nullptr);
    close (inherited);
    CHECK (status.find ("SigBlk:\t0000000000000000") != std::string::npos);
    CHECK (status.find ("SigIgn:\t0000000000000000") != std::string::npos);
    CHECK (descriptors == "0\n1\n2\n3\n"); // 3: the folder that ls reads
}

TEST_CASE ("a child of a real-time thread is an ordinary one", "[child]")
{
    std::string policy;
    bool isAllowed = false;
    std::thread (
        [&]
        {
            const sched_param lowest {sched_get_priority_min (SCHED_FIFO)};
            isAllowed = pthread_setschedparam (pthread_self (), SCHED_FIFO, &lowest) == 0;
            policy = outputOf ("exec cut -d' ' -f41 /proc/self/stat");
        })
        .join ();
    CHECK (policy == std::to_string (SCHED_OTHER) + "\n");
    if (! isAllowed)
        skipPart ("this user may not have real-time threads");
}

TEST_CASE ("a child of a thread on a memory node has the processors and the memory of the process",
           "[child][nodes]")
{
    const FakeRoot root;
    for (int processor = 0; usableProcessorsOfNode (0, root.path ()) != 1; ++processor)
    {
        REQUIRE (processor < 1024);
        root.write ("/sys/devices/system/node/node0/cpulist", std::to_string (processor) + "\n");
    }
    // without a line of numa_maps the system has no policies
    const std::string script = "grep Cpus_allowed_list /proc/self/status; cut -d' ' -f2 "
                               "/proc/self/numa_maps 2>/dev/null | sort -u";
    const auto ours = outputOf (script);
    std::string refusal, near, nested;
    std::thread (
        [&]
        {
            const OnMemoryNode node (0, root.path ());
            refusal = node.refusal ();
            near = outputOf (script);
            const OnMemoryNode again (0, root.path ());
            nested = outputOf (script);
        })
        .join ();
    CHECK (near == ours);
    CHECK (nested == ours);
    if (! refusal.empty ())
        skipPart ("memory of a node: " + refusal);
    if (usableProcessors () < 2)
        skipPart ("one processor: no thread can be bound to fewer");
}
