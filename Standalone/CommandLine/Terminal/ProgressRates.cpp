#include "Standalone/CommandLine/Terminal/ProgressRates.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{

constexpr double microsecondsPerHour = 3600e6;
constexpr double bytesPerGigabyte = 1e9;

std::optional<double> ratioOf (std::int64_t done, std::int64_t total)
{
    if (total <= 0)
        return std::nullopt;
    return std::clamp (static_cast<double> (done) / static_cast<double> (total), 0.0, 1.0);
}

std::optional<double> remaining (const ProgressSample& now, double ratioPerSecond)
{
    const auto done = now.doneRatio ();
    if (! done || ! (ratioPerSecond > 0))
        return std::nullopt;
    return (1 - *done) / ratioPerSecond;
}

} // namespace

std::optional<double> ProgressSample::doneRatio () const
{
    const auto byRows = ratioOf (rowsDone, rowsTotal);
    if (phase == BatchPhase::comparing) // the pairs are searched before their number is known
        return byRows;
    return byRows ? byRows : ratioOf (filesDone, filesTotal);
}

ProgressSample sampleOf (const BatchCounters& counters, double seconds)
{
    const auto read = [] (const auto& counter) { return counter.load (std::memory_order_relaxed); };
    ProgressSample sample;
    sample.seconds = seconds;
    sample.phase = read (counters.phase);
    sample.filesTotal = read (counters.filesTotal);
    sample.filesDone = read (counters.filesDone);
    sample.filesFailed = read (counters.filesFailed);
    sample.rowsTotal = read (counters.rowsTotal);
    sample.rowsDone = read (counters.rowsDone);
    sample.audioMicrosecondsTotal = read (counters.audioMicrosecondsTotal);
    sample.audioMicrosecondsDone = read (counters.audioMicrosecondsDone);
    sample.bytesRead = read (counters.bytesRead);
    sample.bytesWritten = read (counters.bytesWritten);
    sample.bytesOnBus = read (counters.bytesOnBus);
    sample.slabsReading = read (counters.slabsReading);
    sample.slabsComputing = read (counters.slabsComputing);
    sample.slabsWriting = read (counters.slabsWriting);
    sample.slabsTotal = read (counters.slabsTotal);
    return sample;
}

ProgressRates averageRates (const ProgressSample& now)
{
    ProgressRates rates;
    if (! (now.seconds > 0))
        return rates;

    const auto perSecond = [&] (std::int64_t amount)
    { return static_cast<double> (amount) / now.seconds; };
    rates.isMeasured = true;
    rates.filesPerSecond = perSecond (now.filesDone);
    rates.rowsPerSecond = perSecond (now.rowsDone);
    rates.audioHoursPerSecond = perSecond (now.audioMicrosecondsDone) / microsecondsPerHour;
    rates.gigabytesReadPerSecond = perSecond (now.bytesRead) / bytesPerGigabyte;
    rates.gigabytesWrittenPerSecond = perSecond (now.bytesWritten) / bytesPerGigabyte;
    rates.gigabytesOnBusPerSecond = perSecond (now.bytesOnBus) / bytesPerGigabyte;
    rates.remainingSeconds = remaining (now, now.doneRatio ().value_or (0) / now.seconds);
    return rates;
}

void RateSmoother::Weighted::add (const ProgressSample& before, const ProgressSample& now)
{
    const double passedSeconds = now.seconds - before.seconds;
    const double kept = std::exp (-passedSeconds / timeConstantSeconds);
    const auto blend = [kept] (double& sum, double more)
    { sum = sum * kept + std::max (more, 0.0); };
    const auto grown = [&] (std::int64_t ProgressSample::*counter)
    { return static_cast<double> (now.*counter - before.*counter); };

    blend (seconds, passedSeconds);
    blend (files, grown (&ProgressSample::filesDone));
    blend (rows, grown (&ProgressSample::rowsDone));
    blend (audioMicroseconds, grown (&ProgressSample::audioMicrosecondsDone));
    blend (bytesRead, grown (&ProgressSample::bytesRead));
    blend (bytesWritten, grown (&ProgressSample::bytesWritten));
    blend (bytesOnBus, grown (&ProgressSample::bytesOnBus));
    blend (doneRatio, now.doneRatio ().value_or (0) - before.doneRatio ().value_or (0));
}

void RateSmoother::add (const ProgressSample& now)
{
    if (last_ && now.seconds <= last_->seconds)
        return;
    if (last_ && last_->phase != now.phase)
    {
        shown_ = Weighted {shownTimeConstantSeconds};
        calm_ = Weighted {calmTimeConstantSeconds};
    }
    else if (last_)
    {
        shown_.add (*last_, now);
        calm_.add (*last_, now);
    }
    last_ = now;
}

ProgressRates RateSmoother::rates () const
{
    ProgressRates rates;
    rates.isMeasured = shown_.seconds > 0;
    rates.filesPerSecond = shown_.perSecond (shown_.files);
    rates.rowsPerSecond = shown_.perSecond (shown_.rows);
    rates.audioHoursPerSecond = shown_.perSecond (shown_.audioMicroseconds) / microsecondsPerHour;
    rates.gigabytesReadPerSecond = shown_.perSecond (shown_.bytesRead) / bytesPerGigabyte;
    rates.gigabytesWrittenPerSecond = shown_.perSecond (shown_.bytesWritten) / bytesPerGigabyte;
    rates.gigabytesOnBusPerSecond = shown_.perSecond (shown_.bytesOnBus) / bytesPerGigabyte;
    if (last_)
        rates.remainingSeconds = remaining (*last_, calm_.perSecond (calm_.doneRatio));
    return rates;
}

} // namespace melstrom
