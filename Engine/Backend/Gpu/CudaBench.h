// What a GPU carries and computes at most, measured without the host's part: for melstrom --bench.
#pragma once

#include "Engine/Backend/Gpu/Device/SharedDevice.h"
#include "Engine/Backend/Gpu/Mel/CudaOptions.h"

#include <string>

namespace melstrom::cuda
{

/** Bytes a second, the median of several copies. */
struct CopyRates
{
    double within = 0; ///< device to device; bytes read and bytes written both count
    double pinnedIn = 0, pinnedOut = 0;
    double pinnedBothOneStream = 0;  ///< in and out in turn; both count
    double pinnedBothTwoStreams = 0; ///< at the same time
    double pageableIn = 0, pageableOut = 0;
};

/** A spec on float32 samples that lie on the device already. */
struct ResidentTiming
{
    std::string variant;                          ///< "fused 20x10 t32"
    std::int64_t numFrames = 0, numRows = 0;      ///< of one run
    std::int64_t inputBytes = 0, outputBytes = 0; ///< of samples and of rows: each moved once
    double medianSeconds = 0, slowestSeconds = 0; ///< of one run, by the device's own clock
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

/** How much is measured, and how often. By default more than the caches of any device hold. */
struct BenchSizes
{
    std::size_t residentBytes = std::size_t {256} << 20; ///< of audio, at least; halved until it
                                                         ///< fits
    std::size_t copyBytes = std::size_t {64} << 20;
    int numWarmUps = 3, numRuns = 21;
};

/** Owns the device for the time of the measurements. Thread: any, one at a time.
    All fail: outOfMemory, deviceLost. */
class CudaBench
{
public:
    explicit CudaBench (std::unique_ptr<CudaDevice> device, BenchSizes sizes = {});

    const DeviceProperties& properties () const noexcept { return device_->properties (); }
    Result<CopyRates> copyRates ();
    /** Signals of noise, all alike, until there are `residentBytes`; run after run over all of them.
        First the rows of every signal must be the same and not nothing: verificationFailed.
        Fails besides: badSpec, and what chooseVariant says. */
    Result<ResidentTiming> timeResident (const MelSpec& spec, int rateHz,
                                         const CudaOptions& options);

private:
    SharedDevice device_;
    BenchSizes sizes_;
};

} // namespace melstrom::cuda
