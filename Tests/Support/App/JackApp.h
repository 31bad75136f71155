// The app on a JACK server of the test's own, and a client that plays into it.
#pragma once

#include "Tests/Support/App/AppRun.h"
#include "Tests/Support/App/JackPlayer.h"
#include "Tests/Support/Plugin/JackServer.h"
#include "Tests/Support/Sanitizer.h"
#include "Tests/Support/Skip.h"
#include "Tests/Support/Timing.h"

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>

namespace melstrom::testing
{

struct JackSettings
{
    int rateHz = 48000, periodSamples = 1024;
};

/** The app remembers JACK as its device, computes on the CPU and records to WAV float. The watchdog
    ends the server after Watchdog::kPatience: no use of this object may take longer. */
class JackApp
{
public:
    static constexpr int kRateHz = JackSettings ().rateHz;

    explicit JackApp (const JackSettings& settings = {}) : settings_ (settings) {}
    const JackSettings& settings () const noexcept { return settings_; }
    JackServer& server () noexcept { return server_; }
    AppRun& app () { return *app_; }
    AppContent& content () { return app_->content (); }
    JackPlayer& player () { return *player_; }

    /** Starts player and app once the server answers. false: it does not answer in time, or the
        app has no device because the server hangs. */
    bool open (StereoSamples sound)
    {
        while (! hasHung ())
        {
            player_ = std::make_unique<JackPlayer> (sound);
            if (player_->isOpen ())
                break;
            std::this_thread::sleep_for (std::chrono::milliseconds (100));
        }
        if (hasHung ())
            return false;
        app_ = std::make_unique<AppRun> (rememberJack);
        const bool hasDevice =
            AppRun::pumpUntil ([&] { return hasHung () || content ().audio ().rateHz () > 0; }) &&
            ! hasHung ();
        if (! hasDevice)
        {
            INFO (content ().audio ().deviceFault ().toStdString ());
            CHECK (hasHung ()); // else the app is at fault
            return false;
        }
        return true;
    }
    /** The server has ended, by the watchdog or by itself. */
    bool isGone () const { return hasHung () || (player_ != nullptr && player_->hasEnded ()); }
    /** Closes the client; the app stays. */
    void closePlayer () { player_.reset (); }
    /** Whether the watchdog has ended the server. */
    bool hasHung () const { return std::chrono::steady_clock::now () >= end_; }

private:
    static void rememberJack (AppSettings& settings)
    {
        juce::XmlElement device ("DEVICESETUP");
        device.setAttribute ("deviceType", "JACK");
        device.setAttribute ("audioInputDeviceName", "system");
        device.setAttribute ("audioOutputDeviceName", "system");
        settings.setXml ("audioSetup", &device);
        settings.setText ("recordingFormat",
                          juce::String (static_cast<int> (RecordingFormat::wavFloat)));
        settings.setText ("backend", "cpu");
    }

    const std::chrono::steady_clock::time_point end_ =
        std::chrono::steady_clock::now () + Watchdog::kPatience;
    JackSettings settings_;
    JackServer server_ {settings_.periodSamples, settings_.rateHz};
    Watchdog watchdog_ {server_};
    std::unique_ptr<JackPlayer> player_;
    std::unique_ptr<AppRun> app_;
};

/** Repeats the attempt while the machine is late, and skips the test where there is no jackd, no
    screen or no time.
    attempt  (JackApp&) -> std::string, as lateAfterAttempts (); its JackApp is open with `sound` */
template <typename Attempt>
void underJack (const std::string& what, const StereoSamples& sound, Attempt&& attempt,
                const JackSettings& settings = {})
{
    if (! hasDisplay ())
        return;
    if (kIsSanitized)
        return skipTest ("under a sanitizer nothing plays in real time");
    bool isInstalled = JackLibrary ().isThere ();
    const auto once = [&] () -> std::string
    {
        JackApp jack (settings);
        isInstalled = isInstalled && jack.server ().isStarted ();
        if (! isInstalled)
            return "";
        if (! jack.open (sound))
            return "the server hung";
        const std::string late = attempt (jack);
        return jack.hasHung () ? "the server hung" : late;
    };
    const auto late = lateAfterAttempts (what, once);
    if (! isInstalled)
        return skipTest ("there is no jackd; install jackd2");
    if (late.empty ())
        return;
    INFO (late);
    REQUIRE (busyShare () > 0.2); // else the app is at fault
    skipTest ("every attempt was disturbed by the machine: " + late);
}

} // namespace melstrom::testing
