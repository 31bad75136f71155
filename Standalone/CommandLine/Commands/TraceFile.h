// The file of --trace.
#pragma once

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Batch/Telemetry/Trace.h"

#include <memory>
#include <optional>
#include <string>

namespace melstrom
{

/** Open before a run: a name that cannot be written then ends the command before the run starts. */
class TraceFile
{
public:
    /** path: empty: no trace, and `write` does nothing. Fails: as Storage::create. */
    static Result<TraceFile> open (const std::optional<std::string>& path);

    /** Call once, after the run. Fails: diskFull, writeFailed. */
    Result<void> write (const Trace& trace);

private:
    std::unique_ptr<WritableFile> file_;
};

} // namespace melstrom
