#include "Engine/Batch/Journal/Journal.h"

#include "Engine/Batch/Files/ReadWholeFile.h"

#include <utility>

namespace melstrom
{

Journal::Journal (Storage& storage, std::string folder, JournalHeader header, std::string name)
    : storage_ (storage), folder_ (std::move (folder)), name_ (std::move (name)),
      header_ (std::move (header))
{
}

Journal::Journal (Storage& storage, std::string folder, const JournalContents& contents,
                  std::string name)
    : Journal (storage, std::move (folder), contents.header, std::move (name))
{
    numRecords_ = contents.numRecords;
    numBytes_ = contents.numBytes;
}

Result<void> Journal::open ()
{
    const std::string path = folder_ + "/" + name_;
    MELSTROM_TRY_VALUE (file_, exists () ? storage_.openForUpdate (path) : storage_.create (path));
    return file_->resize (numBytes_); // drops a record that a crash cut
}

Result<void> Journal::append (const JournalEntries& entries)
{
    const bool isFirst = ! exists ();
    if (! file_)
        MELSTROM_TRY (open ());
    std::string bytes = isFirst ? headerRecord (header_) : std::string ();
    const std::uint64_t sequence = isFirst ? 1 : numRecords_;
    bytes += entriesRecord (entries, sequence);
    MELSTROM_TRY (file_->writeAt (bytes.data (), bytes.size (), numBytes_));
    MELSTROM_TRY (file_->syncData ());
    numBytes_ += static_cast<std::int64_t> (bytes.size ());
    numRecords_ = sequence + 1;
    return isFirst ? storage_.syncFolder (folder_) : Result<void> ();
}

Result<std::optional<JournalContents>> readJournal (Storage& storage, const std::string& folder,
                                                    const std::string& name)
{
    using Found = std::optional<JournalContents>;
    auto text = readWholeFile (storage, folder + "/" + name);
    if (! text && text.error ().code == ErrorCode::fileMissing)
        return Found ();
    if (! text)
        return text.error ();
    JournalContents contents = parseJournal (*text);
    return contents.numRecords > 0 ? Found (std::move (contents)) : Found ();
}

} // namespace melstrom
