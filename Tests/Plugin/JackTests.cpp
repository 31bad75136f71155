// The instrument under a real audio server: JACK, with a driver that needs no sound card.
#include "Engine/Spec/Patch/PatchToml.h"
#include "Source/Processor/InstrumentProcessor.h"
#include "Tests/Plugin/Host.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/EnvironmentVariable.h"

#include <juce_audio_devices/juce_audio_devices.h>
#include <juce_audio_utils/juce_audio_utils.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <spawn.h>
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

private:
    std::string name_;
    EnvironmentVariable variable_; ///< clients find their server by it
    pid_t process_ = 0;
};

/** Its client, once the server is there. */
std::unique_ptr<juce::AudioIODevice> openJack ()
{
    for (int attempt = 0; attempt < 50; ++attempt)
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

/** What a device calls: the player, timed against the period, with a look at what comes out. */
class TimedPlayer final : public juce::AudioIODeviceCallback
{
public:
    explicit TimedPlayer (juce::AudioIODeviceCallback& player) : player_ (player) {}

    void audioDeviceAboutToStart (juce::AudioIODevice* device) override
    {
        rateHz_ = device->getCurrentSampleRate ();
        player_.audioDeviceAboutToStart (device);
    }
    void audioDeviceStopped () override { player_.audioDeviceStopped (); }
    void
    audioDeviceIOCallbackWithContext (const float* const* in, int numIn, float* const* out,
                                      int numOut, int numSamples,
                                      const juce::AudioIODeviceCallbackContext& context) override
    {
        const auto begin = std::chrono::steady_clock::now ();
        player_.audioDeviceIOCallbackWithContext (in, numIn, out, numOut, numSamples, context);
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now () - begin;
        const double load = taken.count () * rateHz_ / numSamples;
        worstLoad = std::max (worstLoad.load (), load);
        for (int n = 0; n < numSamples && numOut > 0; ++n)
            peak = std::max (peak.load (), std::fabs (out[0][n]));
        ++numCallbacks;
    }

    std::atomic<double> worstLoad {0};
    std::atomic<float> peak {0};
    std::atomic<int> numCallbacks {0};

private:
    juce::AudioIODeviceCallback& player_;
    double rateHz_ = 48000;
};

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
    int numCallbacks = 0, numXruns = 0;
    std::int64_t numMisses = 0;
    double worstLoad = 0; ///< a callback's time over its period
    float peak = 0;

    bool isClean () const noexcept { return numXruns == 0 && numMisses == 0 && worstLoad < 1; }
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
    timed.worstLoad = 0;
    timed.numCallbacks = 0;
    {
        const BusyThreads load (settingOf ("MELSTROM_JACK_LOAD", 0));
        playChords (player.getMidiMessageCollector (), seconds);
    }
    const auto health = instrument.health ();
    const Outcome outcome {
        health.backend,   timed.numCallbacks, device.getXRunCount () - xrunsBefore,
        health.numMisses, timed.worstLoad,    timed.peak};
    device.stop ();
    player.setProcessor (nullptr);
    return outcome;
}
} // namespace

TEST_CASE ("the instrument plays under a JACK server without a miss", "[jack]")
{
    const int periodSamples = settingOf ("MELSTROM_JACK_PERIOD", 1024);
    const int seconds = settingOf ("MELSTROM_JACK_SECONDS", 4);
    const JackServer server (periodSamples);
    if (! server.isStarted ())
    {
        WARN ("SKIPPED: there is no jackd; install jackd2");
        return;
    }
    Host host;
    const auto device = openJack ();
    REQUIRE (device != nullptr);
    juce::BigInteger outputs;
    outputs.setRange (0, 2, true);
    REQUIRE (device->open ({}, outputs, 48000, periodSamples).isEmpty ());
    REQUIRE (device->getCurrentBufferSizeSamples () == periodSamples);
    // A system that gives nobody precedence may take the processor away once, but not again and again.
    Outcome outcome;
    for (int left = settingOf ("MELSTROM_JACK_ATTEMPTS", 3); left > 0; --left)
    {
        outcome = playOn (*device, seconds);
        WARN (outcome.numCallbacks << " callbacks of " << periodSamples << " by " << outcome.backend
                                   << ", the longest " << outcome.worstLoad << " of its period, "
                                   << outcome.numXruns << " xruns, " << outcome.numMisses
                                   << " misses");
        if (outcome.isClean ())
            break;
    }
    device->close ();
    CHECK (outcome.numCallbacks > (seconds - 1) * 48000 / periodSamples);
    CHECK (outcome.peak > 0.01f);
    CHECK (outcome.isClean ());
}

} // namespace melstrom::testing
