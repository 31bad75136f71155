// Where a thread runs and where its memory lies, to give both back in a child process.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <sched.h>

namespace melstrom
{

/** From which nodes a thread gets memory that it is the first to touch. */
struct MemoryPolicy
{
    static constexpr std::size_t kMostNodes = 1024; ///< the most that Linux is built for
    static constexpr std::size_t kWordBits = 8 * sizeof (unsigned long);

    int mode = 0; ///< MPOL_DEFAULT
    std::array<unsigned long, kMostNodes / kWordBits> nodes {};

    /** Of the calling thread; empty, with errno: the system refuses. */
    static std::optional<MemoryPolicy> current () noexcept;
    /** For the calling thread. False, with errno: the system refuses. Async-signal-safe. */
    bool set () const noexcept;
};

/** The policy of the calling thread before its outermost OnMemoryNode, which keeps this pointer;
    null: there is no such object, or it could not change the policy. */
const MemoryPolicy*& policyBeforeNode () noexcept;

/** The place that a program should have which the calling thread starts: as if no OnMemoryNode and
    no host had bound the thread. */
class ThreadPlace
{
public:
    /** The processors of the main thread, and the memory policy before OnMemoryNode. The main
        thread stands for the process: while it is inside an OnMemoryNode itself, its processors are
        those of that node only, and the program gets no others. */
    static ThreadPlace ofProcess () noexcept;
    /** The same without the memory policy. */
    static ThreadPlace processorsOfProcess () noexcept;
    /** Binds the calling thread to this place, as far as the system allows. Async-signal-safe. */
    void take () const noexcept;

private:
    std::array<cpu_set_t, 8> processors_ {}; ///< 8192, the most that Linux is built for
    bool hasProcessors_ = false;
    std::optional<MemoryPolicy> policy_; ///< empty: the thread's is the process's
};

} // namespace melstrom
