// An output that may be a terminal, a file, a full pipe or closed.
#pragma once

#include <chrono>
#include <string_view>

namespace melstrom
{

/** Writes to a descriptor that it does not own. Fails silently, so that no writer waits for ever:
    after the other end is closed, writes nothing; if the descriptor takes no data for a time, drops
    the rest. The program ignores SIGPIPE. Thread: one at a time. */
class TerminalOutput
{
public:
    explicit TerminalOutput (int descriptor) : descriptor_ (descriptor), isGone_ (descriptor < 0) {}

    bool isTerminal () const; ///< and TERM is not "dumb"
    int columns () const;     ///< the terminal's width, else COLUMNS, else 80
    static bool isUnicode (); ///< by the first set of LC_ALL, LC_CTYPE, LANG

    /** Waits for room, at most `longest` in all. After a timeout, later writes do not wait until
        there is room again. Returns false if a part was not written. */
    bool write (std::string_view text, std::chrono::milliseconds longest);

private:
    bool waitForRoom (std::chrono::steady_clock::time_point until) const;

    int descriptor_;
    bool isGone_, isStuck_ = false;
};

/** Gives a closed stdin, stdout or stderr an open file for which every read or write fails, as it
    does for a closed one. Otherwise the next file that is opened gets the number, and messages go
    into that file. Thread: main, before any file is opened. */
void reserveStandardStreams () noexcept;

/** True if the reader of stdout has closed its end, as in `melstrom --list presets | head`. Thread:
    any. */
bool isReaderOfOutputGone ();

} // namespace melstrom
