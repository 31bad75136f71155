#include "Engine/Batch/Dataset/DatasetText.h"
#include "Engine/Batch/Duplicates/Duplicates.h"
#include "Engine/Batch/Inputs/Csv.h"
#include "Engine/Batch/Inputs/Groups/PathJson.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/Version.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace melstrom
{

namespace
{
using Json = nlohmann::ordered_json;

double rounded (double value)
{
    return std::round (value * 1000) / 1000 + 0.0; // never -0
}

const char* kindOf (const DuplicatePair& pair)
{
    return pair.isIdentical ? "identical" : "similar";
}

Json fileJson (const ListedFile& file)
{
    Json json {{"dataset", file.datasetIndex}};
    setPath (json, "path", file.path);
    setPath (json, "relative_path", file.relativePath);
    return json;
}
} // namespace

std::string duplicatesJson (const DuplicateReport& report)
{
    Json json {{"melstrom", kVersion},
               {"datasets", report.folders},
               {"files", report.files.size ()},
               {"without_peaks", report.numWithoutPeaks},
               {"candidates", report.numCandidates},
               {"not_compared", report.numNotCompared}};
    json["unread"] = Json::array ();
    for (const auto& [file, error] : report.unread)
    {
        Json entry {{"dataset", report.files[file].datasetIndex}};
        setPath (entry, "path", report.files[file].path);
        entry["code"] = codeName (error.code);
        entry["message"] = error.message;
        json["unread"].push_back (entry);
    }
    json["pairs"] = Json::array ();
    for (const auto& pair : report.pairs)
        json["pairs"].push_back ({{"first", fileJson (report.files[pair.first])},
                                  {"second", fileJson (report.files[pair.second])},
                                  {"kind", kindOf (pair)},
                                  {"similarity", rounded (pair.similarity)},
                                  {"offset_s", rounded (pair.offsetSeconds)}});
    return jsonText (json);
}

std::string duplicatesCsv (const DuplicateReport& report)
{
    std::string text;
    appendCsvRow (text, {"first_dataset", "first_path", "second_dataset", "second_path", "kind",
                         "similarity", "offset_s"});
    for (const auto& pair : report.pairs)
    {
        const auto &first = report.files[pair.first], &second = report.files[pair.second];
        appendCsvRow (text, {report.folders[first.datasetIndex], first.path,
                             report.folders[second.datasetIndex], second.path, kindOf (pair),
                             fixedText (pair.similarity, 3),
                             fixedText (rounded (pair.offsetSeconds), 3)});
    }
    return text;
}

} // namespace melstrom
