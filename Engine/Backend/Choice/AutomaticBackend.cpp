#include "Engine/Backend/Choice/AutomaticBackend.h"

#include "Engine/Core/ParallelFor.h"

namespace melstrom
{

void AutomaticBackend::abandon () noexcept
{
    const std::lock_guard lock (mutex_);
    isDecided_ = true;
    decided_.notify_all ();
}

bool AutomaticBackend::isDecided () const
{
    const std::lock_guard lock (mutex_);
    return isDecided_;
}

Result<void> AutomaticBackend::settle (Result<Decision> decision)
{
    const std::lock_guard lock (mutex_);
    if (decision)
        decision_ = *std::move (decision);
    else
        error_ = decision.error ();
    isDecided_ = true;
    decided_.notify_all ();
    return decision_.backend != nullptr ? Result<void> () : Result<void> (error_);
}

Backend* AutomaticBackend::backend () const
{
    std::unique_lock lock (mutex_);
    decided_.wait (lock, [this] { return isDecided_; });
    return decision_.backend.get ();
}

std::string AutomaticBackend::choice () const
{
    return backend () != nullptr ? decision_.choice : std::string ();
}

int AutomaticBackend::concurrency () const
{
    const std::lock_guard lock (mutex_);
    return decision_.backend != nullptr ? decision_.backend->concurrency () : hardwareThreads ();
}

} // namespace melstrom
