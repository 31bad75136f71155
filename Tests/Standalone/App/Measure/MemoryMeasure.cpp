// Growth of memory over hours, which are simulated: the device calls as fast as the rows follow.
#include "Source/Spectrogram/FrontEndBox.h"
#include "Tests/Standalone/App/Measure/MeasuredApp.h"

#include <cmath>
#include <malloc.h>

namespace melstrom::testing
{

namespace
{

constexpr int kRateHz = 16000, kBlockSamples = 512;
constexpr double kMegabyte = 1e6, kMostGrowth = 10; // MB
constexpr double kChunkSeconds = 0.4;               ///< the tap's queue of rows holds two seconds

double hoursOf (const char* variable, double otherwise)
{
    const char* const text = std::getenv (variable);
    return text != nullptr ? std::atof (text) : otherwise;
}

/** MELSTROM_MEASURE_GPU is set: live rows and files are forced onto the GPU. */
bool onGpu ()
{
    return std::getenv ("MELSTROM_MEASURE_GPU") != nullptr;
}

/** The device's time is that of its samples: it counts no overruns, so that no gap is found. */
class SimulatedHours
{
public:
    /** The instrument is silent and without effects: its memory does not depend on that. */
    SimulatedHours ()
    {
        auto& instrument = app_.content ().audio ().instrument ();
        for (int program = 0; program < instrument.getNumPrograms (); ++program)
            if (instrument.getProgramName (program) == "Init")
            {
                instrument.setCurrentProgram (program);
                return;
            }
    }

    void run (double seconds)
    {
        for (const double end = seconds_ + seconds; seconds_ < end;)
        {
            call ();
            follow ();
        }
    }
    /** Waits for no rows: for the waveform alone. */
    void hurry (double seconds)
    {
        for (const double end = seconds_ + seconds; seconds_ < end;)
        {
            call ();
            app_.live ().update ();
        }
    }
    MeasuredApp& app () noexcept { return app_; }
    double hours () const noexcept { return seconds_ / 3600; }
    double historyMb ()
    {
        return static_cast<double> (app_.live ().feed (0).memoryBytes ()) / kMegabyte;
    }
    double waveMb ()
    {
        return static_cast<double> (app_.content ().audio ().wave ().memoryBytes ()) / kMegabyte;
    }
    /** Seconds of sound whose rows the history has. */
    double heardSeconds ()
    {
        const auto* const rows = app_.live ().feed (0).rows ();
        return rows == nullptr ? 0
                               : rows->firstRowSeconds () +
                                     static_cast<double> (rows->endRow ()) / rows->rowsPerSecond ();
    }

private:
    void call ()
    {
        for (double done = 0; done < kChunkSeconds;
             done += static_cast<double> (kBlockSamples) / kRateHz)
        {
            fill_ (app_.machine ().inputs[0].data (), kBlockSamples, 0);
            app_.machine ().inputs[1] = app_.machine ().inputs[0];
            app_.machine ().call ();
        }
        seconds_ += kChunkSeconds;
        if (++numChunks_ % 50 == 0)
            pumpMessages (20); // frames, timers
    }
    /** Until the worker has followed, half a window and a hop behind. */
    void follow ()
    {
        for (int n = 0; n < 100; ++n)
        {
            app_.live ().update ();
            const double position =
                static_cast<double> (app_.content ().audio ().position ()) / kRateHz;
            if (heardSeconds () > position - 0.5)
                break;
            pumpMessages (1);
        }
    }

