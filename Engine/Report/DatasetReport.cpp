#include "Engine/Report/DatasetReport.h"

#include "Engine/Batch/Telemetry/Telemetry.h"
#include "Engine/Core/ParallelFor.h"
#include "Engine/Report/MeanSpectrum.h"

#include <algorithm>
#include <mutex>
#include <optional>

namespace melstrom
{

namespace
{
/** Samples that a run has measured stay: they are those of the rows. */
void takeSound (const SoundFacts& measured, SoundFacts& sound)
{
    const std::optional stored =
        sound.hasSamples ? std::optional (sound.samples) : std::optional<SoundRecord> ();
    sound = measured;
    if (stored)
    {
        sound.samples = *stored;
        sound.hasSamples = true;
    }
}

Result<void> measureSounds (Storage& storage, ReportSource& source, int numThreads,
                            const std::atomic<bool>& stop, BatchCounters& counters)
{
    const MeanSpectrum planned; // FFTW's plan, before there are threads
    std::mutex mutex;
    std::optional<Error> fault;
    parallelFor (static_cast<std::int64_t> (source.files.size ()), numThreads,
                 [&] (std::int64_t index)
                 {
                     auto& file = source.files[static_cast<std::size_t> (index)];
                     if (file.hasRows () && ! stop)
                     {
                         auto sound = measureSound (storage, file.line, source.dataset.audio, stop);
                         if (sound)
                             takeSound (*sound, file.sound);
                         else if (const std::lock_guard lock (mutex); ! fault)
                             fault = sound.error ();
                     }
                     ++counters.filesDone;
                 });
    if (stop)
        return Error {ErrorCode::interrupted, "interrupted while reading audio", {}};
    return fault ? Result<void> (*fault) : Result<void> ();
}

void countFile (DatasetReport& report, const ReportSource& source, const ReportFile& file)
{
    ++report.all.numFiles;
    if (! file.line.isIn)
    {
        ++report.numFailed;
        ++report.failuresByCode[std::string (codeName (file.line.failure))];
        return;
    }
    report.all.numRows += file.line.numRows;
    report.all.seconds += file.seconds ();
    report.rates[file.line.rateHz].add (file);
    report.channels[file.line.numChannels].add (file);
    ++report.sounds[static_cast<std::size_t> (file.sound.state)];
    const auto split = static_cast<std::size_t> (std::max<int> (0, file.line.split));
    if (file.line.split >= 0)
        report.splits[split].add (file);
    const auto& labels = source.labelSets[static_cast<std::size_t> (file.labelSet)];
    if (labels.empty ())
        report.unlabelled.add (file);
    for (const int label : labels)
    {
        auto& totals = report.labels[static_cast<std::size_t> (label)];
        totals.all.add (file);
        if (file.line.split >= 0)
            totals.splits[split].add (file);
    }
}
} // namespace

void FileTotals::add (const ReportFile& file)
{
    ++numFiles;
    numRows += file.line.numRows;
    seconds += file.seconds ();
}

Result<DatasetReport> makeReport (Storage& storage, ReportSource& source,
                                  const ReportOptions& options, const std::atomic<bool>& stop,
                                  BatchCounters& counters)
{
    DatasetReport report;
    const auto numFiles = static_cast<std::int64_t> (source.files.size ());
    counters.filesTotal = numFiles;
    counters.phase = BatchPhase::measuring;
    MELSTROM_TRY_VALUE (report.features,
                        measureFeatures (storage, source, options.numThreads, stop, counters));
    if (options.readsAudio)
    {
        counters.filesDone = 0;
        MELSTROM_TRY (measureSounds (storage, source, options.numThreads, stop, counters));
    }
    for (const auto& label : source.dataset.labels)
        report.labels.push_back ({label, {}, {}});
    for (const auto& file : source.files)
        countFile (report, source, file);
    for (const auto& measure : measures ())
        report.distributions.push_back (distributionOf (measure, source.files));
    report.findings = findingsOf (source.files);
    counters.phase = BatchPhase::done;
    return report;
}

std::string_view soundStateName (SoundState state) noexcept
{
    switch (state)
    {
        case SoundState::notRead: return "not_read";
        case SoundState::measured: return "measured";
        case SoundState::missing: return "missing";
        case SoundState::changed: return "changed";
        case SoundState::failed: return "failed";
    }
    return "";
}

} // namespace melstrom
