// What all parts of --bench share: the request, the outputs, and the form of a table.
#pragma once

#include "Engine/Batch/Telemetry/Trace.h"
#include "Standalone/CommandLine/Options/CommandLineOptions.h"
#include "Standalone/CommandLine/Terminal/TextTable.h"

#include <iosfwd>
#include <nlohmann/json.hpp>

namespace melstrom
{

/** Fails: interrupted after a signal. */
Result<void> checkStop ();

struct BenchContext
{
    const BenchRequest& request;
    Log& log;
    std::ostream& out; ///< tables as text
    nlohmann::ordered_json& json;
    Trace& trace; ///< of --bench live

    /** Logs the measurement that begins. Fails: interrupted after a signal. */
    Result<void> begin (const std::string& measurement) const;

    /** For a GPU that did not open: prints "NOTICE: reason". Fails: with `reason` if the GPU is
        required. */
    Result<void> withoutGpu (const char* notice, const Error& reason, bool isRequired) const;
};

/** A table as text, and one JSON object for each of its rows. */
class BenchTable
{
public:
    /** sides: of the first columns; all others are right-aligned. rows: becomes an array. Lives
        longer than the table. */
    BenchTable (nlohmann::ordered_json& rows, std::vector<TextTable::Side> sides,
                std::vector<std::string> headings);

    /** more: keys that follow those of `row`. */
    void addRow (std::vector<std::string> cells, nlohmann::ordered_json row,
                 const nlohmann::ordered_json& more = nlohmann::ordered_json::object ());
    std::string text () const { return table_.text (); }

private:
    nlohmann::ordered_json& rows_;
    TextTable table_;
};

/** Creates or replaces the file. Fails: writeFailed, diskFull. */
Result<void> writeFile (const std::string& path, const std::string& bytes);

} // namespace melstrom
