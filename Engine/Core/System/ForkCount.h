// Detection of forks. A fork must not touch threads, mutexes and devices of its parent process.
#pragma once

#include <atomic>
#include <memory>
#include <new>
#include <utility>

namespace melstrom
{

/** Number of forks between this process and the one that loaded this code. A fork has the memory of
    its parent but only the thread that called fork: a mutex of the parent may be locked for ever, a
    thread can never be joined, and a GPU's context is not usable.
    Thread: any; wait-free, no system call. */
int forkCount () noexcept;

/** Member of an object that owns threads or a device: says whether a fork lies between construction
    and now. Thread: any; wait-free. */
class ForkMark
{
public:
    bool isForked () const noexcept { return count_ != forkCount (); }

private:
    int count_ = forkCount ();
};

/** Leaks an object of the parent process on purpose: its destructor would wait for the parent's
    threads. */
template <typename Type>
void leaveToParent (std::unique_ptr<Type>& owned) noexcept
{
    static_cast<void> (owned.release ());
}
template <typename Type>
void leaveToParent (const std::shared_ptr<Type>& shared) noexcept
{
    static_cast<void> (new (std::nothrow) std::shared_ptr<Type> (shared));
}

/** A static that is never destroyed: threads may still use it while the process exits. */
template <typename Type>
union Undestroyed
{
    constexpr Undestroyed () noexcept : value {} {}
    constexpr ~Undestroyed () {}
    Type value;
};

/** The one Registry of this process. A fork starts with a new Registry, whatever the state of the
    parent's Registry was. Never destroyed: a registry that owns no memory leaks none when this code
    is unloaded. Registry's constructor is constexpr. Throws std::bad_alloc, only in a fork. Thread:
    any. */
template <typename Registry>
Registry& registryOfProcess ()
{
    // Constant-initialised: a thread of the parent could hold the guard of a static.
    static constinit Undestroyed<Registry> first;
    if (forkCount () == 0)
        return first.value;
    struct Entry
    {
        int forkCount = melstrom::forkCount ();
        Registry registry;
    };
    static std::atomic<Entry*> newest {nullptr};
    Entry* entry = newest.load (std::memory_order_acquire);
    while (entry == nullptr || entry->forkCount != forkCount ())
    {
        auto made = std::make_unique<Entry> ();
        if (newest.compare_exchange_strong (entry, made.get (), std::memory_order_acq_rel))
            entry = made.release ();
    }
    return entry->registry;
}

} // namespace melstrom