    MeasuredApp app_ {[] (AppSettings& settings)
                      {
                          if (const char* const bytes = std::getenv ("MELSTROM_MEASURE_HISTORY"))
                              settings.setText ("historyBytes", bytes);
                          if (onGpu ())
                              for (const char* const part : {"backend", "filesBackend"})
                                  settings.setText (part, "gpu");
                      },
                      kRateHz, kBlockSamples};
    SteadyDevice::Fill fill_ = endlessSound (kRateHz);
    double seconds_ = 0;
    std::int64_t numChunks_ = 0;
};

struct Heap
{
    double usedMb = 0, freeMb = 0; ///< free: kept by the allocator
};

Heap heapNow ()
{
    const auto info = mallinfo2 ();
    return {static_cast<double> (info.uordblks + info.hblkhd) / kMegabyte,
            static_cast<double> (info.fordblks) / kMegabyte};
}

/** MB that the panel Computation says for a GPU; 0: none computes. */
double gpuMb (AppContent& content)
{
    content.openComputation ();
    pumpMessages (1200); // the panel looks twice a second
    double megabytes = 0;
    for (auto* const label : allOf<juce::Label> (content))
        if (label->getTitle () == "Live rows: Memory" && label->getText ().contains ("on the GPU"))
            megabytes =
                label->getText ().fromFirstOccurrenceOf ("; ", false, false).getDoubleValue ();
    content.openComputation (); // closes it
    return megabytes;
}

/** Returns the memory of the process and of the GPU, in MB. */
double tell (SimulatedHours& hours, const char* what)
{
    pumpMessages (300);
    const double onGpuMb = onGpu () ? gpuMb (hours.app ().content ()) : 0;
    const double resident = residentBytes () / kMegabyte;
    const auto heap = heapNow ();
    report ("%7.2f h %10.1f %10.1f %10.1f %10.1f %10.1f %10.1f  %s", hours.hours (), resident,
            heap.usedMb, heap.freeMb, hours.historyMb (), hours.waveMb (), onGpuMb, what);
    return resident + onGpuMb;
}

/** What a user does in a few minutes: zoom, pages, a file, another front end. */
void play (SimulatedHours& hours, int round)
{
    auto& content = hours.app ().content ();
    auto& view = content.live ().view ();
    content.showPage (AppContent::Page::live);
    for (int n = 0; n < 20; ++n)
    {
        view.setWindow (view.window ().zoomed (n < 10 ? 1.4 : 1 / 1.4, 1));
        view.setFollowing (n % 4 != 0);
        pumpMessages (20);
    }
    view.showAll ();
    pumpMessages (60);
    view.setWindow ({view.window ().endSeconds () - 10, 10});
    view.setFollowing (true);
    WavFields fields;
    const auto path = hours.app ().app ().folder ().write (
        "file" + std::to_string (round % 3) + ".wav", wav (fields, std::string (960'000, 'm')));
    content.openPaths ({path});
    AppRun::pumpUntil ([&] { return content.files ().numOpen () == 1; });
    const auto boxes = allOf<FrontEndBox> (content.files ());
    if (! boxes.empty ())
        for (const char* const name : {"fast", "librosa", "musical"})
        {
            boxes.front ()->onChoose (name);
            content.files ().view ().setWindow ({round % 7 * 1.0, 4});
            pumpMessages (60);
        }
    if (content.files ().numOpen () > 0)
        content.files ().close (0);
    for (const auto page : {AppContent::Page::synth, AppContent::Page::batch,
                            AppContent::Page::files, AppContent::Page::live})
    {
        content.showPage (page);
        pumpMessages (40);
    }
}

} // namespace

TEST_CASE ("memory: growth over hours once the history is full", "[memory]")
{
    const double hoursAfter = hoursOf ("MELSTROM_MEASURE_HOURS", 8);
    SimulatedHours hours;
    report ("%9s %10s %10s %10s %10s %10s %10s", "simulated", "RSS MB", "heap MB", "free MB",
            "rows MB", "wave MB", "GPU MB");
    tell (hours, "started");
    for (double last = -1; hours.waveMb () > last;)
    {
        last = hours.waveMb ();
        hours.hurry (1800);
    }
    tell (hours, "the waveform is full");
    for (double last = -1; hours.historyMb () > last;)
    {
        last = hours.historyMb ();
        hours.run (600);
    }
    play (hours, 0); // everything that is made once
    hours.run (600);
    const double before = tell (hours, "the history is full");
    const auto backend = hours.app ().live ().feed (0).backendName ();
    report ("live rows: %s", backend.c_str ());
    CHECK ((backend == "cpu") == ! onGpu ());
    double most = before;
    const double begin = hours.hours ();
    for (int round = 1; hours.hours () < begin + hoursAfter; ++round)
    {
        hours.run (600);
        play (hours, round);
        if (round % 6 == 0)
            most = std::max (most, tell (hours, ""));
    }
    const double after = tell (hours, "end");
    report ("growth %.1f MB, at most %.1f MB", after - before, most - before);
    CHECK (after - before < kMostGrowth);
    CHECK (most - before < kMostGrowth);
    CHECK (hours.app ().content ().audio ().gapsFrom (0).empty ());
}

} // namespace melstrom::testing
