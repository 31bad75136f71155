#include "Standalone/Bench/BenchSubjects.h"

#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"
#include "Engine/Core/Version.h"
#include "Standalone/Bench/BenchAgainst.h"
#include "Standalone/Bench/BenchMeasures.h"
#include "Standalone/CommandLine/Commands/ResultFile.h"
#include "Standalone/CommandLine/Machine/Machine.h"
#include "Standalone/CommandLine/Terminal/Signals.h"
#include "Standalone/CommandLine/Terminal/SizeText.h"

#include <optional>
#include <ostream>

namespace melstrom
{

namespace
{

using Json = nlohmann::ordered_json;

/** Prints the machine; the first keys of the JSON. */
Json describe (std::ostream& out)
{
    const Machine machine = thisMachine ();
    const auto date = utcNow ();
    out << "melstrom " << kVersion << ", " << machine.compiler << ", " << date << "\n"
        << machine.processor << ", " << machine.numThreads << " threads, "
        << bytesText (static_cast<double> (machine.memoryBytes)) << "\n";
    return {{"melstrom", kVersion},
            {"date", date},
            {"processor", machine.processor},
            {"threads", machine.numThreads},
            {"memory_bytes", machine.memoryBytes},
            {"system", machine.system},
            {"compiler", machine.compiler}};
}

Result<void> runSubjects (const BenchContext& context)
{
    using enum BenchSubject;
    const auto& request = context.request;
    const bool mayUseCpu = request.backend.kind != BackendChoice::Kind::gpu,
               mayUseGpu = request.backend.kind != BackendChoice::Kind::cpu;
    const struct
    {
        bool isAsked;
        Result<void> (*run) (const BenchContext&);
    } subjects[] {
        {request.asksFor (mel) && mayUseCpu, benchCpu},
        {(request.asksFor (mel) || request.asksFor (cuda)) && mayUseGpu, benchCuda},
        {request.asksFor (synth), benchSynth},
        {request.asksFor (live), benchLive},
        {request.asksFor (chords), benchChords},
        {request.asksFor (soak), benchSoak},
        {request.asksFor (resample), benchResample},
        {request.asksFor (hash), benchHash},
        {request.asksFor (batch), benchBatch},
        {request.asksFor (files), benchFiles},
    };
    for (const auto& subject : subjects)
        if (subject.isAsked)
            MELSTROM_TRY (subject.run (context));
    return {};
}

/** The number of measures that are slower than in the earlier run. */
Result<int> runBench (const BenchRequest& request, Log& log, std::ostream& out)
{
    Json before;
    if (request.againstFile)
    { // a wrong file ends the command before the measurements
        MELSTROM_TRY_VALUE (before, readBenchFile (*request.againstFile));
        MELSTROM_TRY (checkSubjects (before, *request.againstFile, request));
    }
    ResultFile jsonFile (request.jsonFile), traceFile (request.traceFile);
    MELSTROM_TRY (jsonFile.check ());
    MELSTROM_TRY (traceFile.check ());
    Trace trace (request.traceFile.has_value ());
    Json json = describe (out);
    const auto done = runSubjects ({request, log, out, json, trace});
    const auto traced =
        traceFile.write ([&trace] { return trace.toJson (); }); // of a failed one, too
    MELSTROM_TRY (done);
    for (const BenchNumber& number : numbersOf (json))
        if (number.kind == MeasureKind::unknown)
            log.warning (number.row + ": " + number.path +
                         " is not compared, because BenchMeasures.cpp does not list it");
    MELSTROM_TRY (jsonFile.write ([&json] { return json.dump (2) + "\n"; }));
    MELSTROM_TRY (traced);
    if (! request.againstFile)
        return 0;
    const auto comparison = compared (before, json);
    if (comparison.ratios.empty ())
        return nothingToCompare (*request.againstFile);
    return printComparison (comparison, out);
}

} // namespace

ExitCode runBenchCommand (const BenchRequest& request, Log& log, std::ostream& out)
{
    const auto numSlower = runBench (request, log, out);
    if (! numSlower)
    {
        log.error (numSlower.error ());
        return exitCodeOf (numSlower.error (), stopSignal ());
    }
    if (*numSlower == 0)
        return ExitCode::allIn;
    log.error (groupedText (*numSlower) + (*numSlower == 1 ? " measure is" : " measures are") +
               " more than 10 % slower than in " + printable (*request.againstFile));
    return ExitCode::slower;
}

} // namespace melstrom
