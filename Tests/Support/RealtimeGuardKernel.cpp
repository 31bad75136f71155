// System calls of one thread, reported by the kernel (seccomp) as a signal, for every caller and
// every way of calling.
#include "Tests/Support/RealtimeGuard.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>

#include <array>
#include <cerrno>
#include <cstddef>

namespace melstrom::testing
{

bool isInRealtime () noexcept;
bool isSystemCallToFail () noexcept;
void countSystemCall (int number) noexcept;

#if defined(__x86_64__)
namespace
{
/** A sixth argument that lets a call pass the filter. Among the calls with six arguments only mmap
    needs its own value there. For futex this value is a valid, non-empty set of bits. */
constexpr long kPass = 0x6d656c73;

/** Calls that end a signal's handler or the thread; and mmap, which malloc's counter covers. */
constexpr std::array kLetThrough {SYS_rt_sigreturn, SYS_exit, SYS_exit_group, SYS_mmap};

long call (long number, const greg_t* registers) noexcept
{
    long result;
    register long fourth asm("r10") = registers[REG_R10];
    register long fifth asm("r8") = registers[REG_R8];
    register long sixth asm("r9") = kPass;
    asm volatile("syscall"
                 : "=a"(result)
                 : "a"(number), "D"(registers[REG_RDI]), "S"(registers[REG_RSI]),
                   "d"(registers[REG_RDX]), "r"(fourth), "r"(fifth), "r"(sixth)
                 : "rcx", "r11", "memory");
    return result;
}

void onSystemCall (int, siginfo_t* info, void* context) noexcept
{
    auto* const registers = static_cast<ucontext_t*> (context)->uc_mcontext.gregs;
    if (isInRealtime ())
        countSystemCall (info->si_syscall);
    if (isSystemCallToFail ())
    {
        registers[REG_RAX] = -EPERM;
        return;
    }
    registers[REG_RAX] = call (info->si_syscall, registers);
}
} // namespace

bool reportSystemCalls () noexcept
{
    struct sigaction action = {};
    action.sa_sigaction = onSystemCall;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    if (sigaction (SIGSYS, &action, nullptr) != 0)
        return false;
    constexpr auto numberAt = offsetof (seccomp_data, nr);
    constexpr auto sixthAt = offsetof (seccomp_data, args) + 5 * sizeof (std::uint64_t);
    std::array<sock_filter, 5 + 2 * kLetThrough.size ()> program {};
    std::size_t size = 0;
    const auto allowIf = [&] (long value)
    {
        program[size++] =
            BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t> (value), 0, 1);
        program[size++] = BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    };
    program[size++] = BPF_STMT (BPF_LD | BPF_W | BPF_ABS, sixthAt);
    allowIf (kPass);
    program[size++] = BPF_STMT (BPF_LD | BPF_W | BPF_ABS, numberAt);
    for (const long number : kLetThrough)
        allowIf (number);
    program[size++] = BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_TRAP);
    const sock_fprog filter {static_cast<unsigned short> (size), program.data ()};
    return prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}
#else
bool reportSystemCalls () noexcept
{
    return false;
}
#endif

} // namespace melstrom::testing
