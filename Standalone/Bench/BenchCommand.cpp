#include "Standalone/Bench/BenchSubjects.h"

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"
#include "Engine/Core/Version.h"
#include "Standalone/Bench/BenchAgainst.h"
#include "Standalone/Bench/BenchMeasures.h"
#include "Standalone/CommandLine/Commands/TraceFile.h"
#include "Standalone/CommandLine/Machine/Machine.h"
#include "Standalone/CommandLine/Terminal/Signals.h"
#include "Standalone/CommandLine/Terminal/SizeText.h"

#include <filesystem>
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

/** The file of --json: tried before the measurements, written after them. Until then an existing
    file keeps its bytes, and a new one goes if there are no results. */
class JsonFile
{
public:
    explicit JsonFile (const std::optional<std::string>& path) : path_ (path) {}
    ~JsonFile ()
    {
        if (isNew_)
            (void)posixStorage ().remove (*path_); // a destructor cannot report errors
    }
    JsonFile (const JsonFile&) = delete;
    JsonFile& operator= (const JsonFile&) = delete;

    /** Fails: as Storage::create. */
    Result<void> check ()
    {
        if (! path_)
            return {};
        const auto there = posixStorage ().info (*path_);
        if (there && there->kind == EntryKind::other)
            return Error {ErrorCode::notAFile, printable (*path_) + ": is not a regular file", {}};
        MELSTROM_TRY_VALUE (const auto file, there ? posixStorage ().openForUpdate (*path_)
                                                   : posixStorage ().create (*path_));
        isNew_ = ! there && ! std::filesystem::is_symlink (*path_);
        return {};
    }

    /** Fails: diskFull, writeFailed. */
    Result<void> write (const Json& json)
    {
        if (! path_)
            return {};
        MELSTROM_TRY (writeFile (*path_, json.dump (2) + "\n"));
        isNew_ = false;
        return {};
    }

private:
    const std::optional<std::string>& path_;
    bool isNew_ = false; ///< made by `check`, and empty
};

/** The number of measures that are slower than in the earlier run. */
Result<int> runBench (const BenchRequest& request, Log& log, std::ostream& out)
{
    Json before;
    if (request.againstFile)
    { // a wrong file ends the command before the measurements
        MELSTROM_TRY_VALUE (before, readBenchFile (*request.againstFile));
        MELSTROM_TRY (checkSubjects (before, *request.againstFile, request));
    }
    JsonFile jsonFile (request.jsonFile);
    MELSTROM_TRY (jsonFile.check ());
    MELSTROM_TRY_VALUE (auto traceFile, TraceFile::open (request.traceFile));
    Trace trace (request.traceFile.has_value ());
    Json json = describe (out);
    const auto done = runSubjects ({request, log, out, json, trace});
    const auto traced = traceFile.write (trace); // also of a bench that failed
    MELSTROM_TRY (done);
    MELSTROM_TRY (traced);
    for (const BenchNumber& number : numbersOf (json))
        if (number.kind == MeasureKind::unknown)
            log.warning (number.row + ": " + number.path +
                         " is not compared, because BenchMeasures.cpp does not list it");
    MELSTROM_TRY (jsonFile.write (json));
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
