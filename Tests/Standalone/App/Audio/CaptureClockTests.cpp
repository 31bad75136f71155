// Gaps of invented devices: their callbacks come early, late, in bursts, and by a clock that drifts.
#include "Standalone/App/Audio/CaptureClock.h"
#include "Tests/Support/Catch.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

namespace melstrom::testing
{
namespace
{

constexpr double kRateHz = 48000;

/** A device and the thread that it calls, over simulated time. */
class InventedDevice
{
public:
    explicit InventedDevice (int blockSamples = 512, double drift = 0, double jitterBlocks = 0,
                             int overrunsAtStart = 0)
        : block (blockSamples), jitter_ (jitterBlocks), trueHz_ (kRateHz * (1 + drift)),
          numOverruns (overrunsAtStart)
    {
        clock_.start (kRateHz, numOverruns);
    }

    /** The next block was captured; the thread is called as soon as it may run. */
    void call ()
    {
        captured_ += block;
        const double due = static_cast<double> (captured_) / trueHz_;
        const double jitter = jitter_ * block / trueHz_ * random_ ();
        nowSeconds_ = std::max ({nowSeconds_ + 1e-5, due + jitter, freeAt_});
        const auto step =
            clock_.step (std::llround (1e9 * nowSeconds_), block, numOverruns, hasRoom);
        if (step.releasesHeld)
            position += std::exchange (held, 0);
        if (step.gapSamples > 0)
        {
            gaps.push_back ({position, step.gapSamples});
            position += step.gapSamples;
        }
        held += block;
        if (step.isHeld)
            return;
        position += held;
        held = 0;
    }
    void call (int times)
    {
        for (int n = 0; n < times; ++n)
            call ();
    }
    /** The thread does not run for so long; the device keeps its samples meanwhile. */
    void stall (double seconds) { freeAt_ = nowSeconds_ + seconds; }
    /** These samples are overwritten before the next block. */
    void lose (std::int64_t numSamples) { captured_ += numSamples; }

    /** The place of all samples until now on the device's own clock. */
    std::int64_t truth () const { return captured_; }

    const int block;
    bool hasRoom = true;
    std::vector<DeviceGap> gaps;
    std::int64_t position = 0; ///< of the delivered samples
    int held = 0;              ///< samples

private:
    double random_ () { return std::uniform_real_distribution<double> (0, 1) (generator_); }

    const double jitter_;
    const double trueHz_;
    std::mt19937 generator_ {7};
    CaptureClock clock_;
    std::int64_t captured_ = 0;
    double nowSeconds_ = 0, freeAt_ = 0;

public:
    int numOverruns;
};

void checkWithin (std::int64_t value, std::int64_t expected, std::int64_t most)
{
    INFO (value << ", expected " << expected);
    CHECK (std::abs (value - expected) <= most);
}

} // namespace

TEST_CASE ("an hour of jitter and drift has no gap, with and without overruns", "[app][clock]")
{
    const double drift = GENERATE (0.0, 100e-6, -100e-6, 300e-6, -300e-6);
    const int block = GENERATE (64, 512, 4096);
    INFO (drift << " " << block);
    InventedDevice device (block, drift, 0.9);
    const int numCalls = static_cast<int> (3600 * kRateHz / block);
    for (int n = 0; n < numCalls; ++n)
    {
        device.numOverruns += n % 1000 == 500; // of the output alone: nothing is missing
        device.call ();
    }
    CHECK (device.gaps.empty ());
    CHECK (device.position + device.held == device.truth ());
}

TEST_CASE ("a stall that loses nothing is no gap", "[app][clock]")
{
    const double stallSeconds = GENERATE (0.02, 0.2, 5.0);
    const bool hasOverrun = GENERATE (false, true); // of the output: it ran dry meanwhile
    if (hasOverrun && stallSeconds > 0.05)
        return; // a burst longer than what may be held is a gap if the device says so
    InventedDevice device (512, 100e-6, 0.3);
    device.call (1000);
    for (int n = 0; n < 20; ++n)
    {
        device.stall (stallSeconds);
        device.numOverruns += hasOverrun;
        device.call (2000);
    }
    CHECK (device.gaps.empty ());
    CHECK (device.position + device.held == device.truth ());
    CHECK (device.held == 0);
}

TEST_CASE ("lost samples are a gap of their length at their place", "[app][clock]")
{
    const std::int64_t lost = GENERATE (512, 1000, 4801, 480'000, 2'880'000);
    const double drift = GENERATE (100e-6, -100e-6);
    const double jitter = GENERATE (0.0, 0.5);
    INFO (lost << " " << drift << " " << jitter);
    InventedDevice device (512, drift, jitter);
    device.call (5000);
    const auto place = device.truth ();
    device.lose (lost);
    ++device.numOverruns;
    device.call (100);
    REQUIRE (device.gaps.size () == 1);
    CHECK (device.gaps[0].position == place);
    checkWithin (device.gaps[0].numSamples, lost, device.block);
    CHECK (device.held == 0);
    device.call (100'000);
    CHECK (device.gaps.size () == 1);
}

TEST_CASE ("an overrun that is told a callback later gives the same gap", "[app][clock]")
{
    InventedDevice device (512, 100e-6, 0.2);
    device.call (1000);
    const auto place = device.truth ();
    device.lose (10'000);
    device.call (); // the device's own thread has not counted it yet
    ++device.numOverruns;
    device.call (100);
    REQUIRE (device.gaps.size () == 1);
    CHECK (device.gaps[0].position == place);
    checkWithin (device.gaps[0].numSamples, 10'000, device.block);
}

TEST_CASE ("a gap in a burst has its length", "[app][clock]")
{
    InventedDevice device (512, 0, 0.2);
    device.call (1000);
    device.stall (0.05); // some blocks are kept,
    device.call (2);
    device.lose (20'000); // and then no more
    ++device.numOverruns;
    device.call (100);
    std::int64_t all = 0;
    for (const auto& gap : device.gaps)
        all += gap.numSamples;
    checkWithin (all, 20'000, device.block);
}

TEST_CASE ("many gaps do not add up to a wrong place", "[app][clock]")
{
    InventedDevice device (256, -100e-6, 0.4);
    device.call (1000);
    std::mt19937 random (3);
    for (int n = 0; n < 500; ++n)
    {
        device.lose (300 + static_cast<int> (random () % 100'000));
        ++device.numOverruns;
        device.call (300 + static_cast<int> (random () % 300));
    }
    CHECK (device.gaps.size () == 500);
    // Jitter makes a gap too long by 35 samples on average; the next gap makes up for it.
    checkWithin (device.position + device.held, device.truth (), 500 * device.block / 10);
}

TEST_CASE ("without a counted overrun nothing is a gap", "[app][clock]")
{
    const int numOverruns = GENERATE (0, -1); // -1: the device does not count
    InventedDevice device (512, 100e-6, 0.2, numOverruns);
    device.call (1000);
    device.lose (50'000);
    device.call (1000);
    CHECK (device.gaps.empty ());
    CHECK (device.held == 0);
    CHECK (device.position == device.truth () - 50'000);
}

TEST_CASE ("without room the decision is made at once", "[app][clock]")
{
    InventedDevice device (512, 0, 0.2);
    device.hasRoom = false;
    device.call (1000);
    const auto place = device.truth ();
    device.lose (10'000);
    ++device.numOverruns;
    device.call ();
    REQUIRE (device.gaps.size () == 1);
    CHECK (device.gaps[0].position == place);
    checkWithin (device.gaps[0].numSamples, 10'000, device.block);
    CHECK (device.held == 0);
}

} // namespace melstrom::testing
