// Brings rows to stable storage while a run goes on, and notes them down in the journal.
#pragma once

#include "Engine/Batch/Journal/CommitPolicy.h"
#include "Engine/Batch/Journal/Journal.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace melstrom
{

/** Owns a thread. A commit is: sync the parts, append a record, sync the journal; so the journal never claims rows that
    a crash could take. Thread: `add` any; the rest one. */
class Committer
{
public:
    struct Calls
    {
        std::function<Result<void> ()> syncParts;
        std::function<void (Error)> failed; ///< from the committer's thread, once
    };

    Committer (Journal& journal, const CommitPolicy& policy, Calls calls);
    ~Committer (); ///< ends its thread without a commit
    Committer (const Committer&) = delete;
    Committer& operator= (const Committer&) = delete;

    /** Rows that were written, to the last byte, before this call; numBytes of them. Where a disk syncs more slowly than rows
        come, waits until a commit has ended: no more than twice policy.numEntries wait beside those. */
    void add (JournalEntries entries, std::int64_t numBytes);

    /** Ends the thread; a commit under way is finished. */
    void stop ();

    enum class Rest
    {
        always,        ///< commit what is left: the run ends before its work is done
        whereJournalIs ///< only if there has been a commit: a run this short begins anew faster
    };
    /** Stops, then commits what is left. Fails as the first commit that failed. */
    Result<void> finish (Rest rest);

    /** True once a sync has failed: what the parts hold can no longer be trusted, whatever the journal says. */
    bool hasLostWrites () const;

private:
    bool isDue () const;  ///< mutex_ held
    bool isFull () const; ///< likewise
    void work ();
    Result<void> commit (JournalEntries entries);

    Journal& journal_;
    CommitPolicy policy_;
    Calls calls_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    JournalEntries pending_;
    std::int64_t pendingBytes_ = 0;
    bool ends_ = false, hasLostWrites_ = false;
    std::optional<Error> error_;
    std::thread thread_;
};

} // namespace melstrom
