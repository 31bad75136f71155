// Messages that a library prints on standard error while it decodes, caught per thread.
#pragma once

#include <string>

namespace melstrom
{

/** Diverts the C library's `stderr`. Text that a thread prints while its DecoderMessages exist goes
    to that object. All other text reaches standard error as before; the descriptor stays unchanged.
    Call once at the start of a program, before it has other threads. Without this call
    DecoderMessages stay empty. Reason: only there libmpg123 reports a frame that it cannot
    decode. */
void divertDecoderMessages () noexcept;

/** Collects the thread's messages during its lifetime; one object per thread at a time. */
class DecoderMessages
{
public:
    explicit DecoderMessages (std::string& to) noexcept;
    ~DecoderMessages ();
    DecoderMessages (const DecoderMessages&) = delete;
};

} // namespace melstrom
