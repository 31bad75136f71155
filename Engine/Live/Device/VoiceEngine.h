// Choice of the backend for an instance's voices, made at each prepare of its host; and the crossover
// of this machine, which decides it: lookup and measurement.
#pragma once

#include "Engine/Backend/Choice/VoiceCrossover.h"
#include "Engine/Live/Device/LiveDevice.h"
#include "Engine/Spec/Patch/Patch.h"

namespace melstrom
{

/** The chosen backend; a chosen GPU may still be starting. */
struct VoiceEngine
{
    BackendChoice backend; ///< never `automatic` if the CPU was chosen
    /** The chosen GPU, or a GPU that starts to be measured because its crossover with the present
        driver is unknown. Its destruction may take seconds: keep it as long as the instance may
        choose again.
        null: neither. */
    std::shared_ptr<LiveDevice> device;
};

/** Sinusoids of the patch with its maximum number of voices. Makes its tables. Thread: any but
    audio. */
std::int64_t sinusoidsAtFullPolyphony (const Patch& patch);

/** asked: `cpu` and `gpu` are taken as they are. `automatic` takes the GPU only if the patch at
    full polyphony has more sinusoids than the measured crossover allows the CPU at that rate. While
    this GPU with its driver is not measured, a measurement of another GPU or driver may choose the
    GPU; else the CPU is chosen, and the GPU starts in the background to be measured. Without a CUDA
    module the CPU is chosen.
    Waits for no device; reads the file of measurements. Thread: any but audio.
    Throws std::bad_alloc. */
VoiceEngine chooseVoiceEngine (const BackendChoice& asked, const Patch& patch, double sampleRateHz);

/** The newest measurement of this process. Else the value of the file of measurements: for the
    present GPU and driver, or for any other. Reads that file and small system files; waits for
    nothing else.
    Thread: any but audio. */
std::optional<KnownCrossover> knownCrossover () noexcept;

/** If the file has no value for this GPU and its driver, measures one and writes it to the file if
    possible. Keeps the value in this process. An error changes nothing. Thread: the device's. */
void measureOnce (GpuDevice& gpu, const std::stop_token& stop) noexcept;

/** For tests: forgets this process's measurement. */
void forgetCrossover () noexcept;

} // namespace melstrom
