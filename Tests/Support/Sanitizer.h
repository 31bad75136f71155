// Whether tests run under a sanitizer.
#pragma once

namespace melstrom::testing
{

/** Such a program is several times slower, keeps what was freed, and brings its own heap. */
inline constexpr bool kIsSanitized =
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    true;
#else
    false;
#endif

} // namespace melstrom::testing
