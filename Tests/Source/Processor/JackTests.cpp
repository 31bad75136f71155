// The instrument under a real audio server: JACK, with a driver that needs no sound card.
#include "Engine/Spec/Patch/PatchToml.h"
#include "Source/Processor/InstrumentProcessor.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Plugin/Host.h"
#include "Tests/Support/Plugin/JackServer.h"
#include "Tests/Support/Plugin/TimedPlayer.h"
#include "Tests/Support/Sanitizer.h"
#include "Tests/Support/Skip.h"
#include "Tests/Support/Timing.h"

#include <juce_audio_devices/juce_audio_devices.h>
#include <juce_audio_utils/juce_audio_utils.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <thread>

namespace melstrom::testing
{

namespace
{
/** A setting from the environment, or its default. A machine with two busy cores cannot keep very
    short periods, so only the environment asks for them. */
int settingOf (const char* name, int usual)
{
    const char* const text = std::getenv (name);
    return text == nullptr ? usual : std::atoi (text);
}

/** The server's audio device. Null if the server does not answer before the watchdog's time
    limit. */
std::unique_ptr<juce::AudioIODevice> openJack ()
{
    const auto end = std::chrono::steady_clock::now () + Watchdog::kPatience;
    while (std::chrono::steady_clock::now () < end)
    {
        pumpMessages (100);
        const std::unique_ptr<juce::AudioIODeviceType> jack (
            juce::AudioIODeviceType::createAudioIODeviceType_JACK ());
        if (jack == nullptr)
            return nullptr;
        jack->scanForDevices ();
        if (const auto names = jack->getDeviceNames (false); ! names.isEmpty ())
            return std::unique_ptr<juce::AudioIODevice> (jack->createDevice (names[0], {}));
    }
    return nullptr;
}

/** Threads that use all processor time they get. */
class BusyThreads
{
public:
    explicit BusyThreads (int count)
    {
        for (int i = 0; i < count; ++i)
            threads_.emplace_back (
                [this]
                {
                    while (! isOver_)
                        sum_ = sum_ * 1.0000001 + 1;
                });
    }
    ~BusyThreads ()
    {
        isOver_ = true;
        for (auto& thread : threads_)
            thread.join ();
    }

private:
    std::atomic<bool> isOver_ {false};
    std::atomic<double> sum_ {0};
    std::vector<std::thread> threads_;
};

/** Plays two chords a second. */
void playChords (juce::MidiMessageCollector& midi, int seconds)
{
    for (int step = 0; step < 2 * seconds; ++step)
    {
        const bool isOn = step % 2 == 0;
        for (const int key : {48, 55, 60, 64})
        {
            auto message = isOn ? juce::MidiMessage::noteOn (1, key + step % 5, 0.8f)
                                : juce::MidiMessage::noteOff (1, key + (step - 1) % 5);
            message.setTimeStamp (juce::Time::getMillisecondCounterHiRes () * 0.001);
            midi.addMessageToQueue (message);
        }
        pumpMessages (500);
    }
}

struct Outcome
{
    std::string backend;
    CallTimes calls;
    int numXruns = 0; ///< counted by the server
    std::int64_t numMisses = 0;

    bool isClean () const noexcept { return numXruns == 0 && numMisses == 0 && calls.numLate == 0; }
    /** Deadlines were missed, and the instrument did not cause the misses. */
    bool isSpoiltByMachine () const noexcept
    {
        return ! isClean () && numMisses == 0 && calls.isCallerInTime ();
    }
    std::string text () const
    {
        std::ostringstream text;
        text << calls.numCalls << " calls by " << backend << ", the longest " << calls.worstShare
             << " of its period, of which it worked at most " << calls.worstWorkShare << "; "
             << calls.numLate << " late, " << calls.numLateWaits << " of them by waiting; "
             << numXruns << " xruns, " << numMisses << " misses";
        return text.str ();
    }
};

Outcome playOn (juce::AudioIODevice& device, int seconds)
{
    InstrumentProcessor instrument;
    instrument.loadPatch (*findPatch ("Aurora"));
    juce::AudioProcessorPlayer player;
    player.setProcessor (&instrument);
    TimedPlayer timed (player);
    device.start (&timed);
    pumpMessages (500); // tables are made, memory is touched
    const int xrunsBefore = device.getXRunCount ();
    timed.forget ();
    {
        const BusyThreads load (settingOf ("MELSTROM_JACK_LOAD", 0));
        playChords (player.getMidiMessageCollector (), seconds);
    }
    const auto health = instrument.health ();
    const Outcome outcome {health.backend, timed.times (), device.getXRunCount () - xrunsBefore,
                           health.numMisses};
    device.stop ();
    player.setProcessor (nullptr);
    return outcome;
}

/** Plays through a server started for this call. Empty: no client could be opened, or the server
    hung and was killed. */
std::optional<Outcome> playThrough (const JackServer& server, int periodSamples, int seconds)
{
    Watchdog watchdog (server);
    const auto device = openJack ();
    juce::BigInteger outputs;
    outputs.setRange (0, 2, true);
    if (device == nullptr)
    {
        server.killAtOnce (); // the server may ignore a request to end
        return std::nullopt;
    }
    if (device->open ({}, outputs, 48000, periodSamples).isNotEmpty ())
    {
        CHECK (watchdog.hasKilled ()); // else the client is at fault
        return std::nullopt;
    }
    CHECK (device->getCurrentBufferSizeSamples () == periodSamples);
    const Outcome outcome = playOn (*device, seconds);
    device->close ();
    if (watchdog.hasKilled ())
        return std::nullopt;
    if (outcome.calls.numCalls > 10)
        CHECK (outcome.calls.peak > 0.01f);
    return outcome;
}
} // namespace

TEST_CASE ("the instrument plays under a JACK server without a miss", "[jack]")
{
    if (kIsSanitized)
        return skipTest ("under a sanitizer nothing plays in real time");
    const int periodSamples = settingOf ("MELSTROM_JACK_PERIOD", 1024);
    const int seconds = settingOf ("MELSTROM_JACK_SECONDS", 4);
    Host host;
    bool isInstalled = true;
    std::optional<Outcome> outcome;
    const auto attempt = [&] () -> std::string
    {
        const JackServer server (periodSamples);
        isInstalled = server.isStarted ();
        if (! isInstalled)
            return "";
        outcome = playThrough (server, periodSamples, seconds);
        if (! outcome)
            return "the server hung";
        return outcome->isClean () ? "" : outcome->text ();
    };
    // A machine without real-time priorities may take the processor from server and client.
    const auto late = lateAfterAttempts ("a JACK server without a miss", attempt);
    if (! isInstalled)
        return skipTest ("there is no jackd; install jackd2");
    if (! outcome)
    {
        REQUIRE (busyShare () > 0.2); // else the client is at fault
        return skipTest ("the JACK server hung at every attempt");
    }
    WARN (outcome->text ());
    if (outcome->numXruns == 0) // else the server itself may have been delayed
        CHECK (outcome->calls.numCalls > 10);
    if (outcome->isSpoiltByMachine ())
        skipPart ("every attempt missed deadlines, caused by the machine: " + late);
    else
        CHECK (late == "");
}

} // namespace melstrom::testing
