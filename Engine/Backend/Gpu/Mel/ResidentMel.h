// A batch that stays on the device, for timing its kernels alone.
#pragma once

#include "Engine/Backend/Gpu/Device/DeviceTimer.h"
#include "Engine/Backend/Gpu/Mel/GpuSlot.h"

#include <vector>

namespace melstrom::gpu
{

/** Equal signals of float32 noise, and their rows. Thread: holds the device's mutex. */
class ResidentMel
{
public:
    static constexpr int kSignalSeconds = 30;

    /** Determines sizes. Allocates no device memory. numSignals >= 1 */
    ResidentMel (SharedDevice& device, const MelGeometry& geometry, const ChosenVariant& variant,
                 int numSignals);

    std::size_t deviceBytes () const noexcept;
    std::int64_t numFrames () const noexcept { return counts ().numFrames; } ///< after `prepare`
    std::int64_t numRows () const noexcept { return numSignals_ * span_.numRows; }
    std::int64_t inputBytes () const noexcept { return numSignals_ * signalBytes (); }
    std::int64_t outputBytes () const noexcept { return numSignals_ * rowBytes (); }

    /** Allocates device memory and fills it. Fails: outOfMemory, deviceUnavailable (no cuFFT),
        deviceLost. */
    Result<void> prepare (DeviceTimer& timer);
    /** Enqueues all kernels once. */
    Result<void> launch (StreamHandle stream);
    /** Launches once into cleared memory and checks that the rows of all signals are equal and not
        all zero. Fails: verificationFailed, deviceLost. */
    Result<void> check (DeviceTimer& timer);
    /** Address of a signal's samples. Call after `prepare`. */
    DeviceAddress inputOf (int signal) const noexcept;

private:
    std::int64_t signalBytes () const noexcept;
    std::int64_t rowBytes () const noexcept; ///< of one signal
    const WorkCounts& counts () const noexcept;
    Result<void> buildTables ();
    Result<void> fillInput (const std::vector<float>& signal, StreamHandle stream);
    Result<void> readRows (std::int64_t signal, std::vector<std::byte>& rows, DeviceTimer& timer);

    SharedDevice& device_;
    int numSignals_;
    MelSpan span_; ///< of every signal, except for its place
    MelComputation computation_;
    SlotLayout layout_;
    std::vector<std::byte> tables_; ///< as at the start of `memory_`
    DeviceMemory memory_;
    MelWork work_;
};

} // namespace melstrom::gpu
