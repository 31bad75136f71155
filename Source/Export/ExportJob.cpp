#include "Source/Export/ExportJob.h"

#include "Engine/Core/Guarded.h"
#include "Engine/Core/System/OrdinaryThread.h"

#include <system_error>
#include <utility>

namespace melstrom
{

ExportJob::~ExportJob ()
{
    cancel ();
    if (thread_.joinable ())
        thread_.join ();
}

Result<void> ExportJob::start (std::string path, SaveWork work)
{
    if (isRunning_)
        return Error {ErrorCode::locked, "another file is being saved; wait for its end", {}};
    (void)takeEnd ();
    control_ = {};
    isRunning_ = true;
    try
    {
        thread_ = std::thread ([this, path = std::move (path), work = std::move (work)] () mutable
                               { run (path, std::move (work)); });
    }
    catch (const std::system_error&)
    {
        isRunning_ = false;
        return Error {ErrorCode::outOfMemory, kNoThread, {}};
    }
    return {};
}

void ExportJob::run (const std::string& path, SaveWork work) noexcept
{
    becomeOrdinaryThread ();
    end_ = guarded ([&] { return work (path, control_); });
    work = nullptr; // its sound may be large
    isRunning_ = false;
}

std::optional<Result<void>> ExportJob::takeEnd ()
{
    if (isRunning_)
        return std::nullopt;
    if (thread_.joinable ())
        thread_.join ();
    return std::exchange (end_, std::nullopt);
}

} // namespace melstrom
