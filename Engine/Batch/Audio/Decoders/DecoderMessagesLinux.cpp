#include "Engine/Batch/Audio/Decoders/DecoderMessages.h"

#include <cstdio>
#include <new>
#include <unistd.h>

namespace melstrom
{
namespace
{

constexpr std::size_t kMostBytes = 1024;

thread_local std::string* messagesOfThread = nullptr;

/** The writer of a cookie stream. Returns the number of bytes, or 0 if nothing could be written. */
ssize_t takeOrPass (void*, const char* text, size_t bytes)
{
    if (messagesOfThread == nullptr)
    {
        const auto written = write (STDERR_FILENO, text, bytes);
        return written < 0 ? 0 : written;
    }
    try
    {
        if (messagesOfThread->size () < kMostBytes)
            messagesOfThread->append (text, bytes);
    }
    catch (const std::bad_alloc&) // no exception may pass through the C library
    {
        return 0;
    }
    return static_cast<ssize_t> (bytes);
}

} // namespace

void divertDecoderMessages () noexcept
{
    cookie_io_functions_t functions {};
    functions.write = takeOrPass;
    if (auto* const stream = fopencookie (nullptr, "w", functions))
    {
        setvbuf (stream, nullptr, _IONBF,
                 0); // unbuffered, so that the thread that prints is the one that writes
        stderr = stream;
    }
}

DecoderMessages::DecoderMessages (std::string& to) noexcept
{
    messagesOfThread = &to;
}

DecoderMessages::~DecoderMessages ()
{
    messagesOfThread = nullptr;
}

} // namespace melstrom
