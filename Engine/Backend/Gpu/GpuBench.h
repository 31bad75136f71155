// Highest transfer and compute rates of a GPU, measured without the host's part: for melstrom
// --bench.
#pragma once

#include "Engine/Backend/Gpu/Device/SharedDevice.h"
#include "Engine/Backend/Gpu/Mel/GpuOptions.h"

#include <string>

namespace melstrom::gpu
{

/** Bytes a second, medians of several copies. */
struct CopyRates
{
    double within = 0; ///< device to device; counts bytes read and bytes written
    double pinnedIn = 0, pinnedOut = 0;
    double pinnedBothOneStream = 0;  ///< in and out by turns; counts both
    double pinnedBothTwoStreams = 0; ///< in and out at the same time; counts both
    double pageableIn = 0, pageableOut = 0;
};

/** Times of a spec with float32 samples that are already on the device. */
struct ResidentTiming
{
    std::string variant;                          ///< "fused 20x10 t32"
    std::int64_t numFrames = 0, numRows = 0;      ///< of one run
    std::int64_t inputBytes = 0, outputBytes = 0; ///< all samples and all rows, counted once
    double medianSeconds = 0, slowestSeconds = 0; ///< of one run, by the device's clock
    int numRuns = 0;

    double framesPerSecond () const noexcept
    {
        return static_cast<double> (numFrames) / medianSeconds;
    }
    double rowsPerSecond () const noexcept { return static_cast<double> (numRows) / medianSeconds; }
    double bytesPerSecond () const noexcept
    {
        return static_cast<double> (inputBytes + outputBytes) / medianSeconds;
    }
};

/** Sizes and repetitions of the measurements. The default sizes exceed the caches of any device. */
struct BenchSizes
{
    /** least bytes of audio; halved until they fit */
    std::size_t residentBytes = std::size_t {256} << 20;
    std::size_t copyBytes = std::size_t {64} << 20;
    int numWarmUps = 3, numRuns = 21;
};

/** Uses the device alone during the measurements. Thread: any, one at a time. All functions fail
    with outOfMemory, deviceLost. */
class GpuBench
{
public:
    explicit GpuBench (std::unique_ptr<Device> device, BenchSizes sizes = {});

    const DeviceProperties& properties () const noexcept { return device_->properties (); }
    Result<CopyRates> copyRates ();
    /** Times runs over equal signals of noise that fill `residentBytes`. First checks that the rows
        of all signals are equal and not all zero. Fails: verificationFailed for that check;
        badSpec; as chooseVariant. */
    Result<ResidentTiming> timeResident (const MelSpec& spec, int rateHz,
                                         const GpuOptions& options);

private:
    SharedDevice device_;
    BenchSizes sizes_;
};

} // namespace melstrom::gpu
