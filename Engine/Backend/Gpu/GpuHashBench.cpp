#include "Engine/Backend/Gpu/GpuHashBench.h"

#include <limits>
#include <mutex>

namespace melstrom::gpu
{

GpuHashBench::GpuHashBench (std::unique_ptr<Device> device)
    : device_ (std::move (device)), timer_ (device_)
{
}

Result<void> GpuHashBench::fill (DeviceMemory& memory, const void* from, std::size_t bytes)
{
    memory = {};
    MELSTROM_TRY (take (memory, device_, device_->allocate (bytes)));
    if (bytes == 0)
        return {};
    const auto copy = [&] (StreamHandle stream) {
        return device_->copyIn (memory.get (), static_cast<const std::byte*> (from), bytes, stream);
    };
    MELSTROM_TRY (timer_.hostSeconds (copy));
    return {};
}

Result<void> GpuHashBench::load (const FeatureRecords& records, const HashedShape& shape)
{
    const std::scoped_lock lock (device_.mutex);
    if (timer_.stream () == StreamHandle::none)
        MELSTROM_TRY (timer_.prepare ());
    matrix_ = {};
    MELSTROM_TRY (fill (rows_, records.rows.data (), records.rows.size_bytes ()));
    MELSTROM_TRY (fill (ids_, records.ids.data (), records.ids.size_bytes ()));
    MELSTROM_TRY (fill (weights_, records.weights.data (), records.weights.size_bytes ()));
    MELSTROM_TRY (take (matrix_, device_, device_->allocate (shape.numCells () * sizeof (float))));
    records_ = {rows_.get (), ids_.get (), weights_.get (),
                static_cast<std::int64_t> (records.rows.size ())};
    shape_ = shape;
    return {};
}

Result<std::vector<float>> GpuHashBench::sums (HashVariant variant)
{
    const std::scoped_lock lock (device_.mutex);
    MELSTROM_TRY_VALUE (const auto sum,
                        HashSum::make (device_, variant, records_, shape_, matrix_.get ()));
    std::vector<float> matrix (shape_.numCells (), std::numeric_limits<float>::quiet_NaN ());
    auto* const bytes = reinterpret_cast<std::byte*> (matrix.data ());
    const std::size_t numBytes = matrix.size () * sizeof (float);
    MELSTROM_TRY (timer_.hostSeconds (
        [&] (StreamHandle stream) -> Result<void>
        {
            MELSTROM_TRY (device_->copyIn (matrix_.get (), bytes, numBytes, stream));
            MELSTROM_TRY (sum.enqueue (stream));
            return device_->copyOut (bytes, matrix_.get (), numBytes, stream);
        }));
    return matrix;
}

Result<RunValues> GpuHashBench::time (HashVariant variant, const RunCounts& runs)
{
    const std::scoped_lock lock (device_.mutex);
    MELSTROM_TRY_VALUE (const auto sum,
                        HashSum::make (device_, variant, records_, shape_, matrix_.get ()));
    MELSTROM_TRY (device_.noted (device_->beginCapture (timer_.stream ())));
    Result<void> enqueued;
    for (int call = 0; call < kCallsPerTiming && enqueued; ++call)
        enqueued = sum.enqueue (timer_.stream ());
    Graph graph;
    const auto taken = take (graph, device_, device_->endCapture (timer_.stream ()));
    MELSTROM_TRY (std::move (enqueued));
    MELSTROM_TRY (Result<void> (taken));
    const auto launch = [&] (StreamHandle stream)
    { return device_->launch (graph.get (), stream); };
    return timedRuns (runs,
                      [&] () -> Result<double>
                      {
                          MELSTROM_TRY_VALUE (const double seconds, timer_.deviceSeconds (launch));
                          return seconds / kCallsPerTiming;
                      });
}

Result<HashVariant> GpuHashBench::fastest (bool orderIndependent)
{
    const std::scoped_lock lock (device_.mutex);
    return fastestHashVariant (device_, timer_, records_, shape_, matrix_.get (), orderIndependent);
}

} // namespace melstrom::gpu
