#include "Standalone/Bench/BenchSubjects.h"

#include "Engine/Core/NumberText.h"
#include "Standalone/Bench/BenchMel.h"
#include "Standalone/CommandLine/Machine/BandCheck.h"

#include <algorithm>
#include <ostream>

namespace melstrom
{

namespace
{

/** Transforms with prime factors that those of the presets lack: 25 ms at 22.05 kHz, and 20, 25 and
    50 ms at 44.1 kHz. 1103 is 25 ms rounded up, a prime. */
void addOtherTransforms (std::vector<BenchFeature>& features)
{
    constexpr int rateHz = 44100;
    for (const int samples : {551, 882, 1102, 1103, 2205})
    {
        MelSpec spec;
        spec.window = {static_cast<double> (samples)};
        spec.hop = {static_cast<double> (samples / 4)};
        spec.numBands = 40;
        features.push_back ({std::to_string (samples) + " samples", spec, rateHz});
    }
}

/** All presets; those with a time budget first. Then other sizes of transforms. */
std::vector<BenchFeature> allFeatures ()
{
    const std::vector<std::string> first {"whisper-openai-80", "librosa", "leak", "leak-fine"};
    std::vector<BenchFeature> all;
    const auto add = [&all] (const MelPreset& preset) {
        all.push_back ({preset.name, preset.spec, usualRateHz (preset.spec)});
    };
    for (const auto& name : first)
        if (const auto preset = findPreset (name))
            add (*preset);
    for (const auto& preset : builtInPresets ())
        if (std::ranges::find (first, preset.name) == first.end ())
            add (preset);
    addOtherTransforms (all);
    return all;
}

Result<void> timeFeature (const BenchFeature& feature, Backend& one, Backend& all,
                          BenchTable& table)
{
    MELSTROM_TRY_VALUE (const auto worst, checkFeature (all, feature));
    MELSTROM_TRY_VALUE (const auto single, timeMel (one, feature, {}));
    MELSTROM_TRY_VALUE (const auto several, timeMel (all, feature, {}));
    const double singleRate = single.framesPerSecond.median (),
                 rate = several.framesPerSecond.median ();
    table.addRow ({feature.name, groupedText (feature.rateHz), shortText (singleRate),
                   fixedText (1e9 / singleRate, 0), shortText (rate),
                   shortText (rate * several.rowsPerFrame),
                   shortText (rate * several.secondsPerFrame), fixedText (rate / singleRate, 2),
                   fixedText (100 * several.framesPerSecond.spreadRatio (), 0) + "%"},
                  jsonOf (feature),
                  {{"check_worst_ratio", worst},
                   {"frames_per_second_1_thread", single.framesPerSecond.inOrder ()},
                   {"frames_per_second", several.framesPerSecond.inOrder ()},
                   {"rows_per_second", rate * several.rowsPerFrame},
                   {"times_real_time", rate * several.secondsPerFrame},
                   {"nanoseconds_per_frame_1_thread", 1e9 / singleRate},
                   {"scaling", rate / singleRate}});
    return {};
}

} // namespace

Result<void> benchCpu (const BenchContext& context)
{
    MELSTROM_TRY_VALUE (const auto one, makeCpuBackend (1));
    MELSTROM_TRY_VALUE (const auto all, makeCpuBackend (context.request.backend.numThreads));
    constexpr MelRuns runs;
    const auto threads = std::to_string (all->concurrency ());
    context.json["device"] = all->deviceName ();
    context.json["mel_threads"] = all->concurrency ();
    context.out << "\nMel: int16 noise in memory, 30 s a piece, " << all->deviceName ()
                << "; median of " << runs.numRuns << " runs of " << fixedText (runs.leastSeconds, 1)
                << " s.\nEvery preset's bands are checked against the definition in double first.\n"
                   "Rates on 1 thread and on "
                << threads
                << "; ns/frame on 1; spread: fastest minus slowest run over the median.\n\n"
                << std::flush;
    BenchTable table (context.json["mel"], {TextTable::Side::left},
                      {"preset", "Hz", "frames/s on 1", "ns/frame", "frames/s on " + threads,
                       "rows/s", "x real time", "scaling", "spread"});
    for (const auto& feature : allFeatures ())
    {
        MELSTROM_TRY (context.begin ("checking and timing " + feature.name));
        MELSTROM_TRY (timeFeature (feature, *one, *all, table));
    }
    context.out << table.text ();
    return {};
}

} // namespace melstrom
