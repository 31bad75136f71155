// A list on standard input: read to its end, and available again to a process that starts anew.
#include "Standalone/CommandLine/Terminal/StandardInput.h"
#include "Tests/Support/Catch.h"

#include <algorithm>
#include <thread>
#include <unistd.h>

using namespace melstrom;

namespace
{

/** A pipe instead of standard input. It delivers the text in pieces. */
class PipedInput
{
public:
    explicit PipedInput (const std::string& text) : before_ (::dup (STDIN_FILENO))
    {
        int ends[2];
        REQUIRE (::pipe (ends) == 0);
        REQUIRE (::dup2 (ends[0], STDIN_FILENO) == STDIN_FILENO);
        ::close (ends[0]);
        writer_ = std::jthread (
            [text, end = ends[1]]
            {
                for (std::size_t at = 0; at < text.size (); at += 70000)
                    if (::write (end, text.data () + at,
                                 std::min<std::size_t> (70000, text.size () - at)) < 0)
                        break;
                ::close (end);
            });
    }

    ~PipedInput ()
    {
        writer_.join (); // while the pipe has a reader
        if (before_ >= 0)
        {
            ::dup2 (before_, STDIN_FILENO);
            ::close (before_);
        }
    }

private:
    int before_;
    std::jthread writer_;
};

} // namespace

TEST_CASE ("standard input is read to its end, and is there to be read again", "[command-line]")
{
    std::string text;
    while (text.size () < 1000000) // more than a pipe holds
        text += "in/" + std::to_string (text.size ()) + ".wav\n";
    const std::atomic<bool> stop {false};
    const PipedInput input (text);
    for (int times = 0; times < 3; ++times)
    {
        const auto read = readStandardInput (stop);
        REQUIRE (read.ok ());
        CHECK (*read == text);
    }
}

TEST_CASE ("waiting for standard input ends when the run is to stop", "[command-line]")
{
    const std::atomic<bool> stop {true};
    const PipedInput input ("a.wav\n");
    const auto read = readStandardInput (stop);
    REQUIRE_FALSE (read.ok ());
    CHECK (read.error ().code == ErrorCode::interrupted);
}
