// Brings rows to stable storage during a run, and records them in the journal.
#pragma once

#include "Engine/Batch/Journal/CommitPolicy.h"
#include "Engine/Batch/Journal/Journal.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace melstrom
{

/** Owns a thread. A commit syncs the parts, appends a record and syncs the journal. So the journal
    never claims rows that a crash could take. Thread: `add` any; the rest one. */
class Committer
{
public:
    struct Calls
    {
        std::function<Result<void> ()> syncParts;
        std::function<void (Error)> failed; ///< called once, on the committer's thread
    };

    Committer (Journal& journal, const CommitPolicy& policy, Calls calls);
    ~Committer (); ///< ends its thread without a commit
    Committer (const Committer&) = delete;
    Committer& operator= (const Committer&) = delete;

    /** Takes rows that were completely written before this call; numBytes of them. If the disk
        syncs more slowly than rows come, waits for the end of a commit: at most twice
        policy.numEntries entries wait, besides these. */
    void add (JournalEntries entries, std::int64_t numBytes);

    /** Ends the thread; finishes a commit under way. */
    void stop ();

    enum class Rest
    {
        always,        ///< commit the rest: the run ends before its work is done
        whereJournalIs ///< only if there has been a commit: a run this short begins anew faster
    };
    /** Stops, then commits the rest. Fails as the first commit that failed. */
    Result<void> finish (Rest rest);

    /** True after a failed sync: the parts can no longer be trusted, whatever the journal says. */
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
