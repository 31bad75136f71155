// Health of one instance, for displays and logs.
#pragma once

#include <cstdint>
#include <string>

namespace melstrom
{

/** Values of one moment; `roundTrip` covers recent blocks. The load of the audio callback is
    missing: the owner of the callback measures it. Plain data. */
struct LiveHealth
{
    std::string backend;    ///< that renders voices now: "cpu", "cuda:0"
    std::string deviceName; ///< "CPU (AVX2)", "NVIDIA H200"
    std::string notice;     ///< why it is not the requested backend; empty: it is
    double sampleRateHz = 0;
    int latencySamples = 0;
    /** From submission of a block to its completion by the worker; 0 when the CPU renders. */
    struct Seconds
    {
        float p50 = 0, p99 = 0, p999 = 0, worst = 0;
    };
    Seconds roundTrip;
    std::int64_t numMisses = 0; ///< blocks that the worker missed and the CPU rendered
    std::int64_t numLostEvents = 0;
    int numVoices = 0;
    std::int64_t numShedBlocks = 0; ///< blocks with a shed level above 0
    int shedLevel = 0;              ///< now: 0 .. kMostShedLevel
    bool isDeviceLost = false;
};

} // namespace melstrom
