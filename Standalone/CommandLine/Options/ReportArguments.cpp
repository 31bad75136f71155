#include "Engine/Batch/Inputs/PathText.h"
#include "Standalone/CommandLine/Options/FeatureArguments.h"
#include "Standalone/CommandLine/Options/ModeArguments.h"
#include "Standalone/CommandLine/Options/OutputPlaces.h"

namespace melstrom
{

Result<ReportRequest> readReportRequest (const ParsedArguments& parsed)
{
    ReportRequest request;
    std::vector<NamedInput> inputs;
    for (const auto& operand : parsed.operands)
    {
        request.folders.push_back (tidyPath (operand));
        for (const char* const name :
             {"dataset.json", "files.csv", "errors.csv", "inputs.bin", "statistics.bin"})
            inputs.push_back (
                {std::string (name) + " of the dataset", joinPath (request.folders.back (), name)});
    }
    request.jsonFile = parsed.value ("--json");
    if (request.jsonFile && request.folders.size () == 1)
        return Error {ErrorCode::badUsage,
                      "--json belongs to --report DIR DIR; --report DIR always writes "
                      "DIR/report.json",
                      {}};
    if (request.jsonFile)
        MELSTROM_TRY (checkOutputFile ("--json", *request.jsonFile, inputs));
    MELSTROM_TRY_VALUE (request.progress, readProgress (parsed));
    MELSTROM_TRY_VALUE (const auto computation, readComputation (parsed));
    request.numThreads = computation.numThreads;
    return request;
}

} // namespace melstrom
