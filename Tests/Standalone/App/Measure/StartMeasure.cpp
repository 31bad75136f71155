// From the start of the process to a picture that moves.
#include "Tests/Standalone/App/Measure/MeasuredApp.h"
#include "Tests/Support/Plugin/JackServer.h"
#include "Tests/Support/Skip.h"

namespace melstrom::testing
{

namespace
{

constexpr double kMostSeconds = 1;
constexpr int kStarts = 5;

/** The build's app, as a process of its own. */
class StartedApp
{
public:
    StartedApp ()
    {
        const auto program = juce::File::getSpecialLocation (juce::File::currentExecutableFile)
                                 .getSiblingFile ("Melstrom")
                                 .getFullPathName ()
                                 .toStdString ();
        std::string word = program;
        char* const arguments[] = {word.data (), nullptr};
        if (posix_spawn (&process_, program.c_str (), nullptr, nullptr, arguments, environ) != 0)
            process_ = 0;
    }
    ~StartedApp ()
    {
        if (process_ == 0)
            return;
        kill (process_, SIGTERM);
        waitpid (process_, nullptr, 0);
    }
    bool isStarted () const noexcept { return process_ != 0; }

private:
    pid_t process_ = 0;
};

void rememberJack ()
{
    AppSettings settings;
    juce::XmlElement device ("DEVICESETUP");
    device.setAttribute ("deviceType", "JACK");
    device.setAttribute ("audioInputDeviceName", "system");
    device.setAttribute ("audioOutputDeviceName", "system");
    settings.setXml ("audioSetup", &device);
    settings.setText ("backend", "cpu");
    settings.save ();
}

struct Start
{
    double pictureSeconds = -1, movingSeconds = -1;
};

/** The line lies in the plot of a window in the middle of the screen. A picture moves when it has
    changed three times after it was there. */
Start measureStart ()
{
    Screen screen;
    const ScreenPlace line {400, 640, 1000, 1};
    const auto empty = screen.pixels (line);
    const double begin = steadySeconds ();
    const StartedApp app;
    REQUIRE (app.isStarted ());
    Start start;
    auto last = empty;
    for (int numChanges = 0; start.movingSeconds < 0 && steadySeconds () < begin + 10;)
    {
        auto now = screen.pixels (line);
        const double seconds = steadySeconds () - begin;
        if (now != last)
        {
            if (start.pictureSeconds < 0)
                start.pictureSeconds = seconds;
            else if (++numChanges == 3)
                start.movingSeconds = seconds;
            last = std::move (now);
        }
        std::this_thread::sleep_for (std::chrono::milliseconds (2));
    }
    return start;
}

} // namespace

TEST_CASE ("start: from the start of the process to a moving picture", "[start]")
{
    const TemporaryFolder home;
    const EnvironmentVariable homeVariable ("HOME", home.path ().c_str ());
    const EnvironmentVariable config ("XDG_CONFIG_HOME", home.file ("config").c_str ());
    const EnvironmentVariable data ("XDG_DATA_HOME", home.file ("data").c_str ());
    const EnvironmentVariable own ("MELSTROM_SETTINGS", home.file ("settings").c_str ());
    const Host host;
    const JackServer server (1024);
    if (! server.isStarted ())
        return skipTest ("there is no jackd; install jackd2");
    rememberJack ();
    std::this_thread::sleep_for (std::chrono::seconds (2)); // the server answers
    report ("%-28s %8s %8s", "start, seconds", "picture", "moving");
    for (int n = 0; n < kStarts; ++n)
    {
        const auto start = measureStart ();
        report ("%-28d %8.2f %8.2f", n + 1, start.pictureSeconds, start.movingSeconds);
        CHECK (start.movingSeconds > 0);
        CHECK (start.movingSeconds < kMostSeconds);
        std::this_thread::sleep_for (std::chrono::milliseconds (500));
    }
}

} // namespace melstrom::testing
