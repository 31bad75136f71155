#include "Engine/Recording/Recorder.h"

#include "Engine/Core/Printable.h"
#include "Engine/Core/System/OrdinaryThread.h"

#include <chrono>
#include <new>
#include <optional>
#include <system_error>
#include <utility>

namespace melstrom
{
namespace
{

/** The audio thread cannot wake the writer without a system call, so the writer looks. */
constexpr std::chrono::milliseconds kVisitPeriod {50};

Error noMemory (const std::string& path)
{
    return {ErrorCode::outOfMemory,
            printable (path) + ": no memory or no thread is left for a recording; close other "
                               "programs, or record fewer channels",
            std::nullopt};
}

} // namespace

Result<std::unique_ptr<Recorder>> Recorder::start (Storage& storage, const std::string& path,
                                                   const RecordingSpec& spec)
{
    if (storage.info (gapLabelsPathOf (path)))
        return Error {ErrorCode::writeFailed,
                      printable (gapLabelsPathOf (path)) +
                          " is already there; a recording replaces nothing; choose another name",
                      std::nullopt};
    MELSTROM_TRY_VALUE (auto file, RecordingFile::create (storage, path, spec));
    try
    {
        return std::unique_ptr<Recorder> (new Recorder (storage, path, spec, std::move (file)));
    }
    catch (const std::bad_alloc&)
    {
    }
    catch (const std::system_error&) // no thread
    {
    }
    static_cast<void> (storage.remove (path)); // it has no samples
    return noMemory (path);
}

Recorder::Recorder (Storage& storage, const std::string& path, const RecordingSpec& spec,
                    std::unique_ptr<RecordingFile> file)
    : ring_ (spec.rateHz, spec.numChannels, spec.ringSeconds),
      writer_ (storage, path, spec, std::move (file), ring_, ledger_),
      thread_ (&Recorder::run, this)
{
}

Recorder::~Recorder ()
{
    stop ();
}

RecordingReport Recorder::stop ()
{
    {
        const std::scoped_lock lock (mutex_);
        isStopping_ = true;
    }
    wake_.notify_one ();
    if (thread_.joinable ())
        thread_.join ();
    return ledger_.report ();
}

void Recorder::run ()
{
    becomeOrdinaryThread ();
    std::optional<Error> error;
    try
    {
        if (auto recorded = record (); ! recorded)
            error = recorded.error ();
    }
    catch (const std::bad_alloc&)
    {
        error = noMemory (writer_.path ());
    }
    if (error)
        writer_.end (*error);
}

Result<void> Recorder::record ()
{
    while (waitForWork ())
        MELSTROM_TRY (writer_.drain ());
    MELSTROM_TRY (writer_.drain ());
    return writer_.complete ();
}

/** Returns false when the recording stops. */
bool Recorder::waitForWork ()
{
    std::unique_lock lock (mutex_);
    return ! wake_.wait_for (lock, kVisitPeriod, [this] { return isStopping_; });
}

} // namespace melstrom
