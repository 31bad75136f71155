#include "Standalone/CommandLine/Commands/TraceFile.h"

#include <utility>

namespace melstrom
{

Result<TraceFile> TraceFile::open (const std::optional<std::string>& path)
{
    TraceFile trace;
    if (! path)
        return trace;
    auto file = posixStorage ().create (*path);
    if (! file)
        return file.error ();
    trace.file_ = *std::move (file);
    return trace;
}

Result<void> TraceFile::write (const Trace& trace)
{
    if (! file_)
        return {};
    const auto json = trace.toJson ();
    if (auto written = file_->writeAt (json.data (), json.size (), 0); ! written)
        return written;
    return file_->close ();
}

} // namespace melstrom
