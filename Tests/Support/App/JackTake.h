// A sound that another JACK client plays to the app, and the app's recording of it.
#pragma once

#include "Tests/Support/App/JackApp.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

namespace melstrom::testing
{

inline constexpr double kToneHz = 1000, kLowHz = 100, kHighHz = 10000;
inline constexpr double kToneSeconds = 1.5, kChirpSeconds = 1.5, kLeft = 0.5, kRight = 0.25;

/** Frequency of the chirp, which rises by the same ratio in the same time. */
inline double chirpHz (double seconds)
{
    return kLowHz * std::pow (kHighHz / kLowHz, seconds / kChirpSeconds);
}

/** A tone, then a chirp; the right channel has half the level. No sample is 0. */
inline StereoSamples toneAndChirp (int rateHz = JackApp::kRateHz)
{
    const double growth = std::log (kHighHz / kLowHz) / kChirpSeconds;
    StereoSamples sound;
    const auto add = [&sound] (double cycles)
    {
        const double value = std::sin (2 * std::numbers::pi * cycles);
        sound[0].push_back (static_cast<float> (kLeft * value));
        sound[1].push_back (static_cast<float> (kRight * value));
    };
    const auto timeOf = [rateHz] (int sample) { return (sample + 0.5) / rateHz; };
    for (int n = 0; n < kToneSeconds * rateHz; ++n)
        add (kToneHz * timeOf (n));
    for (int n = 0; n < kChirpSeconds * rateHz; ++n)
        add ((chirpHz (timeOf (n)) - kLowHz) / growth);
    return sound;
}

/** A recording of all that the client played, with silence around it. */
struct Take
{
    std::string path, late; ///< late: why it may be incomplete; empty: it must be complete
};

inline Take record (JackApp& jack)
{
    auto& content = jack.content ();
    auto& player = jack.player ();
    auto& view = content.live ().view ();
    const juce::KeyPress key ('r', juce::ModifierKeys (), 'r');
    const bool isReady =
        player.connectTo ("Melstrom") &&
        AppRun::pumpUntil ([&] { return content.live ().feed (0).rows () != nullptr; });
    content.showPage (AppContent::Page::live);
    const bool hasKeys = AppRun::pumpUntil (
        [&]
        {
            view.grabKeyboardFocus ();
            return view.hasKeyboardFocus (true);
        },
        3000);
    if (jack.isGone ())
        return {{}, "the server hung"};
    REQUIRE (isReady);
    REQUIRE (hasKeys);
    REQUIRE (content.audio ().shown () == ShownSound::input);
    const int xrunsBefore = player.numXruns ();

    REQUIRE (jack.app ().press (key));
    const bool hasBegun = content.audio ().isRecording ();
    pumpMessages (400);
    player.play ();
    const bool isPlayed =
        AppRun::pumpUntil ([&] { return player.isOver () || jack.isGone (); }, 15'000);
    pumpMessages (400);
    REQUIRE (jack.app ().press (key));
    if (jack.isGone ())
        return {{}, "the server hung"};
    if (const int count = player.numXruns () - xrunsBefore; count > 0)
        return {{}, std::to_string (count) + " xruns"};
    REQUIRE (hasBegun);
    REQUIRE (isPlayed);
    CHECK_FALSE (content.audio ().isRecording ());
    return {content.audio ().recordedFile ().getFullPathName ().toStdString (), {}};
}

/** The first sample that is not 0; the size if there is none. */
inline std::int64_t firstSound (const std::vector<float>& samples)
{
    return std::ranges::find_if (samples, [] (float sample) { return sample != 0; }) -
           samples.begin ();
}

/** Position on the device's clock of the first sample that the client played, as the page keeps it. */
inline std::int64_t heardAt (JackApp& jack)
{
    jack.content ().audio ().updateHistory ();
    const auto& sound = jack.content ().audio ().sound ();
    const auto heard = sound.cut (sound.beginSeconds (), sound.endSeconds ()).samples;
    REQUIRE (heard.channels.size () == 2);
    const auto index = firstSound (heard.channels[0]);
    REQUIRE (index > 0); // the silence before it was heard, too
    REQUIRE (index < static_cast<std::int64_t> (heard.channels[0].size ()));
    return heard.firstSample + index;
}

/** Waits until the row in the middle of this time is there. */
inline const RowStore& rowsUntil (JackApp& jack, double seconds)
{
    const auto& feed = jack.content ().live ().feed (0);
    REQUIRE (AppRun::pumpUntil (
        [&]
        {
            const auto* const rows = feed.rows ();
            return rows != nullptr &&
                   static_cast<double> (rows->endRow () - 1) >=
                       (seconds - rows->firstRowSeconds ()) * rows->rowsPerSecond ();
        }));
    return *feed.rows ();
}

} // namespace melstrom::testing
