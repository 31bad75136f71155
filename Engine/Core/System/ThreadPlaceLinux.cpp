#include "Engine/Core/System/ThreadPlaceLinux.h"

#include <linux/mempolicy.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace melstrom
{

std::optional<MemoryPolicy> MemoryPolicy::current () noexcept
{
    MemoryPolicy policy;
    if (syscall (SYS_get_mempolicy, &policy.mode, policy.nodes.data (), kMostNodes, nullptr, 0UL) !=
        0)
        return {};
    return policy;
}

bool MemoryPolicy::set () const noexcept
{
    if (mode == MPOL_DEFAULT)
        return syscall (SYS_set_mempolicy, mode, nullptr, 0UL) == 0;
    // the kernel takes one node less than this number says
    return syscall (SYS_set_mempolicy, mode, nodes.data (), kMostNodes + 1) == 0;
}

const MemoryPolicy*& policyBeforeNode () noexcept
{
    static thread_local const MemoryPolicy* policy = nullptr;
    return policy;
}

ThreadPlace ThreadPlace::ofProcess () noexcept
{
    ThreadPlace place = processorsOfProcess ();
    if (const MemoryPolicy* const before = policyBeforeNode ())
        place.policy_ = *before;
    return place;
}

ThreadPlace ThreadPlace::processorsOfProcess () noexcept
{
    ThreadPlace place;
    // 0 is the calling thread, getpid () the main thread
    place.hasProcessors_ =
        sched_getaffinity (getpid (), sizeof place.processors_, place.processors_.data ()) == 0;
    return place;
}

void ThreadPlace::take () const noexcept
{
    if (hasProcessors_)
        sched_setaffinity (0, sizeof processors_, processors_.data ());
    if (policy_)
        (void)policy_->set ();
}

} // namespace melstrom
