#include "Standalone/CommandLine/Terminal/Progress.h"

#include "Engine/Batch/Telemetry/JsonText.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/System/Process.h"
#include "Standalone/CommandLine/Terminal/ProgressText.h"
#include "Standalone/CommandLine/Terminal/TerminalOutput.h"

#include <cmath>
#include <condition_variable>
#include <ctime>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>

namespace melstrom
{

namespace
{

constexpr std::chrono::milliseconds lookInterval {100}, deviceInterval {1000};
constexpr double jsonIntervalSeconds = 1, firstPlainSeconds = 1, plainIntervalSeconds = 5;

/** noWait: for lines that will be shown again; longestWait: for lines that are shown once. */
constexpr std::chrono::milliseconds noWait {0}, longestWait {2000};

constexpr const char* clearRestOfLine = "\x1B[K";

/** False while a command may still be refused at once: then its error alone is shown. */
bool hasBegun (const ProgressSample& now) noexcept
{
    const bool isPlanned = now.phase > BatchPhase::planning;
    return now.seconds >= firstPlainSeconds || now.phase == BatchPhase::done ||
           (isPlanned && (now.filesDone > 0 || now.rowsDone > 0 || now.bytesRead > 0));
}

class SteadyClock final : public ProgressClock
{
public:
    Time now () override { return std::chrono::steady_clock::now (); }
    void waitUntil (Time end, std::unique_lock<std::mutex>& lock, std::condition_variable& woken,
                    const std::function<bool ()>& isOver) override
    {
        woken.wait_until (lock, end, isOver);
    }
};

} // namespace

ProgressClock& ProgressClock::ofMachine ()
{
    static SteadyClock clock;
    return clock;
}

struct Progress::State
{
    State (ProgressStyle wanted, const BatchCounters& source, int descriptor, Backend* backend,
           ProgressClock& time)
        : style (wanted), counters (source), device (backend), clock (time), output (descriptor),
          isUnicode (TerminalOutput::isUnicode ())
    {
        if (style == ProgressStyle::automatic)
            style = output.isTerminal () ? ProgressStyle::bar : ProgressStyle::plain;
    }

    ProgressSample sample () const
    {
        auto now =
            sampleOf (counters, std::chrono::duration<double> (clock.now () - start).count ());
        now.device = deviceUse;
        now.process = processUse;
        return now;
    }

    void run ();
    void askDevice ();
    void askProcess ();
    void showBar (const ProgressSample& now);
    void showPlain (const ProgressSample& now);
    void showJson (const ProgressSample& now);
    void showLast ();

    ProgressStyle style;
    const BatchCounters& counters;
    Backend* const device;
    ProgressClock& clock;
    std::optional<DeviceUse> deviceUse;    ///< of the thread while it runs
    ProgressClock::Time nextQuestion = {}; ///< of the device
    std::optional<ProcessUse> processUse;  ///< of the thread while it runs
    std::clock_t processClock = std::clock ();
    ProgressClock::Time processAsked = clock.now ();
    const ProgressClock::Time start = clock.now ();

    std::mutex mutex; ///< of all members below except thread
    std::condition_variable stopping;
    bool isStopping = false;
    TerminalOutput output;
    const bool isUnicode;
    RateSmoother smoother;
    BatchPhase shownPhase = BatchPhase::listing;
    double nextLineSeconds = firstPlainSeconds;

