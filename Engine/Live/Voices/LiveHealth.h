// What an instance says about itself.
#pragma once

#include <cstdint>
#include <string>

namespace melstrom
{

/** At one moment; round trips are the latest ones. How much of its time a callback takes is for those
    to measure who are called. Plain data. */
struct LiveHealth
{
    std::string backend;    ///< "cpu", "cuda:0": who sounds voices at the moment
    std::string deviceName; ///< "CPU (AVX2)", "NVIDIA H200"
    std::string notice;     ///< why it is not the one that was asked for; empty: it is
    double sampleRateHz = 0;
    int latencySamples = 0;
    /** From handing a block to the worker to its being done; all 0 where the CPU sounds voices. */
    struct Seconds
    {
        float p50 = 0, p99 = 0, p999 = 0, worst = 0;
    };
    Seconds roundTrip;
    std::int64_t numMisses = 0; ///< blocks that the CPU took over
    std::int64_t numLostEvents = 0;
    int numVoices = 0;
    /** In which something was left out for lack of time, and how much now: 0 .. kMostShedLevel. */
    std::int64_t numShedBlocks = 0;
    int shedLevel = 0;
    bool isDeviceLost = false;
};

} // namespace melstrom
