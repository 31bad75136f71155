#include "Standalone/Bench/BenchSubjects.h"

#include "Engine/Core/NumberText.h"
#include "Standalone/Bench/BenchMel.h"
#include "Standalone/CommandLine/Terminal/Signals.h"
#include "Standalone/CommandLine/Terminal/TextTable.h"

#include <ostream>

namespace melstrom
{

namespace
{

using enum TextTable::Side;

Result<void> timeSubject (const BenchFeature& subject, Backend& one, Backend& all, TextTable& table,
                          nlohmann::ordered_json& rows)
{
    MELSTROM_TRY_VALUE (const auto worst, checkFeature (all, subject));
    const auto single = timeMel (one, subject.spec, subject.rateHz, {}, {});
    const auto several = timeMel (all, subject.spec, subject.rateHz, {}, {});
    if (! single || ! several)
        return single ? several.error () : single.error ();
    const double singleRate = single->medianFramesPerSecond (),
                 rate = several->medianFramesPerSecond ();
    table.addRow ({subject.name, groupedText (subject.rateHz), shortText (singleRate),
                   fixedText (1e9 / singleRate, 0), shortText (rate),
                   shortText (rate * several->rowsPerFrame),
                   shortText (rate * several->secondsPerFrame), fixedText (rate / singleRate, 2),
                   fixedText (100 * several->spreadRatio (), 0) + "%"});
    rows.push_back ({{"preset", subject.name},
                     {"rate_hz", subject.rateHz},
                     {"spec_hash", specHash (subject.spec)},
                     {"check_worst_ratio", worst},
                     {"frames_per_second_1_thread", single->framesPerSecond},
                     {"frames_per_second", several->framesPerSecond},
                     {"rows_per_second", rate * several->rowsPerFrame},
                     {"times_real_time", rate * several->secondsPerFrame},
                     {"nanoseconds_per_frame_1_thread", 1e9 / singleRate},
                     {"scaling", rate / singleRate}});
    return {};
}

} // namespace

Result<void> benchCpu (const BenchContext& context)
{
    auto one = makeCpuBackend (1), all = makeCpuBackend (context.request.backend.numThreads);
    if (! one || ! all)
        return one ? all.error () : one.error ();
    constexpr MelRuns runs;
    const auto threads = std::to_string ((*all)->concurrency ());
    context.json["device"] = (*all)->deviceName ();
    context.json["mel_threads"] = (*all)->concurrency ();
    auto& rows = context.json["mel"] = nlohmann::ordered_json::array ();
    context.out << "\nMel: int16 noise in memory, 30 s a piece, " << (*all)->deviceName ()
                << "; median of " << runs.numRuns << " runs of " << fixedText (runs.leastSeconds, 1)
                << " s.\nEvery preset's bands are checked against the definition in double first.\n"
                   "Rates on 1 thread and on "
                << threads
                << "; ns/frame on 1; spread: fastest minus slowest run over the median.\n\n"
                << std::flush;
    TextTable table ({left, right, right, right, right, right, right, right, right});
    table.addHeading ({"preset", "Hz", "frames/s on 1", "ns/frame", "frames/s on " + threads,
                       "rows/s", "x real time", "scaling", "spread"});
    for (const auto& subject : benchFeatures ())
    {
        if (stopFlag ())
            return Error {ErrorCode::interrupted, "interrupted", {}};
        context.log.info ("checking and timing " + subject.name);
        MELSTROM_TRY (timeSubject (subject, **one, **all, table, rows));
    }
    context.out << table.text ();
    return {};
}

} // namespace melstrom
