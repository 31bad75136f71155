#include "Tests/Support/Storage/FaultStorage.h"

#include <string>
#include <utility>

namespace melstrom::testing
{

namespace
{
using Needs = FaultStorage::Needs;
using State = FaultStorage::State;

Error faultError (StorageFault fault)
{
    return {fault == StorageFault::diskFull ? ErrorCode::diskFull : ErrorCode::writeFailed,
            "a fault of the test",
            {}};
}

class FaultFile final : public ForwardingFile
{
public:
    FaultFile (std::unique_ptr<WritableFile> file, std::shared_ptr<State> state)
        : ForwardingFile (std::move (file)), state_ (std::move (state))
    {
    }

    Result<void> writeAt (const void* from, std::size_t bytes, std::int64_t offset) override
    {
        if (auto goes = state_->next (Needs::room); ! goes)
            return goes;
        const std::scoped_lock lock (mutex_);
        Replaced old {offset, std::string (bytes, '\0')};
        if (auto read = ForwardingFile::readAt (old.bytes.data (), bytes, offset); ! read)
            return read.error ();
        unsynced_.push_back (std::move (old));
        return ForwardingFile::writeAt (from, bytes, offset);
    }
    Result<std::size_t> readAt (void* to, std::size_t bytes, std::int64_t offset) override
    {
        if (auto goes = state_->alive (); ! goes)
            return goes.error ();
        return ForwardingFile::readAt (to, bytes, offset);
    }
    Result<void> allocate (std::int64_t bytes) override
    {
        auto goes = state_->next (Needs::room);
        return goes ? ForwardingFile::allocate (bytes) : goes;
    }
    Result<void> resize (std::int64_t bytes) override
    {
        auto goes = state_->next (Needs::nothing);
        return goes ? ForwardingFile::resize (bytes) : goes;
    }
    Result<void> syncData () override
    {
        return synced ([this] { return ForwardingFile::syncData (); });
    }
    Result<void> sync () override
    {
        return synced ([this] { return ForwardingFile::sync (); });
    }
    Result<void> close () override
    {
        auto goes = state_->next (Needs::nothing);
        return goes ? ForwardingFile::close () : goes;
    }

private:
    struct Replaced ///< the bytes that a write replaced
    {
        std::int64_t offset;
        std::string bytes;
    };

    template <typename Sync>
    Result<void> synced (Sync sync)
    {
        auto goes = state_->next (Needs::nothing);
        const std::scoped_lock lock (mutex_);
        if (goes)
        {
            unsynced_.clear ();
            return sync ();
        }
        if (state_->fault == StorageFault::writeFailed) // as the kernel drops the pages
            for (; ! unsynced_.empty (); unsynced_.pop_back ())
                if (auto undone = ForwardingFile::writeAt (unsynced_.back ().bytes.data (),
                                                           unsynced_.back ().bytes.size (),
                                                           unsynced_.back ().offset);
                    ! undone)
                    return undone;
        return goes;
    }

    std::shared_ptr<State> state_;
    std::mutex mutex_;
    std::vector<Replaced> unsynced_;
};

Result<std::unique_ptr<WritableFile>> wrapped (Result<std::unique_ptr<WritableFile>> file,
                                               const std::shared_ptr<State>& state)
{
    if (! file)
        return file;
    return std::unique_ptr<WritableFile> (std::make_unique<FaultFile> (std::move (*file), state));
}
} // namespace

FaultStorage::FaultStorage (Storage& storage, StorageFault fault, int call)
    : ForwardingStorage (storage), state_ (std::make_shared<State> ())
{
    state_->fault = fault;
    state_->call = call;
}

Result<void> FaultStorage::State::next (Needs needs)
{
    const int number = ++numCalls;
    const bool fails =
        number == call ||
        (number > call && (fault == StorageFault::processEnds ||
                           (fault == StorageFault::diskFull && needs == Needs::room)));
    return fails ? Result<void> (faultError (fault)) : Result<void> ();
}

Result<void> FaultStorage::State::alive () const
{
    return fault == StorageFault::processEnds && numCalls >= call
               ? Result<void> (faultError (fault))
               : Result<void> ();
}

Result<std::unique_ptr<ReadableFile>> FaultStorage::openForReading (const std::string& path)
{
    if (auto goes = state_->alive (); ! goes)
        return goes.error ();
    return ForwardingStorage::openForReading (path);
}

Result<std::unique_ptr<WritableFile>> FaultStorage::create (const std::string& path)
{
    if (auto goes = state_->next (Needs::room); ! goes)
        return goes.error ();
    return wrapped (ForwardingStorage::create (path), state_);
}

Result<std::unique_ptr<WritableFile>> FaultStorage::openForUpdate (const std::string& path)
{
    if (auto goes = state_->alive (); ! goes)
        return goes.error ();
    return wrapped (ForwardingStorage::openForUpdate (path), state_);
}

Result<void> FaultStorage::rename (const std::string& from, const std::string& to)
{
    auto goes = state_->next (Needs::room);
    return goes ? ForwardingStorage::rename (from, to) : goes;
}

Result<void> FaultStorage::remove (const std::string& path)
{
    auto goes = state_->next (Needs::nothing);
    return goes ? ForwardingStorage::remove (path) : goes;
}

Result<void> FaultStorage::makeFolders (const std::string& path)
{
    auto goes = state_->next (Needs::room);
    return goes ? ForwardingStorage::makeFolders (path) : goes;
}

Result<void> FaultStorage::syncFolder (const std::string& path)
{
    auto goes = state_->next (Needs::nothing);
    return goes ? ForwardingStorage::syncFolder (path) : goes;
}

Result<std::unique_ptr<FolderLock>> FaultStorage::lockFolder (const std::string& path)
{
    if (auto goes = state_->next (Needs::room); ! goes)
        return goes.error ();
    return ForwardingStorage::lockFolder (path);
}

} // namespace melstrom::testing
