// The file of --trace.
#pragma once

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Batch/Telemetry/Trace.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace melstrom
{

/** Open before a run: a name that cannot be written then ends the command before the run starts. */
class TraceFile
{
public:
    /** path: empty: no trace, and `write` does nothing. Fails: as Storage::create. */
    static Result<TraceFile> open (const std::optional<std::string>& path)
    {
        TraceFile trace;
        if (! path)
            return trace;
        MELSTROM_TRY_VALUE (trace.file_, posixStorage ().create (*path));
        return trace;
    }

    /** Call once, after the run. Fails: diskFull, writeFailed. */
    Result<void> write (const Trace& trace)
    {
        if (! file_)
            return {};
        const auto json = trace.toJson ();
        MELSTROM_TRY (file_->writeAt (json.data (), json.size (), 0));
        return file_->close ();
    }

private:
    std::unique_ptr<WritableFile> file_;
};

} // namespace melstrom
