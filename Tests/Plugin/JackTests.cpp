// The instrument under a real audio server: JACK, with a driver that needs no sound card.
#include "Engine/Spec/Patch/PatchToml.h"
#include "Source/Processor/InstrumentProcessor.h"
#include "Tests/Plugin/Host.h"
#include "Tests/Plugin/TimedPlayer.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/EnvironmentVariable.h"
#include "Tests/Support/Sanitizer.h"
#include "Tests/Support/Skip.h"
#include "Tests/Support/Timing.h"

#include <juce_audio_devices/juce_audio_devices.h>
#include <juce_audio_utils/juce_audio_utils.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

extern char** environ;

namespace melstrom::testing
{

namespace
{
/** Of the environment; a period shorter than a machine with two busy cores can keep is for others to ask. */
int settingOf (const char* name, int usual)
{
    const char* const text = std::getenv (name);
    return text == nullptr ? usual : std::atoi (text);
}

/** A server of the test's own, under a name of its own, for as long as this lives. */
class JackServer
{
public:
    explicit JackServer (int periodSamples)
        : name_ ("melstrom-" + std::to_string (getpid ())),
          variable_ ("JACK_DEFAULT_SERVER", name_.c_str ())
    {
        std::vector<std::string> words {"jackd",
                                        "-n",
                                        name_,
                                        "-S",
                                        "-r",
                                        "-d",
                                        "dummy",
                                        "-r",
                                        "48000",
                                        "-p",
                                        std::to_string (periodSamples)};
        std::vector<char*> arguments;
        for (auto& word : words)
            arguments.push_back (word.data ());
        arguments.push_back (nullptr);
        if (posix_spawnp (&process_, "jackd", nullptr, nullptr, arguments.data (), environ) != 0)
            process_ = 0;
    }
    ~JackServer ()
    {
        if (process_ == 0)
            return;
        kill (process_, SIGTERM);
        waitpid (process_, nullptr, 0);
    }
    JackServer (const JackServer&) = delete;
    JackServer& operator= (const JackServer&) = delete;

    bool isStarted () const noexcept { return process_ != 0; }
    /** What waits for an answer is answered with a failure. Thread: any. */
    void killAtOnce () const noexcept { kill (process_, SIGKILL); }

private:
    std::string name_;
    EnvironmentVariable variable_; ///< clients find their server by it
    pid_t process_ = 0;
};

/** Ends a server that stands still: a client of JACK waits for its server without limit, and one on a busy machine may not
    answer at all. */
class Watchdog
{
public:
    explicit Watchdog (const JackServer& server)
        : thread_ (
              [this, &server]
              {
                  std::unique_lock lock (mutex_);
                  if (isOver_.wait_for (lock, kPatience, [this] { return isDone_; }))
                      return;
                  hasKilled_ = true;
                  server.killAtOnce ();
              })
    {
    }
    ~Watchdog () { (void)hasKilled (); }
    /** Nothing more is to be watched. */
    bool hasKilled ()
    {
        {
            const std::lock_guard lock (mutex_);
            isDone_ = true;
        }
        isOver_.notify_all ();
        if (thread_.joinable ())
            thread_.join ();
        return hasKilled_;
    }

    static constexpr std::chrono::seconds kPatience {25}; ///< sound is played for less

private:
    std::mutex mutex_;
    std::condition_variable isOver_;
    bool isDone_ = false, hasKilled_ = false;
    std::thread thread_;
};

/** Its client, once the server is there; null: there was none within the patience of a watchdog. */
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

/** Threads that take all they can get. */
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

/** Chords, two a second. */
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
    int numXruns = 0; ///< the server's
    std::int64_t numMisses = 0;

    bool isClean () const noexcept { return numXruns == 0 && numMisses == 0 && calls.numLate == 0; }
    /** There were misses, and the instrument has no part in them. */
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

/** Through a server of its own, from its start to its end. Empty: no client of it could be opened, or it stood still and was
    killed. */
std::optional<Outcome> playThroughServer (int periodSamples, int seconds)
{
    const JackServer server (periodSamples);
    Watchdog watchdog (server);
    const auto device = openJack ();
    juce::BigInteger outputs;
    outputs.setRange (0, 2, true);
    if (device == nullptr)
    {
        server.killAtOnce (); // it may not hear that it is to end
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
    if (! JackServer (periodSamples).isStarted ())
        return skipTest ("there is no jackd; install jackd2");
    Host host;
    // A machine that gives nobody precedence may take the processor away from server and client.
    std::optional<Outcome> outcome;
    const auto late = lateAfterAttempts ("a JACK server without a miss",
                                         [&] () -> std::string
                                         {
                                             outcome = playThroughServer (periodSamples, seconds);
                                             if (! outcome)
                                                 return "the server stood still";
                                             return outcome->isClean () ? "" : outcome->text ();
                                         });
    if (! outcome)
    {
        REQUIRE (busyShare () > 0.2); // else the client is at fault
        return skipTest ("every attempt had a server that stood still");
    }
    WARN (outcome->text ());
    if (outcome->numXruns == 0) // else the server itself may have stood still
        CHECK (outcome->calls.numCalls > 10);
    if (outcome->isSpoiltByMachine ())
        skipPart ("every attempt had misses, and all were the machine's: " + late);
    else
        CHECK (late == "");
}

} // namespace melstrom::testing
