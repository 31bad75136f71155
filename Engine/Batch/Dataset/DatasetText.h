// The tables and descriptions of a dataset for people: files.csv, errors.csv, dataset.json.
#pragma once

#include "Engine/Batch/Dataset/DatasetLayout.h"
#include "Engine/Batch/Dataset/FileLedger.h"
#include "Engine/Batch/Files/TextSink.h"

#include <nlohmann/json_fwd.hpp>

namespace melstrom
{

/** numThreads: number of threads that format lines. Fails: as the sink does. */
Result<void> writeFilesCsv (const TextSink& sink, const DatasetPlan& plan, const FileLedger& ledger,
                            int numThreads);
std::string errorsCsv (const DatasetPlan& plan, const FileLedger& ledger);

/** The keys of toToml as one JSON object of numbers, strings and booleans. Set one by one, they
    give the spec again. */
nlohmann::ordered_json specJson (const MelSpec& spec);

/** dataset.json without its "arrays". */
nlohmann::ordered_json datasetJsonHead (const DatasetPlan& plan, const BatchOptions& options,
                                        const FileLedger& ledger, const std::string& backendName,
                                        const std::string& deviceName);

/** The settings that two runs must share to work on one dataset; other settings are status 5.
    backendName: the kind of backend and its device, without its number. */
nlohmann::ordered_json settingsJson (const BatchOptions& options, const std::string& backendName);

/** Text of a JSON value, two spaces per level; bytes that are not UTF-8 become U+FFFD. */
std::string jsonText (const nlohmann::ordered_json& value);

/** The same in one line, with its end. */
std::string jsonLine (const nlohmann::ordered_json& value);

/** Eight hex digits, the form of checksums in files. */
std::string hexadecimal (std::uint32_t value);

/** "npy" or "h5". */
const char* formatName (OutputFormat format) noexcept;

/** The name of the type in numpy: "float16", ... */
const char* typeName (ElementType type) noexcept;

} // namespace melstrom