    std::thread thread;
};

void Progress::State::run ()
{
    std::unique_lock lock (mutex);
    while (! isStopping)
    {
        lock.unlock (); // a driver may be slow
        askDevice ();
        askProcess ();
        lock.lock ();
        if (isStopping)
            return;
        const auto now = sample ();
        smoother.add (now);
        if (style == ProgressStyle::bar)
            showBar (now);
        else if (style == ProgressStyle::plain)
            showPlain (now);
        else
            showJson (now);
        clock.waitUntil (clock.now () + lookInterval, lock, stopping,
                         [this] { return isStopping; });
    }
}

void Progress::State::askDevice ()
{
    const auto phase = counters.phase.load (std::memory_order_relaxed);
    const bool isComputing = phase == BatchPhase::extracting || phase == BatchPhase::verifying;
    const auto now = clock.now ();
    if (! device || ! isComputing || now < nextQuestion)
        return;
    nextQuestion = now + deviceInterval;
    deviceUse = device->use ();
}

/** Averages the processor time since the last question. */
void Progress::State::askProcess ()
{
    const auto now = clock.now ();
    const double passed = std::chrono::duration<double> (now - processAsked).count ();
    if (now - processAsked < (processUse ? deviceInterval : lookInterval) || ! (passed > 0))
        return;
    const auto used = std::clock ();
    const double seconds = static_cast<double> (used - processClock) / CLOCKS_PER_SEC;
    processUse = {static_cast<int> (std::lround (100 * seconds / passed)), residentBytes ()};
    processClock = used;
    processAsked = now;
}

void Progress::State::showBar (const ProgressSample& now)
{
    // some terminals begin a new line after a full last column
    const int columns = output.columns () - 1;
    output.write ("\r" + progressBarLine (now, smoother.rates (), columns, isUnicode) +
                      clearRestOfLine,
                  noWait);
}

void Progress::State::showPlain (const ProgressSample& now)
{
    if (now.phase == BatchPhase::done) // the last line says it
        return;
    if (! hasBegun (now) || (now.phase == shownPhase && now.seconds < nextLineSeconds))
        return;
    if (now.seconds >= nextLineSeconds)
        nextLineSeconds = now.seconds + plainIntervalSeconds;
    shownPhase = now.phase;
    output.write (progressPlainLine (now, smoother.rates ()) + "\n", noWait);
}

void Progress::State::showJson (const ProgressSample& now)
{
    if (now.seconds < nextLineSeconds)
        return;
    nextLineSeconds += jsonIntervalSeconds;
    output.write (progressJsonLine (now, smoother.rates (), false) + "\n", noWait);
}

void Progress::State::showLast ()
{
    const auto last = sample ();
    const bool isBar = style == ProgressStyle::bar;
    const bool foundNothing = last.phase == BatchPhase::listing && last.filesTotal == 0;
    if (foundNothing || (style != ProgressStyle::json && ! hasBegun (last)))
    {
        if (isBar)
            output.write (std::string ("\r") + clearRestOfLine, longestWait);
        return; // refused before the start: shows the error alone
    }
    const auto average = averageRates (last);
    if (style == ProgressStyle::json)
        output.write (progressJsonLine (last, average, true) + "\n", longestWait);
    else if (isBar)
        output.write ("\r" + progressFinalLine (last, average) + clearRestOfLine + "\n",
                      longestWait);
    else
        output.write (progressFinalLine (last, average) + "\n", longestWait);
}

Progress::Progress (ProgressStyle style, const BatchCounters& counters, int descriptor,
                    Backend* device, ProgressClock& clock)
    : state_ (std::make_unique<State> (style, counters, descriptor, device, clock))
{
    if (state_->style == ProgressStyle::none)
        return;
    try
    {
        const auto show = [state = state_.get ()] () -> Result<void>
        {
            state->run ();
            return {};
        };
        // without memory for a line only the last line is shown
        state_->thread = std::thread ([show] { (void)guarded (show); });
    }
    catch (const std::system_error&)
    {
        // without a thread only the last line is shown
    }
}

Progress::~Progress ()
{
    {
        const std::scoped_lock lock (state_->mutex);
        state_->isStopping = true;
    }
    state_->stopping.notify_all ();
    if (state_->thread.joinable ())
        state_->thread.join ();
    if (state_->style != ProgressStyle::none)
        state_->showLast ();
}

void Progress::printLine (std::string_view message)
{
    const std::scoped_lock lock (state_->mutex);
    std::string line;
    if (state_->style == ProgressStyle::json)
    {
        line = "{\"message\":";
        appendJsonString (line, message);
        line += '}';
    }
    else
        line = message;

    const bool isOverBar = state_->style == ProgressStyle::bar;
    state_->output.write (
        (isOverBar ? "\r" : "") + line + (isOverBar ? clearRestOfLine : "") + "\n", longestWait);
}

} // namespace melstrom
