// The pause of a thread between two polls of a device.
#pragma once

#include <algorithm>
#include <chrono>
#include <thread>

namespace melstrom::gpu
{

/** Yields for the first 31 calls, because a batch takes about 100 us; then sleeps 20 to 200 us, so
    that a waiting thread costs little. */
class Pause
{
public:
    void operator() ()
    {
        constexpr int kLooks = 32;
        constexpr std::chrono::microseconds kLongest {200};
        if (++numLooks_ < kLooks)
            return std::this_thread::yield ();
        std::this_thread::sleep_for (length_);
        length_ = std::min (2 * length_, kLongest);
    }

private:
    int numLooks_ = 0;
    std::chrono::microseconds length_ {20};
};

} // namespace melstrom::gpu
