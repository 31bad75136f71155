#include "Standalone/Bench/BenchSubjects.h"

#include "Engine/Core/Version.h"
#include "Standalone/CommandLine/Machine/Machine.h"
#include "Standalone/CommandLine/Terminal/Signals.h"
#include "Standalone/CommandLine/Terminal/SizeText.h"

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
        {request.asksFor (batch), benchBatch},
    };
    for (const auto& subject : subjects)
        if (subject.isAsked)
            MELSTROM_TRY (subject.run (context));
    return {};
}

Result<void> runBench (const BenchRequest& request, Log& log, std::ostream& out)
{
    Json json = describe (out);
    MELSTROM_TRY (runSubjects ({request, log, out, json}));
    return request.jsonFile ? writeFile (*request.jsonFile, json.dump (2) + "\n") : Result<void> ();
}

} // namespace

ExitCode runBenchCommand (const BenchRequest& request, Log& log, std::ostream& out)
{
    const auto done = runBench (request, log, out);
    if (done)
        return ExitCode::allIn;
    log.error (done.error ());
    return exitCodeOf (done.error (), stopSignal ());
}

} // namespace melstrom
