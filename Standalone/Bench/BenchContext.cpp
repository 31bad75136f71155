#include "Standalone/Bench/BenchContext.h"

#include "Engine/Batch/Files/Storage.h"
#include "Standalone/CommandLine/Terminal/Log.h"
#include "Standalone/CommandLine/Terminal/Signals.h"

#include <ostream>

namespace melstrom
{

namespace
{
TextTable tableOf (std::vector<TextTable::Side> sides, std::vector<std::string> headings)
{
    sides.resize (headings.size (), TextTable::Side::right);
    TextTable table (std::move (sides));
    table.addHeading (std::move (headings));
    return table;
}
} // namespace

Result<void> checkStop ()
{
    if (stopFlag ())
        return Error {ErrorCode::interrupted, "interrupted", {}};
    return {};
}

Result<void> BenchContext::begin (const std::string& measurement) const
{
    MELSTROM_TRY (checkStop ());
    log.info (measurement);
    return {};
}

Result<void> BenchContext::withoutGpu (const char* notice, const Error& reason,
                                       bool isRequired) const
{
    if (isRequired)
        return reason;
    out << "\n" << notice << ": " << reason.message << "\n";
    return {};
}

BenchTable::BenchTable (nlohmann::ordered_json& rows, std::vector<TextTable::Side> sides,
                        std::vector<std::string> headings)
    : rows_ (rows), table_ (tableOf (std::move (sides), std::move (headings)))
{
    rows_ = nlohmann::ordered_json::array ();
}

void BenchTable::addRow (std::vector<std::string> cells, nlohmann::ordered_json row,
                         const nlohmann::ordered_json& more)
{
    row.update (more);
    table_.addRow (std::move (cells));
    rows_.push_back (std::move (row));
}

Result<void> writeFile (const std::string& path, const std::string& bytes)
{
    MELSTROM_TRY_VALUE (auto file, posixStorage ().create (path));
    MELSTROM_TRY (file->writeAt (bytes.data (), bytes.size (), 0));
    return file->close ();
}

} // namespace melstrom
