#include "Standalone/Bench/BenchCommand.h"

#include "Engine/Core/Version.h"
#include "Standalone/Bench/BenchSubjects.h"
#include "Standalone/CommandLine/Machine/Machine.h"
#include "Standalone/CommandLine/Terminal/Signals.h"
#include "Standalone/CommandLine/Terminal/SizeText.h"

#include <ostream>

namespace melstrom
{

namespace
{

using Json = nlohmann::ordered_json;

class BenchCommand
{
public:
    BenchCommand (const BenchRequest& request, Log& log, std::ostream& out)
        : request_ (request), log_ (log), out_ (out)
    {
    }

    Result<Json> run ()
    {
        describe ();
        using enum BackendChoice::Kind;
        const BenchContext context {request_, log_, out_, json_};
        const auto asks = [this] (BenchSubject subject) { return request_.asksFor (subject); };
        const bool mayUseCpu = request_.backend.kind != gpu,
                   mayUseGpu = request_.backend.kind != cpu;
        const struct
        {
            bool isAsked;
            Result<void> (*run) (const BenchContext&);
        } subjects[] {
            {asks (BenchSubject::mel) && mayUseCpu, benchCpu},
            {(asks (BenchSubject::mel) || asks (BenchSubject::cuda)) && mayUseGpu, benchCuda},
            {asks (BenchSubject::synth), benchSynth},
            {asks (BenchSubject::live), benchLive},
            {asks (BenchSubject::chords), benchChords},
            {asks (BenchSubject::soak), benchSoak},
            {asks (BenchSubject::batch), benchBatch},
        };
        for (const auto& subject : subjects)
            if (subject.isAsked)
                MELSTROM_TRY (subject.run (context));
        return json_;
    }

private:
    void describe ()
    {
        const Machine machine = thisMachine ();
        json_ = {{"melstrom", kVersion},
                 {"date", utcNow ()},
                 {"processor", machine.processor},
                 {"threads", machine.numThreads},
                 {"memory_bytes", machine.memoryBytes},
                 {"system", machine.system},
                 {"compiler", machine.compiler}};
        out_ << "melstrom " << kVersion << ", " << machine.compiler << ", " << utcNow () << "\n"
             << machine.processor << ", " << machine.numThreads << " threads, "
             << bytesText (static_cast<double> (machine.memoryBytes)) << "\n";
    }

    const BenchRequest& request_;
    Log& log_;
    std::ostream& out_;
    Json json_;
};

Result<void> writeJson (const std::string& path, const Json& json)
{
    const auto text = json.dump (2) + "\n";
    MELSTROM_TRY_VALUE (auto file, posixStorage ().create (path));
    MELSTROM_TRY (file->writeAt (text.data (), text.size (), 0));
    return file->close ();
}

} // namespace

ExitCode runBenchCommand (const BenchRequest& request, Log& log, std::ostream& out)
{
    auto json = BenchCommand (request, log, out).run ();
    if (! json)
    {
        log.error (json.error ());
        return exitCodeOf (json.error (), stopSignal ());
    }
    if (! request.jsonFile)
        return ExitCode::allIn;
    const auto written = writeJson (*request.jsonFile, *json);
    if (written)
        return ExitCode::allIn;
    log.error (written.error ());
    return exitCodeOf (written.error ());
}

} // namespace melstrom
