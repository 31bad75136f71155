#include "Standalone/Bench/BenchCudaMel.h"

#include "Engine/Backend/Gpu/GpuBackend.h"
#include "Engine/Core/NumberText.h"
#include "Standalone/Bench/BenchMel.h"
#include "Standalone/CommandLine/Terminal/Signals.h"
#include "Standalone/CommandLine/Terminal/SizeText.h"
#include "Standalone/CommandLine/Terminal/TextTable.h"

#include <algorithm>
#include <ostream>

namespace melstrom
{

namespace
{

using Json = nlohmann::ordered_json;
using enum TextTable::Side;

std::string percentText (double ratio)
{
    return fixedText (100 * ratio, 0) + "%";
}

Result<double> check (const CudaParts& parts, const BenchFeature& subject)
{
    if (stopFlag ())
        return Error {ErrorCode::interrupted, "interrupted", {}};
    parts.context.log.info ("checking and timing " + subject.name + " on " + parts.backend.name ());
    return checkFeature (parts.backend, subject);
}

Result<void> residentRow (const CudaParts& parts, const BenchFeature& subject, TextTable& table,
                          Json& rows)
{
    const auto options = gpu::gpuOptionsOf (parts.context.request.backend);
    MELSTROM_TRY_VALUE (const auto worst, check (parts, subject));
    MELSTROM_TRY_VALUE (const auto timing,
                        parts.bench.timeResident (subject.spec, subject.rateHz, options));
    const double share = timing.bytesPerSecond () / parts.rates.within;
    table.addRow ({subject.name, groupedText (subject.rateHz), timing.variant,
                   fixedText (worst * 1e6, 2) + "e-6", shortText (timing.framesPerSecond ()),
                   shortText (timing.rowsPerSecond ()), byteRateText (timing.bytesPerSecond ()),
                   percentText (share)});
    rows.push_back ({{"preset", subject.name},
                     {"rate_hz", subject.rateHz},
                     {"spec_hash", specHash (subject.spec)},
                     {"variant", timing.variant},
                     {"check_worst_ratio", worst},
                     {"runs", timing.numRuns},
                     {"input_bytes", timing.inputBytes},
                     {"output_bytes", timing.outputBytes},
                     {"seconds_median", timing.medianSeconds},
                     {"seconds_slowest", timing.slowestSeconds},
                     {"frames_per_second", timing.framesPerSecond ()},
                     {"rows_per_second", timing.rowsPerSecond ()},
                     {"share_of_copy", share}});
    return {};
}

/** Times as many pieces in flight as the backend takes, and one at a time. */
Result<void> pinnedRow (const CudaParts& parts, const BenchFeature& subject, TextTable& table,
                        Json& rows)
{
    constexpr std::int64_t pieceBytes = std::int64_t {32} << 20;
    constexpr MelRuns steady {3, 2.0}, brief {3, 0.5};
    const auto worst = check (parts, subject);
    const auto geometry = geometryAt (subject.spec, subject.rateHz);
    if (! worst || ! geometry)
        return worst ? geometry.error () : worst.error ();
    const int numSignals = signalsPerPiece (*geometry, pieceBytes);
    const auto many =
        timeMel (parts.backend, subject.spec, subject.rateHz, {numSignals, {}}, steady);
    const auto single =
        timeMel (parts.backend, subject.spec, subject.rateHz, {numSignals, 1}, brief);
    if (! many || ! single)
        return many ? single.error () : many.error ();
    const double rate = many->medianFramesPerSecond ();
    const double in = rate * many->bytesInPerFrame, out = rate * many->bytesOutPerFrame;
    const double share = std::max (in / parts.rates.pinnedIn, out / parts.rates.pinnedOut);
    table.addRow ({subject.name, groupedText (subject.rateHz), shortText (rate),
                   shortText (rate * many->rowsPerFrame), byteRateText (in), byteRateText (out),
                   percentText (share), shortText (single->medianFramesPerSecond ()),
                   many->busyPercent ? fixedText (*many->busyPercent, 0) + "%" : "-"});
    rows.push_back ({{"preset", subject.name},
                     {"rate_hz", subject.rateHz},
                     {"spec_hash", specHash (subject.spec)},
                     {"check_worst_ratio", *worst},
                     {"signals_a_piece", numSignals},
                     {"frames_per_second", many->framesPerSecond},
                     {"rows_per_second", rate * many->rowsPerFrame},
                     {"bytes_in_per_second", in},
                     {"bytes_out_per_second", out},
                     {"share_of_pinned_copy", share},
                     {"frames_per_second_one_at_a_time", single->framesPerSecond},
                     {"busy_percent", many->busyPercent ? Json (*many->busyPercent) : Json ()}});
    return {};
}

} // namespace

std::string byteRateText (double bytesPerSecond)
{
    return bytesText (bytesPerSecond) + "/s";
}

Result<void> benchResident (const CudaParts& parts, const std::vector<BenchFeature>& subjects)
{
    constexpr gpu::BenchSizes sizes;
    parts.context.out << "\nMel on the device: float32 noise and rows in its memory, kernels "
                         "alone; median of "
                      << sizes.numRuns << " runs over " << (sizes.residentBytes >> 20)
                      << " MiB or more.\nMoved: samples read and rows written, each once; share: "
                         "of the copy within the device.\nOff by: the bands' largest difference "
                         "from their definition in double, over a frame's largest.\n\n"
                      << std::flush;
    auto& rows = parts.json["resident"] = Json::array ();
    TextTable table ({left, right, left, right, right, right, right, right});
    table.addHeading (
        {"preset", "Hz", "variant", "off by", "frames/s", "rows/s", "moved", "share"});
    for (const auto& subject : subjects)
        MELSTROM_TRY (residentRow (parts, subject, table, rows));
    parts.context.out << table.text ();
    return {};
}

Result<void> benchPinned (const CudaParts& parts, const std::vector<BenchFeature>& subjects)
{
    parts.context.out << "\nMel from pinned int16 to pinned rows, " << parts.backend.concurrency ()
                      << " pieces of at most 32 MiB on three streams; share: of the copy in the\n"
                         "busier direction. One at a time: nothing overlaps.\n\n"
                      << std::flush;
    auto& rows = parts.json["pinned"] = Json::array ();
    TextTable table ({left, right, right, right, right, right, right, right, right});
    table.addHeading ({"preset", "Hz", "frames/s", "rows/s", "in", "out", "share",
                       "frames/s one at a time", "GPU busy"});
    for (const auto& subject : subjects)
        MELSTROM_TRY (pinnedRow (parts, subject, table, rows));
    parts.context.out << table.text ();
    return {};
}

} // namespace melstrom
