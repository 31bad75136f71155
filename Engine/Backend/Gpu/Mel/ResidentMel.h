// A batch that never leaves the device: to time its kernels alone.
#pragma once

#include "Engine/Backend/Gpu/Device/DeviceTimer.h"
#include "Engine/Backend/Gpu/Mel/CudaSlot.h"

#include <vector>

namespace melstrom::cuda
{

/** Signals of float32 noise, all alike, and their rows. Thread: holds the device's mutex. */
class ResidentMel
{
public:
    static constexpr int kSignalSeconds = 30;

    /** Decides sizes; takes no device memory. numSignals >= 1 */
    ResidentMel (SharedDevice& device, const MelGeometry& geometry, const ChosenVariant& variant,
                 int numSignals);

    std::size_t deviceBytes () const noexcept;
    std::int64_t numFrames () const noexcept { return counts ().numFrames; } ///< once prepared
    std::int64_t numRows () const noexcept { return numSignals_ * span_.numRows; }
    std::int64_t inputBytes () const noexcept { return numSignals_ * signalBytes (); }
    std::int64_t outputBytes () const noexcept { return numSignals_ * rowBytes (); }

    /** Takes memory and fills it. Fails: outOfMemory, deviceUnavailable (no cuFFT), deviceLost. */
    Result<void> prepare (DeviceTimer& timer);
    /** Enqueues all kernels once. */
    Result<void> launch (StreamHandle stream);
    /** Launches once into cleared memory and looks whether the rows of every signal are the same,
        and not nothing. Fails: verificationFailed, deviceLost. */
    Result<void> check (DeviceTimer& timer);
    /** Where the samples of a signal lie. Once prepared. */
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
    MelSpan span_; ///< of every signal, but for its place
    MelComputation computation_;
    SlotLayout layout_;
    std::vector<std::byte> tables_; ///< as they lie at the start of `memory_`
    DeviceMemory memory_;
    MelWork work_;
};

} // namespace melstrom::cuda
