#include "Engine/Batch/Export/ExportFolder.h"

#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Core/Printable.h"

namespace melstrom
{

namespace
{
constexpr std::size_t kBlockBytes = 1 << 20;
}

Result<void> ExportStream::write (std::string_view bytes)
{
    block_ += bytes;
    return block_.size () < kBlockBytes ? Result<void> () : flush ();
}

Result<void> ExportStream::flush ()
{
    if (block_.empty ())
        return {};
    MELSTROM_TRY (file_->writeAt (block_.data (), block_.size (), offset_));
    offset_ += static_cast<std::int64_t> (block_.size ());
    *numBytes_ += static_cast<std::int64_t> (block_.size ());
    block_.clear ();
    return {};
}

Result<void> ExportStream::finish ()
{
    MELSTROM_TRY (flush ());
    MELSTROM_TRY (file_->sync ());
    return file_->close ();
}

ExportFolder::ExportFolder (Storage& storage, std::string path)
    : storage_ (storage), path_ (std::move (path)), part_ (path_ + ".part")
{
}

Result<std::unique_ptr<ExportFolder>> ExportFolder::create (Storage& storage,
                                                            const std::string& path)
{
    const auto there = storage.info (path);
    if (there && there->kind != EntryKind::folder)
        return Error {ErrorCode::badUsage, printable (path) + " is a file, not a folder", {}};
    if (there)
    {
        MELSTROM_TRY_VALUE (const auto entries, storage.listFolder (path));
        if (! entries.empty ())
            return Error {ErrorCode::badUsage,
                          printable (path) +
                              " is not empty; choose another folder, or remove this one",
                          {}};
    }
    const std::string part = path + ".part";
    if (storage.info (part))
        return Error {ErrorCode::badUsage,
                      printable (part) +
                          " is there, of an export that was ended by force or still runs; remove "
                          "it, if no export runs",
                      {}};
    std::unique_ptr<ExportFolder> folder (new ExportFolder (storage, path));
    MELSTROM_TRY (storage.makeFolders (part));
    return folder;
}

ExportFolder::~ExportFolder ()
{
    if (! isFinished_)
        removeAll (part_);
}

/** Errors are not reported: the export has already failed. */
void ExportFolder::removeAll (const std::string& folder)
{
    if (const auto entries = storage_.listFolder (folder))
    {
        for (const FolderEntry& entry : *entries)
        {
            if (entry.kind == EntryKind::folder)
                removeAll (folder + "/" + entry.name);
            else
                static_cast<void> (storage_.remove (folder + "/" + entry.name));
        }
    }
    static_cast<void> (storage_.remove (folder));
}

Result<void> ExportFolder::makeFolder (const std::string& folder)
{
    if (folder.empty () || folders_.contains (folder))
        return {};
    MELSTROM_TRY (makeFolder (std::string (folderOf (folder))));
    MELSTROM_TRY (storage_.makeFolders (part_ + "/" + folder));
    folders_.insert (folder);
    return {};
}

Result<ExportStream> ExportFolder::newFile (const std::string& name)
{
    MELSTROM_TRY (makeFolder (std::string (folderOf (name))));
    MELSTROM_TRY_VALUE (auto file, storage_.create (part_ + "/" + name));
    return ExportStream (std::move (file), numBytes_);
}

Result<void> ExportFolder::write (const std::string& name, std::string_view text)
{
    MELSTROM_TRY_VALUE (auto file, newFile (name));
    MELSTROM_TRY (file.write (text));
    return file.finish ();
}

Result<void> ExportFolder::finish ()
{
    for (auto folder = folders_.rbegin (); folder != folders_.rend (); ++folder)
        MELSTROM_TRY (storage_.syncFolder (part_ + "/" + *folder));
    MELSTROM_TRY (storage_.syncFolder (part_));
    MELSTROM_TRY (storage_.rename (part_, path_));
    isFinished_ = true;
    const std::string above (folderOf (path_));
    return storage_.syncFolder (above.empty () ? "." : above);
}

} // namespace melstrom
