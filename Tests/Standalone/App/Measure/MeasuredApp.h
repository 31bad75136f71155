// The whole app with a fake device, for measurements.
#pragma once

#include "Source/Spectrogram/ViewModel.h"
#include "Tests/Standalone/App/Measure/ScreenProbe.h"
#include "Tests/Standalone/App/Measure/SteadyDevice.h"
#include "Tests/Support/App/AppRun.h"

#include <cstdarg>
#include <cstdio>
#include <functional>
#include <string>

namespace melstrom::testing
{

/** A line of the report. */
[[gnu::format (printf, 1, 2)]] inline void report (const char* format, ...)
{
    va_list arguments;
    va_start (arguments, format);
    std::vprintf (format, arguments);
    va_end (arguments);
    std::printf ("\n");
    std::fflush (stdout);
}

/** Computes on the CPU, unless `remember` sets another backend. The window has 1200 x 700 pixels.
    The fake device makes no calls until there is a SteadyDevice. */
class MeasuredApp
{
public:
    using Remember = std::function<void (AppSettings&)>;

    explicit MeasuredApp (const Remember& remember = {}, double rateHz = 48000,
                          int blockSamples = 512)
        : app_ (
              [&remember] (AppSettings& settings)
              {
                  settings.setText ("backend", "cpu");
                  if (remember)
                      remember (settings);
              })
    {
        machine_.rateHz = rateHz;
        machine_.blockSamples = blockSamples;
        machine_.inputLatencySamples = 0; // the fake device hands its samples over at once
        auto& devices = content ().audio ().devices ();
        devices.addAudioDeviceType (std::make_unique<FakeAudioDeviceType> (machine_));
        devices.setCurrentAudioDeviceType ("Fake", true);
        REQUIRE (machine_.callback != nullptr);
        app_.window ().setContentComponentSize (kWidth, kHeight);
        pumpMessages (200); // the change of devices is told
    }

    static constexpr int kWidth = 1200, kHeight = 700;

    AppContent& content () { return app_.content (); }
    LivePage& live () { return content ().live (); }
    AppRun& app () noexcept { return app_; }
    FakeMachine& machine () noexcept { return machine_; }

    /** One line of the plot's pixels; share: of its height, from the top. */
    static ScreenPlace lineOf (TimelineView& view, double share = 0.5)
    {
        const auto plot = view.mapping ().plot + view.getScreenPosition ();
        return {plot.getX (), plot.getY () + static_cast<int> (share * plot.getHeight ()),
                plot.getWidth (), 1};
    }
    /** The list of this name. */
    juce::ComboBox& boxNamed (const juce::String& name)
    {
        for (auto* const box : allOf<juce::ComboBox> (content ()))
            if (box->getName () == name)
                return *box;
        FAIL ("no list " << name);
        std::abort ();
    }

    /** Moves the pointer of the screen; the app has processed it on return. share: of the plot's
        width and height */
    void pointAt (juce::Point<float> share) { pointAt (share, live ().view ()); }
    static void pointAt (juce::Point<float> share, TimelineView& view)
    {
        const auto plot = (view.mapping ().plot + view.getScreenPosition ()).toFloat ();
        juce::Desktop::getInstance ().getMainMouseSource ().setScreenPosition (
            {plot.getX () + share.x * plot.getWidth (),
             plot.getY () + share.y * plot.getHeight ()});
        constexpr int kSomeLooksMs = 120; // of QueuedEvents
        pumpMessages (kSomeLooksMs);
    }

private:
    FakeMachine machine_;
    AppRun app_;
};

/** A built-in front end with another number of bands. */
inline ViewState viewWithBands (int numBands, const std::string& preset = "musical")
{
    ViewState view;
    view.preset = preset;
    view.spanSeconds = 10;
    ViewModel model (view);
    if (numBands > 0)
        REQUIRE (model.edit (FrontEndField::bands, std::to_string (numBands)));
    return model.view ();
}

} // namespace melstrom::testing
