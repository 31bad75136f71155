#include "Engine/Batch/Files/ReplaceFile.h"

#include "Engine/Core/System/Process.h"

#include <utility>

namespace melstrom
{

namespace
{
constexpr std::size_t kBlockBytes = 1 << 20;

/** Collects pieces, and writes them in blocks. */
class BlockWriter
{
public:
    explicit BlockWriter (WritableFile& file) : file_ (file) {}

    Result<void> take (std::string_view piece)
    {
        block_ += piece;
        return block_.size () < kBlockBytes ? Result<void> () : write ();
    }
    /** Writes the rest; also writes an empty text. */
    Result<void> finish () { return block_.empty () && offset_ > 0 ? Result<void> () : write (); }

private:
    Result<void> write ()
    {
        auto written = file_.writeAt (block_.data (), block_.size (), offset_);
        offset_ += static_cast<std::int64_t> (block_.size ());
        block_.clear ();
        return written;
    }

    WritableFile& file_;
    std::string block_;
    std::int64_t offset_ = 0;
};
} // namespace

Result<void> replaceFile (Storage& storage, const std::string& folder, const std::string& name,
                          const TextSource& text)
{
    const std::string final = folder + "/" + name;
    MELSTROM_TRY_VALUE (auto file, storage.create (final + ".tmp"));
    BlockWriter writer (*file);
    if (auto given = text ([&writer] (std::string_view piece) { return writer.take (piece); });
        ! given)
        return given;
    MELSTROM_TRY (writer.finish ());
    MELSTROM_TRY (file->sync ());
    MELSTROM_TRY (file->close ());
    MELSTROM_TRY (storage.rename (final + ".tmp", final));
    return storage.syncFolder (folder);
}

Result<void> replaceFile (Storage& storage, const std::string& folder, const std::string& name,
                          std::string_view text)
{
    return replaceFile (storage, folder, name,
                        [text] (const TextSink& sink) { return sink (text); });
}

FileReplacement::FileReplacement (Storage& storage, std::string path, std::string partPath,
                                  std::unique_ptr<WritableFile> part)
    : storage_ (storage), path_ (std::move (path)), partPath_ (std::move (partPath)),
      part_ (std::move (part))
{
}

Result<std::unique_ptr<FileReplacement>>
FileReplacement::create (Storage& storage, std::string path, std::string partPath)
{
    MELSTROM_TRY_VALUE (auto part, storage.create (partPath));
    return std::unique_ptr<FileReplacement> (
        new FileReplacement (storage, std::move (path), std::move (partPath), std::move (part)));
}

FileReplacement::~FileReplacement ()
{
    if (part_ == nullptr)
        return;
    part_.reset ();
    static_cast<void> (storage_.remove (partPath_)); // a destructor cannot report errors
}

Result<void> FileReplacement::finish ()
{
    MELSTROM_TRY (part_->sync ());
    MELSTROM_TRY (part_->close ());
    MELSTROM_TRY (storage_.rename (partPath_, path_));
    part_.reset ();
    return {};
}

std::string partPathOf (const std::string& path)
{
    return path + "." + std::to_string (processNumber ()) + ".part";
}

} // namespace melstrom
