// A storage in which a tar is also a folder: its members are files below it, read in place.
#pragma once

#include "Engine/Batch/Files/ForwardingStorage.h"

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace melstrom
{

/** Forwards every call to `storage`, which must outlive it, except for paths like "a.tar/key.wav"
    where a.tar is a file. For these paths:
    openForReading  a window into the tar: the bytes of a member. Its info () has the member's size,
                    and the tar's time, device and inode
    info            the same; `archiveOffset` is the member's place in the tar. For a folder in the
                    tar: EntryKind::folder
    listFolder      of a tar: its members in their order, named by their paths in it, no folders. If
                    the tar is damaged, a last entry without a name stands for it: opening the tar
                    then gives the fault and its byte
    The headers of a tar are read once, at its first use. Thread: any.
    Fails besides: badUsage for a compressed or encrypted tar, with the command that unpacks it;
    fileChanged if the tar is no longer the one whose headers were read; notAFile for links and
    devices in it, unsupportedFormat for sparse members. */
class TarStorage final : public ForwardingStorage
{
public:
    explicit TarStorage (Storage& storage);
    ~TarStorage () override;

    Result<FileInfo> info (const std::string& path) override;
    Result<std::vector<FolderEntry>> listFolder (const std::string& path) override;
    Result<std::unique_ptr<ReadableFile>> openForReading (const std::string& path) override;

    struct Archive; ///< one tar and the places of its members
    struct Place;   ///< an archive and a name in it

private:
    Result<std::optional<Place>> placeOf (const std::string& path);
    Result<const Archive*> archiveAt (const std::string& tarPath);

    std::mutex mutex_;
    std::map<std::string, std::unique_ptr<const Archive>, std::less<>> archives_;
};

/** Index of the member's name in "x/a.tar/key.wav", if x/a.tar is a file; else 0. */
std::size_t memberNameAt (Storage& storage, const std::string& path);

/** True for names that end in .tar, in any case. */
bool isNamedLikeTar (std::string_view path);

/** The same for packed tars: .tar.gz, .tgz, .tar.zst and the like. */
bool isNamedLikePackedTar (std::string_view path);

/** Compressed and encrypted tars are never read. Fails: badUsage for a file that begins like gzip,
    bzip2, xz, zstd, lz4, OpenPGP, age or `openssl enc`, with the command that unpacks it;
    readFailed. */
Result<void> refusePackedTar (ReadableFile& file, const std::string& path);

} // namespace melstrom
