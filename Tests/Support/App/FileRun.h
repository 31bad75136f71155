// Files that are dropped on the app's window, and what the window then says.
#pragma once

#include "Tests/Support/App/AppRun.h"
#include "Tests/Support/App/LoopWatch.h"
#include "Tests/Support/Sanitizer.h"
#include "Tests/Support/Timing.h"

#include <cmath>
#include <numbers>
#include <string>

namespace melstrom::testing
{

inline constexpr double kMostLoopSeconds = 0.1;

/** A tone of an eighth of the rate in all channels, 16 bits. */
inline std::string toneWav (int rateHz, int numChannels, int numSamples)
{
    std::string samples;
    for (int n = 0; n < numSamples; ++n)
    {
        const auto value =
            static_cast<std::int16_t> (std::lround (16000 * std::sin (std::numbers::pi * n / 4)));
        for (int channel = 0; channel < numChannels; ++channel)
            samples += littleEndian (static_cast<std::uint16_t> (value), 2);
    }
    return wav ({.numChannels = numChannels, .rateHz = static_cast<std::uint32_t> (rateHz)},
                samples);
}

struct FileRun
{
    AppRun app;
    LoopWatch loop;

    AppContent& content () { return app.content (); }
    FilesPage& files () { return content ().files (); }
    const TemporaryFolder& folder () const { return app.folder (); }
    /** The line below the pages. */
    juce::String message () { return find<StatusLine> (content ()).message (); }
    /** Row of the list of files: name, then length or warning. */
    juce::String row (int index)
    {
        return find<juce::ListBox> (files ()).getModel ()->getNameForRow (index);
    }

    /** Drops it. Returns true if it was opened, false if a message came instead. */
    bool opens (const std::string& path)
    {
        content ().showMessage ({});
        const int before = files ().numOpen ();
        loop.step ([&] { content ().filesDropped ({juce::String (path)}, 10, 10); });
        REQUIRE (loop.pumpUntil (
            [&] { return files ().numOpen () > before || message ().isNotEmpty (); }));
        return files ().numOpen () > before;
    }
    /** Every row of the chosen file is there, or the file says why not. */
    bool isDone ()
    {
        auto* const sound = files ().chosen ();
        if (sound == nullptr)
            return false;
        const auto status = sound->overview->status ();
        return status.doneRatio >= 1 || status.error.has_value ();
    }
    /** On a busy machine only the thread's own work counts: it may wait for threads that have no
        processor. */
    void checkLoop ()
    {
        INFO ("the message loop did not answer for " << loop.mostSeconds () << " s and worked for "
                                                     << loop.mostWorkSeconds () << " s");
        CHECK ((kIsSanitized || loop.mostWorkSeconds () < kMostLoopSeconds));
        CHECK ((kIsSanitized || loop.mostSeconds () < kMostLoopSeconds || busyShare () > 0.2));
    }
};

} // namespace melstrom::testing
