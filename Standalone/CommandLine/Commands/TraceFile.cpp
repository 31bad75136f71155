#include "Standalone/CommandLine/Commands/TraceFile.h"

#include <utility>

namespace melstrom
{

Result<TraceFile> TraceFile::open (const std::optional<std::string>& path)
{
    TraceFile trace;
    if (! path)
        return trace;
    MELSTROM_TRY_VALUE (trace.file_, posixStorage ().create (*path));
    return trace;
}

Result<void> TraceFile::write (const Trace& trace)
{
    if (! file_)
        return {};
    const auto json = trace.toJson ();
    MELSTROM_TRY (file_->writeAt (json.data (), json.size (), 0));
    return file_->close ();
}

} // namespace melstrom
