#include "Engine/Batch/Files/RepeatedReads.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <thread>

namespace melstrom
{

namespace
{
constexpr std::array kPauses {std::chrono::milliseconds (10), std::chrono::milliseconds (100),
                              std::chrono::milliseconds (500)};
constexpr int kMostLost = 64;
std::atomic<std::int64_t> numRepeated {0};
std::atomic<int> numLost {0};
} // namespace

bool RepeatedReads::again (int errorNumber, int numDone) noexcept
{
    if ((errorNumber != EIO && errorNumber != ESTALE) || numLost >= kMostLost)
        return false;
    if (static_cast<std::size_t> (numDone) >= kPauses.size ())
    {
        ++numLost;
        return false;
    }
    std::this_thread::sleep_for (kPauses[static_cast<std::size_t> (numDone)]);
    ++numRepeated;
    return true;
}

std::int64_t RepeatedReads::count () noexcept
{
    return numRepeated;
}

} // namespace melstrom
