// Feature hashing on a GPU without the host's part: for melstrom --bench.
#pragma once

#include "Engine/Backend/Gpu/Hash/HashSum.h"
#include "Engine/Core/TimedRuns.h"

#include <vector>

namespace melstrom::gpu
{

/** Uses the device alone during the measurements. Thread: any, one at a time. All functions fail
    with outOfMemory, deviceLost. */
class GpuHashBench
{
public:
    static constexpr int kCallsPerTiming = 10;

    explicit GpuHashBench (std::unique_ptr<Device> device);

    const DeviceProperties& properties () const noexcept { return device_->properties (); }

    /** Copies records to the device; they replace those before. */
    Result<void> load (const FeatureRecords& records, const HashedShape& shape);

    /** The matrix of one call. Until then it holds NaN. Fails: as HashSum::make. */
    Result<std::vector<float>> sums (HashVariant variant);

    /** Seconds of a call: ten calls in one graph, by the device's clock. Fails: as
        HashSum::make. */
    Result<RunValues> time (HashVariant variant, const RunCounts& runs);

    /** As fastestHashVariant. */
    Result<HashVariant> fastest (bool orderIndependent);

private:
    Result<void> fill (DeviceMemory& memory, const void* from, std::size_t bytes);

    SharedDevice device_;
    DeviceTimer timer_;
    DeviceMemory rows_, ids_, weights_, matrix_;
    DeviceRecords records_;
    HashedShape shape_;
};

} // namespace melstrom::gpu
