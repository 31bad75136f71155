#include "Standalone/CommandLine/Terminal/Progress.h"
#include "Standalone/CommandLine/Terminal/TerminalOutput.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/CommandLine/ManualClock.h"
#include "Tests/Support/Timing.h"

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <sys/ioctl.h>
#include <unistd.h>

using namespace melstrom;
using namespace melstrom::testing;
using namespace std::chrono_literals;

namespace
{

/** Two ends of a pipe or a terminal. Written text is read on request. */
class Channel
{
public:
    static Channel pipe ()
    {
        int ends[2] {-1, -1};
        REQUIRE (::pipe (ends) == 0);
        return {ends[0], ends[1]};
    }
    static Channel terminal (unsigned short columns)
    {
        const int reading = posix_openpt (O_RDWR | O_NOCTTY);
        REQUIRE (reading >= 0);
        REQUIRE (grantpt (reading) == 0);
        REQUIRE (unlockpt (reading) == 0);
        const int writing = open (ptsname (reading), O_RDWR | O_NOCTTY);
        REQUIRE (writing >= 0);
        const winsize size {24, columns, 0, 0};
        REQUIRE (ioctl (writing, TIOCSWINSZ, &size) == 0);
        return {reading, writing};
    }
    ~Channel ()
    {
        closeReading ();
        close (writing_);
    }
    Channel (const Channel&) = delete;

    int writing () const { return writing_; }
    void closeReading () { close (std::exchange (reading_, -1)); }

    std::string takeText () const
    {
        fcntl (reading_, F_SETFL, O_NONBLOCK);
        std::string text;
        char bytes[4096];
        for (ssize_t count; (count = read (reading_, bytes, sizeof bytes)) > 0;)
            text.append (bytes, static_cast<std::size_t> (count));
        return text;
    }

private:
    Channel (int reading, int writing) : reading_ (reading), writing_ (writing) {}
    int reading_, writing_;
};

void setCounters (BatchCounters& counters)
{
    counters.phase = BatchPhase::extracting;
    counters.filesTotal = 100;
    counters.filesDone = 40;
    counters.rowsTotal = 1000;
    counters.rowsDone = 400;
}

std::vector<std::string> linesOf (const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream stream (text);
    for (std::string line; std::getline (stream, line);)
        lines.push_back (line);
    return lines;
}

/** Constructs a progress, calls `during`, moves the progress's clock by that time, and destroys the
    progress. */
template <typename During>
void show (ProgressStyle style, int descriptor, std::chrono::milliseconds time, During&& during)
{
    BatchCounters counters;
    setCounters (counters);
    ManualClock clock;
    Progress progress (style, counters, descriptor, nullptr, clock);
    during (progress);
    if (time > 0ms)
        REQUIRE (clock.advance (time));
}

void ignoreBrokenPipes ()
{
    std::signal (SIGPIPE, SIG_IGN);
}

} // namespace

TEST_CASE ("plain progress says phases and ends with an average", "[progress]")
{
    const auto channel = Channel::pipe ();
    BatchCounters counters;
    {
        ManualClock clock;
        Progress progress (ProgressStyle::automatic, counters, channel.writing (), nullptr, clock);
        REQUIRE (clock.advance (100ms));
        setCounters (counters);
        REQUIRE (clock.advance (300ms));
        progress.printLine ("a\tmessage");
        counters.phase = BatchPhase::done;
        counters.filesDone = 100;
    }
    const auto lines = linesOf (channel.takeText ());
    REQUIRE (lines.size () == 3);
    CHECK (lines[0].rfind ("extracting 40%: 40/100 files", 0) == 0);
    CHECK (lines[1] == "a\tmessage");
    CHECK (lines[2].rfind ("done: 100/100 files in 0.40 s, 250 files/s", 0) == 0);
}

TEST_CASE ("a run that is done has its last line alone", "[progress]")
{
    const auto channel = Channel::pipe ();
    BatchCounters counters;
    setCounters (counters);
    counters.filesDone = 100;
    counters.phase = BatchPhase::done;
    {
        ManualClock clock;
        Progress progress (ProgressStyle::plain, counters, channel.writing (), nullptr, clock);
        REQUIRE (clock.advance (300ms));
    }
    const auto lines = linesOf (channel.takeText ());
    REQUIRE (lines.size () == 1);
    CHECK (lines[0].rfind ("done: 100/100 files in 0.30 s", 0) == 0);
}

TEST_CASE ("a run that is refused at once shows no progress", "[progress]")
{
    setenv ("TERM", "xterm", 1);
    const auto refused = [] (const Channel& channel, std::chrono::milliseconds time)
    {
        BatchCounters counters;
        counters.phase = BatchPhase::planning;
        counters.filesTotal = 5;
        counters.filesDone = 2; // headers
        ManualClock clock;
        Progress progress (ProgressStyle::automatic, counters, channel.writing (), nullptr, clock);
        REQUIRE (clock.advance (time));
    };
    const auto pipe = Channel::pipe (), terminal = Channel::terminal (80);
    refused (pipe, 300ms);
    CHECK (pipe.takeText ().empty ());
    refused (terminal, 300ms);
    const auto text = terminal.takeText ();
    CHECK (text.find ("stopped") == std::string::npos);
    CHECK (text.ends_with ("\r\x1B[K")); // the error comes in place of the bar
    refused (pipe, 1100ms);
    const auto lines = linesOf (pipe.takeText ());
    REQUIRE (lines.size () == 2);
    CHECK (lines[0].starts_with ("planning 40%: 2/5 files"));
    CHECK (lines[1].starts_with ("stopped while planning: 2/5 files in 1.10 s"));
}

