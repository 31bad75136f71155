#include "Engine/Batch/Journal/Committer.h"

#include "Engine/Core/Guarded.h"

#include <utility>

namespace melstrom
{

Committer::Committer (Journal& journal, const CommitPolicy& policy, Calls calls)
    : journal_ (journal), policy_ (policy), calls_ (std::move (calls)),
      thread_ ([this] { work (); })
{
}

Committer::~Committer ()
{
    stop ();
}

void Committer::stop ()
{
    {
        const std::lock_guard lock (mutex_);
        ends_ = true;
        changed_.notify_all ();
    }
    if (thread_.joinable ())
        thread_.join ();
}

void Committer::add (JournalEntries entries, std::int64_t numBytes)
{
    std::unique_lock lock (mutex_);
    changed_.wait (lock, [this] { return ends_ || error_ || ! isFull (); });
    pending_.append (std::move (entries));
    pendingBytes_ += numBytes;
    if (isDue ())
        changed_.notify_all ();
}

bool Committer::isFull () const
{
    return pending_.size () >= 2 * policy_.numEntries;
}

bool Committer::isDue () const
{
    return pendingBytes_ >= policy_.bytes || pending_.size () >= policy_.numEntries;
}

void Committer::work ()
{
    std::unique_lock lock (mutex_);
    while (! ends_ && ! error_)
    {
        changed_.wait_for (lock, policy_.interval, [this] { return ends_ || isDue (); });
        if (ends_ || pending_.isEmpty ())
            continue;
        JournalEntries entries = std::exchange (pending_, {});
        pendingBytes_ = 0;
        changed_.notify_all ();
        lock.unlock ();
        const auto committed = guarded ([&] { return commit (std::move (entries)); });
        if (! committed)
            calls_.failed (committed.error ());
        lock.lock ();
        if (committed)
            continue;
        error_ = committed.error ();
        changed_.notify_all ();
    }
}

Result<void> Committer::commit (JournalEntries entries)
{
    if (auto synced = calls_.syncParts (); ! synced)
    {
        const std::lock_guard lock (mutex_);
        hasLostWrites_ = true;
        return synced;
    }
    return journal_.append (entries);
}

Result<void> Committer::finish (Rest rest)
{
    stop ();
    if (error_)
        return *error_;
    if (pending_.isEmpty () || (rest == Rest::whereJournalIs && ! journal_.exists ()))
        return {};
    return commit (std::exchange (pending_, {}));
}

bool Committer::hasLostWrites () const
{
    const std::lock_guard lock (mutex_);
    return hasLostWrites_;
}

} // namespace melstrom
