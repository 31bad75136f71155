// Whether tests run under a sanitizer.
#pragma once

namespace melstrom::testing
{

/** Under a sanitizer a program is several times slower, keeps freed memory, and has a heap of its
    own. */
inline constexpr bool kIsSanitized =
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    true;
#else
    false;
#endif

} // namespace melstrom::testing
