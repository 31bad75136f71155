// A place to write that may be a terminal, a file, a full pipe or closed.
#pragma once

#include <chrono>
#include <string_view>

namespace melstrom
{

/** Writes to a descriptor that it does not own. Fails in silence: when the other end is gone,
    nothing more is written; when it takes nothing for a while, what does not fit is dropped, so
    that no writer waits for ever. The program ignores SIGPIPE. Thread: one at a time. */
class TerminalOutput
{
public:
    explicit TerminalOutput (int descriptor) : descriptor_ (descriptor), isGone_ (descriptor < 0) {}

    bool isTerminal () const; ///< and one that understands a carriage return
    int columns () const;     ///< what the terminal says, else COLUMNS, else 80
    static bool isUnicode (); ///< by LC_ALL, LC_CTYPE, LANG, the first that is set

    /** Waits for room, up to `longest` in all. After a wait in vain the next writes do not wait,
        until there is room again. False: not all of it was written. */
    bool write (std::string_view text, std::chrono::milliseconds longest);

private:
    bool waitForRoom (std::chrono::steady_clock::time_point until) const;

    int descriptor_;
    bool isGone_, isStuck_ = false;
};

} // namespace melstrom
