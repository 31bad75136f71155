// The file of --trace.
#pragma once

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Batch/Telemetry/Trace.h"

#include <memory>
#include <optional>
#include <string>

namespace melstrom
{

/** Opened before a run, so that a name that cannot be written ends the run before it starts. */
class TraceFile
{
public:
    /** path: empty: none is asked for, and `write` does nothing. Fails: as Storage::create does. */
    static Result<TraceFile> open (const std::optional<std::string>& path);

    /** Once, after the run. Fails: diskFull, writeFailed. */
    Result<void> write (const Trace& trace);

private:
    std::unique_ptr<WritableFile> file_;
};

} // namespace melstrom
