#include "Engine/Batch/Files/TarStorage.h"

#include "Engine/Batch/Files/TarIndex.h"
#include "Engine/Core/Hash.h"
#include "Engine/Core/Printable.h"

#include <algorithm>

namespace melstrom
{

struct TarStorage::Archive
{
    std::string path;
    FileInfo info;
    TarIndex index;
};

struct TarStorage::Place
{
    const Archive* archive;
    std::string name;
};

namespace
{

/** The position of the next slash, from `from` on, behind a name that ends in .tar; npos: none. */
std::size_t slashBehindTar (std::string_view path, std::size_t from)
{
    for (auto slash = path.find ('/', from); slash != path.npos; slash = path.find ('/', slash + 1))
        if (isNamedLikeTar (path.substr (0, slash)))
            return slash;
    return path.npos;
}

bool isSameFile (const FileInfo& now, const FileInfo& then) noexcept
{
    return now.bytes == then.bytes && now.modifiedNanoseconds == then.modifiedNanoseconds &&
           now.device == then.device && now.inode == then.inode;
}

FileInfo infoOf (const TarStorage::Archive& archive, const TarMember& member) noexcept
{
    auto info = archive.info;
    info.bytes = member.bytes;
    info.archiveOffset = member.place;
    if (member.fault != TarFault::none)
        info.kind = EntryKind::other;
    return info;
}

Error missing (const std::string& path)
{
    return {ErrorCode::fileMissing, printable (path) + ": the tar has no such member", {}};
}

Error faultOf (TarFault fault, const std::string& path, std::int64_t place)
{
    switch (fault)
    {
        case TarFault::sparse:
            return {ErrorCode::unsupportedFormat,
                    printable (path) + ": is stored with holes; pack it without --sparse", place};
        case TarFault::symbolicLink:
            return {ErrorCode::notAFile,
                    printable (path) + ": is a symbolic link in its tar; pack with --dereference",
                    place};
        case TarFault::brokenLink:
            return {ErrorCode::fileMissing,
                    printable (path) +
                        ": is a hard link to a member that does not precede it in its tar",
                    place};
        case TarFault::notAFile:
        case TarFault::none: break;
    }
    return {ErrorCode::notAFile, printable (path) + ": is not a file in its tar", place};
}

/** The bytes of one member. */
class MemberFile final : public ReadableFile
{
public:
    MemberFile (std::unique_ptr<ReadableFile> tar, std::string tarPath, const FileInfo& info,
                std::int64_t offset)
        : tar_ (std::move (tar)), tarPath_ (std::move (tarPath)), info_ (info), offset_ (offset)
    {
    }

    FileInfo info () const override { return info_; }
    std::optional<ArchivedBytes> archived () const override
    {
        return ArchivedBytes {tarPath_, offset_, offset_ + info_.bytes};
    }

    Result<std::size_t> readAt (void* to, std::size_t bytes, std::int64_t offset) override
    {
        const auto left = std::max<std::int64_t> (0, info_.bytes - offset);
        const auto wanted = std::min (bytes, static_cast<std::size_t> (left));
        return wanted == 0 ? Result<std::size_t> (wanted)
                           : tar_->readAt (to, wanted, offset_ + offset);
    }

private:
    std::unique_ptr<ReadableFile> tar_;
    std::string tarPath_;
    FileInfo info_;
    std::int64_t offset_; ///< of its first byte in the tar
};

} // namespace

TarStorage::TarStorage (Storage& storage) : ForwardingStorage (storage) {}
TarStorage::~TarStorage () = default;

Result<const TarStorage::Archive*> TarStorage::archiveAt (const std::string& tarPath)
{
    // other threads wait for the headers, because they need them as well
    const std::lock_guard lock (mutex_);
    if (const auto known = archives_.find (tarPath); known != archives_.end ())
        return known->second.get ();
    MELSTROM_TRY_VALUE (auto file, storage_.openForReading (tarPath));
    MELSTROM_TRY (refusePackedTar (*file, tarPath));
    auto archive = std::make_unique<Archive> (
        Archive {tarPath, file->info (), TarIndex::read (*file, printable (tarPath))});
    return (archives_[tarPath] = std::move (archive)).get ();
}

Result<std::optional<TarStorage::Place>> TarStorage::placeOf (const std::string& path)
{
    const auto at = memberNameAt (storage_, path);
    if (at == 0)
        return std::optional<Place> {};
    MELSTROM_TRY_VALUE (const auto archive, archiveAt (path.substr (0, at - 1)));
    return std::optional<Place> (Place {archive, path.substr (at)});
}

Result<FileInfo> TarStorage::info (const std::string& path)
{
    MELSTROM_TRY_VALUE (const auto place, placeOf (path));
    if (! place)
        return storage_.info (path);
    const auto& [archive, name] = *place;
    if (const auto* member = archive->index.find (name))
        return infoOf (*archive, *member);
    if (! archive->index.hasFolder (name))
        return missing (path);
    auto folder = archive->info; // the same folder for every path to it
    folder.kind = EntryKind::folder;
    folder.inode ^= hashBytes (name);
    return folder;
}

Result<std::vector<FolderEntry>> TarStorage::listFolder (const std::string& path)
{
    if (! isNamedLikeTar (path))
        return storage_.listFolder (path);
    const auto info = storage_.info (path);
    if (! info || info->kind != EntryKind::file)
        return storage_.listFolder (path);
    MELSTROM_TRY_VALUE (const auto archive, archiveAt (path));
    std::vector<FolderEntry> entries;
    for (const auto& member : archive->index.members ())
        entries.push_back ({std::string (archive->index.nameOf (member)),
                            member.fault == TarFault::symbolicLink ? EntryKind::link
                            : member.fault == TarFault::none       ? EntryKind::file
                                                                   : EntryKind::other});
    if (archive->index.damage ())
        entries.push_back ({{}, EntryKind::other});
    return entries;
}

Result<std::unique_ptr<ReadableFile>> TarStorage::openForReading (const std::string& path)
{
    MELSTROM_TRY_VALUE (const auto place, placeOf (path));
    if (! place)
    {
        if (isNamedLikeTar (path))
        {
            const std::lock_guard lock (mutex_);
            const auto known = archives_.find (path);
            if (known != archives_.end () && known->second->index.damage ())
                return *known->second->index.damage ();
        }
        return storage_.openForReading (path);
    }
    const auto& [archive, name] = *place;
    const auto* member = archive->index.find (name);
    if (member == nullptr)
        return missing (path);
    if (member->fault != TarFault::none)
        return faultOf (member->fault, path, member->place);
    MELSTROM_TRY_VALUE (auto tar, storage_.openForReading (archive->path));
    if (! isSameFile (tar->info (), archive->info))
        return Error {ErrorCode::fileChanged,
                      printable (path) + ": its tar changed since its members were listed; "
                                         "leave the input alone while it is read",
                      {}};
    return std::unique_ptr<ReadableFile> (std::make_unique<MemberFile> (
        std::move (tar), archive->path, infoOf (*archive, *member), member->offset));
}

std::size_t memberNameAt (Storage& storage, const std::string& path)
{
    for (auto slash = slashBehindTar (path, 0); slash != path.npos && slash + 1 < path.size ();
         slash = slashBehindTar (path, slash + 1))
        if (const auto info = storage.info (path.substr (0, slash)); info)
            if (info->kind == EntryKind::file)
                return slash + 1;
    return 0;
}

} // namespace melstrom
