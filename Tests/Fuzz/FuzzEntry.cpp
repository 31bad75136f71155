// libFuzzer's entry. Each program is built with the name of its target. An exception ends the
// program like a crash.
#include "Tests/Fuzz/FuzzTargets.h"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput (const std::uint8_t* data, std::size_t bytes)
{
    melstrom::testing::MELSTROM_FUZZ_TARGET ({reinterpret_cast<const char*> (data), bytes});
    return 0;
}
