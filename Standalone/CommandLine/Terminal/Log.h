// Messages of the program on stderr, without progress.
#pragma once

#include "Engine/Core/Error.h"

#include <functional>
#include <string>
#include <string_view>

namespace melstrom
{

enum class LogLevel
{
    error,
    warning,
    info,
    debug
};

/** Lines as "melstrom: warning: ...". Thread: one at a time. */
class Log
{
public:
    explicit Log (LogLevel level) : level_ (level) {}

    void error (const Error& error);
    void error (std::string_view message);
    void warning (std::string_view message);
    void info (std::string_view message);
    void debug (std::string_view message);
    /** As `info`, or as `debug` at that level. */
    void notice (LogLevel level, std::string_view message);
    /** A line without the program's name, for lists below a message. */
    void plain (LogLevel level, std::string_view line);

    bool shows (LogLevel level) const noexcept { return level <= level_; }
    /** Sends later lines, without line ends, to `sink`; empty: to stderr. */
    void sendTo (std::function<void (std::string_view)> sink) { sink_ = std::move (sink); }

private:
    LogLevel level_;
    std::function<void (std::string_view)> sink_;
};

} // namespace melstrom
