// From an impulse at the device's input to the window's pixels.
#include "Tests/Standalone/App/Measure/MeasuredApp.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>

namespace melstrom::testing
{

namespace
{

constexpr int kRateHz = 48000, kColumns = 64; // at the plot's right edge
constexpr int kRing = 2;                      // of the focus, brighter than some impulses
constexpr int kImpulses = 50;
constexpr double kPeriodSeconds = 1.1, kLookedSeconds = 0.55;

/** One impulse of full scale about every kPeriodSeconds, at any place of a block. */
class Impulses
{
public:
    void fill (float* to, int numSamples, double endSeconds)
    {
        std::fill_n (to, numSamples, 0.0f);
        if (endSeconds < next_)
            return;
        const int place = std::uniform_int_distribution<int> (0, numSamples - 1) (random_);
        to[place] = 1;
        lastSeconds = endSeconds - static_cast<double> (numSamples - place) / kRateHz;
        next_ = endSeconds + kPeriodSeconds;
    }
    std::atomic<double> lastSeconds {0}; ///< steady clock: when the impulse was at the input

private:
    std::minstd_rand random_ {7};
    double next_ = steadySeconds () + 3;
};

int brightest (const ScreenPixels& pixels)
{
    int most = 0;
    for (const auto pixel : pixels)
        most = std::max (
            most, static_cast<int> ((pixel >> 16 & 255) + (pixel >> 8 & 255) + (pixel & 255)));
    return most;
}

struct Look
{
    double seconds;
    int brightest;
};

/** Of one impulse: until its first trace, and until the row that has it in its middle. */
struct Delay
{
    double first, middle;
};

Delay delayOf (const std::vector<Look>& looks, double impulse)
{
    int before = 0, after = 0;
    for (const auto& look : looks)
        (look.seconds < impulse ? before : after) =
            std::max (look.seconds < impulse ? before : after, look.brightest);
    Delay delay {-1, -1};
    for (const auto& look : looks)
    {
        if (look.seconds < impulse)
            continue;
        if (delay.first < 0 && look.brightest > before + 8)
            delay.first = look.seconds - impulse;
        if (delay.middle < 0 && look.brightest >= after)
            delay.middle = look.seconds - impulse;
    }
    return delay;
}

void report (const char* name, std::vector<double> seconds)
{
    std::ranges::sort (seconds);
    const auto at = [&] (double share)
    { return 1000 * seconds[static_cast<std::size_t> (share * double (seconds.size () - 1))]; };
    testing::report ("%-28s %6.1f %6.1f %6.1f %6.1f %6.1f", name, at (0), at (0.5), at (0.95),
                     at (1), at (1) - at (0));
}

/** Level of an impulse in a band, so that the colours' range can be narrow around it. */
double peakDb (MeasuredApp& app)
{
    const auto& rows = *app.live ().feed (0).rows ();
    std::vector<float> levels (static_cast<std::size_t> (rows.geometry ().numBands), -200.0f);
    rows.maximum (rows.firstRow (), rows.endRow (), levels);
    return static_cast<double> (levels[levels.size () / 2]);
}

void measure (const std::string& preset, int blockSamples)
{
    ViewState view;
    view.preset = preset;
    view.spanSeconds = 10;
    view.axis = ViewAxis::mel;
    view.hasNoteLines = false;
    for (int round = 0; round < 2; ++round) // the first finds the level
    {
        MeasuredApp app ([&view] (AppSettings& settings) { settings.setView ("liveView", view); },
                         kRateHz, blockSamples);
        Impulses impulses;
        const SteadyDevice device (app.machine (), [&impulses] (float* to, int count, double end)
                                   { impulses.fill (to, count, end); });
        app.pointAt ({1.05f, 1.05f}); // no cursor in the plot
        pumpMessages (2000);
        if (round == 0)
        {
            pumpMessages (2500);
            const double peak = peakDb (app);
            view.lowestDb = peak - 10;
            view.highestDb = peak + 2;
            continue;
        }
        auto place = MeasuredApp::lineOf (app.live ().view ());
        place.x += place.width - kRing - kColumns;
        place.width = kColumns;
        std::mutex mutex;
        std::vector<Look> looks;
        const ScreenProbe probe (place, 0.001,
                                 [&] (double seconds, const ScreenPixels& pixels)
                                 {
                                     const std::lock_guard lock (mutex);
                                     looks.push_back ({seconds, brightest (pixels)});
                                 });
        std::vector<double> first, middle;
        for (double done = impulses.lastSeconds; first.size () < kImpulses;)
        {
            pumpMessages (20);
            const double impulse = impulses.lastSeconds;
            if (impulse == done || steadySeconds () < impulse + kLookedSeconds)
                continue;
            done = impulse;
            const std::lock_guard lock (mutex);
            std::erase_if (looks,
                           [impulse] (const Look& look) { return look.seconds < impulse - 0.1; });
            const auto delay = delayOf (looks, impulse);
            REQUIRE (delay.first > 0);
            first.push_back (delay.first);
            middle.push_back (delay.middle);
        }
        const double formula = app.live ().latencySeconds ();
        testing::report ("%s, block of %d: the status line says %.0f ms", preset.c_str (),
                         blockSamples, 1000 * formula);
        report ("  first trace", first);
        report ("  row of the impulse", middle);
        std::ranges::sort (middle);
        // the worker, the X server and a tick that comes late are not in it
        CHECK (middle[middle.size () / 2] < formula + 0.03);
    }
}

void reportHead ()
{
    testing::report ("%-28s %6s %6s %6s %6s %6s", "milliseconds, 50 impulses", "least", "median",
                     "95 %", "most", "range");
}

} // namespace

TEST_CASE ("latency: from an impulse at the input to the pixels of the window", "[latency]")
{
    reportHead ();
    measure ("musical", 512);
    measure ("musical", 1024);
}

TEST_CASE ("latency: the same of the front end for onsets", "[latency][onsets]")
{
    reportHead ();
    measure ("fast", 512);
}

} // namespace melstrom::testing
