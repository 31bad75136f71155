// What a thread does while it waits for a device that is only to be polled.
#pragma once

#include <algorithm>
#include <chrono>
#include <thread>

namespace melstrom::cuda
{

/** Between two looks at the device: short at first, for a batch takes some 100 us, then such that
    a waiting thread costs little. */
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

} // namespace melstrom::cuda
