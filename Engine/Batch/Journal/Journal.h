// The journal of a run: a file beside the parts that names the rows to be trusted after a crash.
#pragma once

#include "Engine/Batch/Journal/JournalRecord.h"

#include <memory>
#include <optional>

namespace melstrom
{

inline constexpr const char* kJournalName = "journal.bin";

/** The first append makes the file, so that a short run has none. Thread: one. */
class Journal
{
public:
    /** Begins anew; the first append replaces an existing file. */
    Journal (Storage& storage, std::string folder, JournalHeader header,
             std::string name = kJournalName);
    /** Goes on behind the whole records of `contents`. */
    Journal (Storage& storage, std::string folder, const JournalContents& contents,
             std::string name = kJournalName);

    /** Adds one record and brings it to stable storage; the first append also syncs the names in
        the folder. Fails: diskFull, writeFailed. */
    Result<void> append (const JournalEntries& entries);
    bool exists () const noexcept { return numRecords_ > 0; }

private:
    Result<void> open ();

    Storage& storage_;
    std::string folder_, name_;
    JournalHeader header_;
    std::unique_ptr<WritableFile> file_;
    std::uint64_t numRecords_ = 0;
    std::int64_t numBytes_ = 0;
};

/** The folder's journal; empty if there is none or its first record is not whole. Fails:
    readFailed, permissionDenied. */
Result<std::optional<JournalContents>> readJournal (Storage& storage, const std::string& folder,
                                                    const std::string& name = kJournalName);

} // namespace melstrom
