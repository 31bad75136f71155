// One export at a time, on a thread of its own.
#pragma once

#include "Source/Export/ExportControl.h"

#include <functional>
#include <string>
#include <thread>

namespace melstrom
{

/** Writes one file beside `path` and renames it, as the functions of RangeExport.h. Owns all that it
    needs, because it runs later than it was asked for. */
using SaveWork = std::function<Result<void> (const std::string& path, const ExportControl&)>;

/** Thread: one. */
class ExportJob
{
public:
    ExportJob () = default;
    ~ExportJob (); ///< cancels and waits; a computation of features goes on to its end
    ExportJob (const ExportJob&) = delete;
    ExportJob& operator= (const ExportJob&) = delete;

    /** Drops the end of the former job. Fails: locked (a job runs), outOfMemory (no thread). */
    Result<void> start (std::string path, SaveWork work);
    void cancel () noexcept { control_.cancel (); }
    bool isRunning () const noexcept { return isRunning_; }
    ExportProgress progress () const noexcept { return control_.progress (); }
    /** How the job ended, once; empty: it runs, or was taken. `interrupted` after `cancel`. */
    std::optional<Result<void>> takeEnd ();

private:
    void run (const std::string& path, SaveWork work) noexcept;

    ExportControl control_;
    std::atomic<bool> isRunning_ {false};
    std::optional<Result<void>> end_; ///< of the thread while it runs
    std::thread thread_;
};

} // namespace melstrom
