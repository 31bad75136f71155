#include "Engine/Batch/Journal/JournalRecord.h"
#include "Tests/Fuzz/FuzzTargets.h"
#include "Tests/Fuzz/Resealed.h"

#include <algorithm>

namespace melstrom::testing
{

namespace
{
bool isSame (const FailureEntry& a, const FailureEntry& b)
{
    return a.file == b.file && a.error.code == b.error.code && a.error.message == b.error.message &&
           a.error.byteOffset == b.error.byteOffset;
}

bool isSame (const JournalEntries& a, const JournalEntries& b)
{
    return a.rows == b.rows && a.waveforms == b.waveforms && a.inputs == b.inputs &&
           std::equal (a.failures.begin (), a.failures.end (), b.failures.begin (),
                       b.failures.end (),
                       [] (const auto& one, const auto& other) { return isSame (one, other); });
}

/** The contents of whole records must be the same when parsed from their bytes alone, and after
    they are written again. */
void readJournalBytes (std::string_view bytes)
{
    const JournalContents contents = parseJournal (bytes);
    require (contents.numBytes >= 0 &&
                 static_cast<std::size_t> (contents.numBytes) <= bytes.size (),
             "records end behind the journal's end");
    require ((contents.numRecords > 0) == (contents.numBytes > 0), "a record without bytes");
    if (contents.numRecords < 2)
        return require (contents.entries.isEmpty (), "claims without a record");

    const auto whole =
        parseJournal (bytes.substr (0, static_cast<std::size_t> (contents.numBytes)));
    require (whole.numRecords == contents.numRecords && whole.numBytes == contents.numBytes &&
                 isSame (whole.entries, contents.entries),
             "what follows the whole records changes them");
    const std::string written =
        headerRecord (contents.header) + entriesRecord (contents.entries, 1);
    const auto again = parseJournal (written);
    require (again.numRecords == 2 &&
                 static_cast<std::size_t> (again.numBytes) == written.size () &&
                 again.header == contents.header && isSame (again.entries, contents.entries),
             "a journal is read otherwise after it is written");
}
} // namespace

void fuzzJournal (std::string_view bytes)
{
    readJournalBytes (bytes);
    readJournalBytes (resealedJournal (bytes));
}

} // namespace melstrom::testing
