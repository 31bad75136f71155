// The app's window on a screen, with a home of its own.
#pragma once

#include "Standalone/App/Window/AppWindow.h"
#include "Tests/Support/Audio/WavBuilder.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Editor/FindComponent.h"
#include "Tests/Support/Editor/Pictures.h"
#include "Tests/Support/EnvironmentVariable.h"
#include "Tests/Support/Plugin/Host.h"
#include "Tests/Support/TemporaryFolder.h"

#include <functional>
#include <memory>
#include <string>

namespace melstrom::testing
{

/** Settings, recordings and session lie in a temporary home. Without a JACK server the app has the
    devices of ALSA, if there are any. */
class AppRun
{
public:
    AppRun () { start (); }
    /** With settings of an earlier run. */
    explicit AppRun (const std::function<void (AppSettings&)>& remember)
    {
        AppSettings settings;
        remember (settings);
        settings.save ();
        start ();
    }
    ~AppRun () { end (); }

    AppWindow& window () { return *window_; }
    AppContent& content () { return window_->content (); }
    const TemporaryFolder& folder () const { return home_; }

    void start ()
    {
        open ();
        pumpMessages (100);
    }
    /** Only the window: no message was processed yet. */
    void open ()
    {
        settings_ = std::make_unique<AppSettings> ();
        window_ = std::make_unique<AppWindow> (*settings_);
        window_->setVisible (true);
    }
    /** Ends the app as its user does. */
    void end ()
    {
        if (window_ == nullptr)
            return;
        window_->save (true);
        stop ();
    }
    /** Ends it without saving, as a crash does after a save by the clock. */
    void crash ()
    {
        window_->save (false);
        stop ();
    }
    template <typename Condition>
    static bool pumpUntil (Condition&& isSo, int mostMs = 20'000)
    {
        for (int waited = 0; waited < mostMs && ! isSo (); waited += 10)
            pumpMessages (10);
        return isSo ();
    }
    /** Closes the audio device and shows the live page. False: a device cannot be closed here. */
    bool goWithoutDevice ()
    {
        content ().audio ().devices ().closeAudioDevice ();
        content ().live ().deviceChanged ();
        content ().showPage (AppContent::Page::live);
        pumpMessages (200);
        return content ().audio ().deviceFault ().isNotEmpty ();
    }
    bool press (const juce::KeyPress& key) { return window_->getPeer ()->handleKeyPress (key); }
    void keep (const juce::String& name) { keepPicture (content (), name); }

private:
    void stop ()
    {
        window_.reset ();
        settings_.reset ();
        settleMessages ();
    }

    TemporaryFolder home_;
    EnvironmentVariable homeVariable_ {"HOME", home_.path ().c_str ()};
    EnvironmentVariable config_ {"XDG_CONFIG_HOME", home_.file ("config").c_str ()};
    EnvironmentVariable data_ {"XDG_DATA_HOME", home_.file ("data").c_str ()};
    EnvironmentVariable own_ {"MELSTROM_SETTINGS", home_.file ("settings").c_str ()};
    Host host_;
    std::unique_ptr<AppSettings> settings_;
    std::unique_ptr<AppWindow> window_;
};

} // namespace melstrom::testing
