#include "Standalone/CommandLine/Terminal/Log.h"

#include <iostream>

namespace melstrom
{

void Log::plain (LogLevel level, std::string_view line)
{
    if (! shows (level))
        return;
    if (sink_)
        sink_ (line);
    else
        std::cerr << line << '\n' << std::flush;
}

void Log::error (std::string_view message)
{
    plain (LogLevel::error, "melstrom: error: " + std::string (message));
}

void Log::error (const Error& error)
{
    auto text = error.message;
    if (error.byteOffset)
        text += " (at byte " + std::to_string (*error.byteOffset) + ")";
    this->error (text + " [" + std::string (codeName (error.code)) + "]");
}

void Log::warning (std::string_view message)
{
    plain (LogLevel::warning, "melstrom: warning: " + std::string (message));
}

void Log::info (std::string_view message)
{
    plain (LogLevel::info, "melstrom: " + std::string (message));
}

void Log::debug (std::string_view message)
{
    plain (LogLevel::debug, "melstrom: debug: " + std::string (message));
}

void Log::notice (LogLevel level, std::string_view message)
{
    level == LogLevel::debug ? debug (message) : info (message);
}

} // namespace melstrom
