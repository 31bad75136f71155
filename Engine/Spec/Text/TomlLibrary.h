// toml++, configured so that malformed text is an error in every build.
#pragma once

// The assertions of toml++ 3.3 also fail for malformed texts such as "a = ]" or "[=". They would
// end a program built without NDEBUG; with NDEBUG clang assumes that they hold. The checks behind
// the assertions report these texts.
#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(expr) static_assert (true)
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")
