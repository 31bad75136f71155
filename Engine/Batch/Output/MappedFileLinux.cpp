#include "Engine/Batch/Output/MappedFile.h"

#include "Engine/Batch/Output/GuardedCopy.h"
#include "Engine/Batch/Output/MappingLinux.h"
#include "Engine/Core/Printable.h"

#include <fcntl.h>
#include <utility>

namespace melstrom
{

namespace
{
/** Fewer bytes are written by pwrite: the calls that prepare and release pages would cost more. */
constexpr std::int64_t kLeastBytes = 64 << 10;

class MappedFile final : public WritableFile
{
public:
    MappedFile (std::unique_ptr<WritableFile> file, std::string path, MappingChoice choice)
        : file_ (std::move (file)), path_ (std::move (path)), choice_ (std::move (choice))
    {
    }

    Result<void> writeAt (const void* from, std::size_t bytes, std::int64_t offset) override
    {
        const auto numBytes = static_cast<std::int64_t> (bytes);
        if (mapping_ == nullptr || numBytes < kLeastBytes ||
            offset > mapping_->reservedBytes () - numBytes)
            return file_->writeAt (from, bytes, offset);
        mapping_->populate (offset, numBytes);
        if (copyIntoMapping (mapping_->pages () + offset, from, bytes))
        {
            mapping_->release (offset, numBytes);
            return {};
        }
        MELSTROM_TRY_VALUE (const std::int64_t size, file_->size ());
        if (size < offset + numBytes)
            return Error {ErrorCode::writeFailed,
                          printable (path_) +
                              ": another program made the file shorter while it was written",
                          std::nullopt};
        return file_->writeAt (from, bytes, offset); // names the reason
    }

    Result<std::size_t> readAt (void* to, std::size_t bytes, std::int64_t offset) override
    {
        return file_->readAt (to, bytes, offset);
    }

    Result<bool> cloneFrom (ReadableFile& from, std::int64_t fromOffset, std::int64_t bytes,
                            std::int64_t toOffset) override
    {
        return file_->cloneFrom (from, fromOffset, bytes, toOffset);
    }

    Result<void> allocate (std::int64_t bytes) override
    {
        mapping_.reset ();
        if (bytes > 0 && choice_ (bytes) && startMapping (bytes))
            return {};
        return file_->allocate (bytes);
    }

    /** Maps the file as it is. */
    void adopt ()
    {
        const auto bytes = file_->size ();
        if (bytes && *bytes > 0 && choice_ (*bytes))
            (void)startMapping (*bytes);
    }

    Result<void> resize (std::int64_t bytes) override
    {
        MELSTROM_TRY (finishReserving ());
        mapping_.reset ();
        return file_->resize (bytes);
    }

    Result<std::int64_t> size () override { return file_->size (); }
    Result<void> syncData () override { return file_->syncData (); }

    Result<void> sync () override
    {
        MELSTROM_TRY (finishReserving ());
        return file_->sync ();
    }

    Result<void> close () override
    {
        MELSTROM_TRY (finishReserving ());
        mapping_.reset ();
        return file_->close ();
    }

private:
    bool startMapping (std::int64_t bytes)
    {
        auto descriptor = openDescriptor (path_, O_RDWR | O_NONBLOCK | O_NOCTTY);
        if (descriptor.get () < 0)
            return false;
        mapping_ = std::make_unique<ReservedMapping> (std::move (descriptor));
        if (mapping_->start (bytes))
            return true;
        mapping_.reset ();
        return false;
    }

    /** A reservation that failed on its thread is repeated by the file, which names the reason. */
    Result<void> finishReserving ()
    {
        if (mapping_ == nullptr || mapping_->finish ())
            return {};
        const std::int64_t bytes = mapping_->bytes ();
        mapping_.reset ();
        return file_->allocate (bytes);
    }

    std::unique_ptr<WritableFile> file_;
    std::string path_;
    MappingChoice choice_;
    std::unique_ptr<ReservedMapping> mapping_; ///< null: not mapped
};

} // namespace

std::unique_ptr<WritableFile> mappedFile (std::unique_ptr<WritableFile> file, std::string path,
                                          MappingChoice choice)
{
    return std::make_unique<MappedFile> (std::move (file), std::move (path), std::move (choice));
}

std::unique_ptr<WritableFile> mappedExistingFile (std::unique_ptr<WritableFile> file,
                                                  std::string path, MappingChoice choice)
{
    auto mapped =
        std::make_unique<MappedFile> (std::move (file), std::move (path), std::move (choice));
    mapped->adopt ();
    return mapped;
}

} // namespace melstrom
