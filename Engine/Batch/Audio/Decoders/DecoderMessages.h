// What a library prints on standard error while it decodes for us, caught in its thread.
#pragma once

#include <string>

namespace melstrom
{

/** From now on, what this thread prints through the C library's `stderr` within a DecoderMessages
    goes to that; everything else reaches standard error as before, and the descriptor is not
    touched. For a program's own start: once, before it has other threads. Without this call
    DecoderMessages stay empty. libmpg123 says only there that a frame could not be decoded. */
void divertDecoderMessages () noexcept;

/** Takes messages as long as it lives; one a thread at a time. */
class DecoderMessages
{
public:
    explicit DecoderMessages (std::string& to) noexcept;
    ~DecoderMessages ();
    DecoderMessages (const DecoderMessages&) = delete;
};

} // namespace melstrom
