// A storage that fails, or dies, at a chosen one of the calls that change it.
#pragma once

#include "Tests/Support/ForwardingStorage.h"

#include <atomic>
#include <limits>
#include <mutex>

namespace melstrom::testing
{

/** Which calls fail: none, one, or one and all after it, as if the process had been killed there. */
struct FaultPlan
{
    std::int64_t first = std::numeric_limits<std::int64_t>::max (); ///< number of a call, from 0
    bool isDeath = false;
    ErrorCode code = ErrorCode::writeFailed;
    std::atomic<std::int64_t> numCalls {0};

    /** Counts a call that changes files; its error, if it is to fail. */
    Result<void> next (const char* what)
    {
        const std::int64_t number = numCalls++;
        if (isDeath ? number < first : number != first)
            return {};
        return Error {code, std::string ("a planned fault: ") + what, {}};
    }
};

class FaultFile final : public ForwardingFile
{
public:
    FaultFile (std::unique_ptr<WritableFile> file, FaultPlan& plan)
        : ForwardingFile (std::move (file)), plan_ (plan)
    {
    }
    Result<void> writeAt (const void* from, std::size_t bytes, std::int64_t offset) override
    {
        auto fault = plan_.next ("write");
        return fault ? ForwardingFile::writeAt (from, bytes, offset) : fault;
    }
    Result<void> allocate (std::int64_t bytes) override
    {
        auto fault = plan_.next ("allocate");
        return fault ? ForwardingFile::allocate (bytes) : fault;
    }
    Result<void> resize (std::int64_t bytes) override
    {
        auto fault = plan_.next ("resize");
        return fault ? ForwardingFile::resize (bytes) : fault;
    }
    Result<void> syncData () override
    {
        auto fault = plan_.next ("fdatasync");
        return fault ? ForwardingFile::syncData () : fault;
    }
    Result<void> sync () override
    {
        auto fault = plan_.next ("fsync");
        return fault ? ForwardingFile::sync () : fault;
    }

private:
    FaultPlan& plan_;
};

/** Reading never fails. Thread: any. */
class FaultStorage final : public ForwardingStorage
{
public:
    FaultStorage (Storage& storage, FaultPlan& plan) : ForwardingStorage (storage), plan_ (plan) {}

    Result<std::unique_ptr<WritableFile>> create (const std::string& path) override
    {
        if (auto fault = plan_.next ("create"); ! fault)
            return fault.error ();
        return wrapped (ForwardingStorage::create (path));
    }
    Result<std::unique_ptr<WritableFile>> openForUpdate (const std::string& path) override
    {
        return wrapped (ForwardingStorage::openForUpdate (path));
    }
    Result<void> rename (const std::string& from, const std::string& to) override
    {
        auto fault = plan_.next ("rename");
        return fault ? ForwardingStorage::rename (from, to) : fault;
    }
    Result<void> remove (const std::string& path) override
    {
        auto fault = plan_.next ("remove");
        return fault ? ForwardingStorage::remove (path) : fault;
    }
    Result<void> syncFolder (const std::string& path) override
    {
        auto fault = plan_.next ("sync of a folder");
        return fault ? ForwardingStorage::syncFolder (path) : fault;
    }

private:
    Result<std::unique_ptr<WritableFile>> wrapped (Result<std::unique_ptr<WritableFile>> file)
    {
        if (! file)
            return file;
        return std::unique_ptr<WritableFile> (new FaultFile (std::move (*file), plan_));
    }

    FaultPlan& plan_;
};

} // namespace melstrom::testing