TEST_CASE ("JSON progress is one object a line, the last one final", "[progress]")
{
    const auto channel = Channel::pipe ();
    show (ProgressStyle::json, channel.writing (), 1200ms,
          [] (Progress& progress) { progress.printLine ("bad \"file\" \xFF"); });
    const auto lines = linesOf (channel.takeText ());
    REQUIRE (lines.size () == 3);
    CHECK (nlohmann::json::parse (lines[0]).at ("message") == "bad \"file\" \xEF\xBF\xBD");
    CHECK (nlohmann::json::parse (lines[1]).at ("final") == false);
    CHECK (nlohmann::json::parse (lines[1]).at ("seconds") == 1.0);
    CHECK (nlohmann::json::parse (lines[2]).at ("final") == true);
    CHECK (nlohmann::json::parse (lines[2]).at ("seconds") == 1.2);
}

TEST_CASE ("a bar is drawn over itself and never wider than the terminal", "[progress]")
{
    setenv ("TERM", "xterm", 1);
    const auto channel = Channel::terminal (60);
    CHECK (TerminalOutput (channel.writing ()).columns () == 60);
    show (ProgressStyle::automatic, channel.writing (), 300ms, [] (Progress&) {});

    const auto text = channel.takeText ();
    std::istringstream stream (text);
    int numDrawn = 0;
    for (std::string line; std::getline (stream, line, '\r');)
    {
        const auto end = line.find ("\x1B[K");
        if (end == std::string::npos || line.rfind ("extracting", 0) != 0)
            continue;
        ++numDrawn;
        int columns = 0;
        for (const char byte : line.substr (0, end))
            columns += (static_cast<unsigned char> (byte) & 0xC0u) != 0x80u ? 1 : 0;
        CHECK (columns < 60);
    }
    CHECK (numDrawn == 4); // at once, and ten times a second
    CHECK (text.find ("stopped while extracting: 40/100 files") != std::string::npos);
    CHECK (text.back () == '\n');
}

TEST_CASE ("no progress writes nothing but messages", "[progress]")
{
    const auto channel = Channel::pipe ();
    show (ProgressStyle::none, channel.writing (), 0ms,
          [] (Progress& progress) { progress.printLine ("hello"); });
    CHECK (channel.takeText () == "hello\n");
}

TEST_CASE ("a closed, missing or full descriptor does not stop a run", "[progress]")
{
    ignoreBrokenPipes ();
    const auto late = [] (ProgressStyle style, int descriptor)
    {
        return lateAfterAttempts ("a descriptor that cannot be written", 1,
                                  [&] {
                                      show (style, descriptor, 200ms,
                                            [] (Progress& progress)
                                            { progress.printLine ("one"); });
                                  });
    };
    for (const auto style : {ProgressStyle::bar, ProgressStyle::plain, ProgressStyle::json})
    {
        auto channel = Channel::pipe ();
        channel.closeReading ();
        CHECK (late (style, channel.writing ()) == "");
        CHECK (late (style, -1) == "");

        const int full = open ("/dev/full", O_WRONLY);
        REQUIRE (full >= 0);
        CHECK (late (style, full) == "");
        close (full);
    }
}

TEST_CASE ("a pipe that nobody reads costs one wait, not one a message", "[progress]")
{
    const auto channel = Channel::pipe ();
    const int flags = fcntl (channel.writing (), F_GETFL);
    fcntl (channel.writing (), F_SETFL, flags | O_NONBLOCK);
    const std::string page (4096, 'x');
    while (write (channel.writing (), page.data (), page.size ()) > 0)
        ;
    fcntl (channel.writing (), F_SETFL, flags);

    const auto work = [] (Progress& progress)
    {
        for (int message = 0; message < 100; ++message)
            progress.printLine ("message");
    };
    // One wait lasts two seconds.
    CHECK (lateAfterAttempts ("a pipe that nobody reads", 4,
                              [&]
                              { show (ProgressStyle::bar, channel.writing (), 0ms, work); }) == "");
    CHECK (channel.takeText ().find ("message") == std::string::npos);

    TerminalOutput output (channel.writing ());
    CHECK (output.write ("room again", 0ms));
    CHECK (channel.takeText () == "room again");
}

TEST_CASE ("the locale's name says if blocks can be shown", "[progress]")
{
    const auto isUnicodeWith = [] (const char* all, const char* type, const char* language)
    {
        setenv ("LC_ALL", all, 1);
        setenv ("LC_CTYPE", type, 1);
        setenv ("LANG", language, 1);
        return TerminalOutput::isUnicode ();
    };
    CHECK (isUnicodeWith ("", "", "de_DE.UTF-8"));
    CHECK (isUnicodeWith ("", "C.utf8", "C"));
    CHECK_FALSE (isUnicodeWith ("C", "C.utf8", "C.utf8"));
    CHECK_FALSE (isUnicodeWith ("", "", ""));
    for (const auto* name : {"LC_ALL", "LC_CTYPE", "LANG"})
        unsetenv (name);
}
