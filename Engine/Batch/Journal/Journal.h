// The journal of a run: a file beside the parts that says which of their rows can be trusted after a crash.
#pragma once

#include "Engine/Batch/Journal/JournalRecord.h"

#include <memory>
#include <optional>

namespace melstrom
{

inline constexpr const char* kJournalName = "journal.bin";

/** The file is made with the first append, so that a short run has none. Thread: one. */
class Journal
{
public:
    /** Begins anew; what is there under its name is replaced at the first append. */
    Journal (Storage& storage, std::string folder, JournalHeader header);
    /** Goes on behind the whole records of what was read. */
    Journal (Storage& storage, std::string folder, const JournalContents& contents);

    /** Adds one record and brings it to stable storage; with the first, the names in the folder, too. Fails: diskFull,
        writeFailed. */
    Result<void> append (const JournalEntries& entries);
    bool exists () const noexcept { return numRecords_ > 0; }

private:
    Result<void> open ();

    Storage& storage_;
    std::string folder_;
    JournalHeader header_;
    std::unique_ptr<WritableFile> file_;
    std::uint64_t numRecords_ = 0;
    std::int64_t numBytes_ = 0;
};

/** The folder's journal; empty where none is, or where its first record is not whole. Fails: readFailed,
    permissionDenied. */
Result<std::optional<JournalContents>> readJournal (Storage& storage, const std::string& folder);

} // namespace melstrom
