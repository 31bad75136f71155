// The tables and descriptions of a dataset that people read: files.csv, errors.csv, dataset.json.
#pragma once

#include "Engine/Batch/Dataset/DatasetLayout.h"
#include "Engine/Batch/Dataset/FileLedger.h"
#include "Engine/Batch/Files/TextSink.h"

#include <nlohmann/json_fwd.hpp>

namespace melstrom
{

/** numThreads: to write lines on. Fails: as the sink does. */
Result<void> writeFilesCsv (const TextSink& sink, const DatasetPlan& plan, const FileLedger& ledger,
                            int numThreads);
std::string errorsCsv (const DatasetPlan& plan, const FileLedger& ledger);

/** The keys of toToml as one JSON object of numbers, strings and booleans: set one by one they give
    the spec again. */
nlohmann::ordered_json specJson (const MelSpec& spec);

/** dataset.json without its "arrays". */
nlohmann::ordered_json datasetJsonHead (const DatasetPlan& plan, const BatchOptions& options,
                                        const FileLedger& ledger, const std::string& backendName,
                                        const std::string& deviceName);

/** What two runs must have in common to work on one dataset; another of these is status 5. backendName: the kind of
    backend and its device, without its number. */
nlohmann::ordered_json settingsJson (const BatchOptions& options, const std::string& backendName);

/** Text of a JSON value, two spaces a level; bytes that are not UTF-8 become U+FFFD. */
std::string jsonText (const nlohmann::ordered_json& value);

/** Eight digits: how checksums are written. */
std::string hexadecimal (std::uint32_t value);

/** "npy" or "h5". */
const char* formatName (OutputFormat format) noexcept;

/** "float16", ... as numpy says it. */
const char* typeName (ElementType type) noexcept;

} // namespace melstrom
