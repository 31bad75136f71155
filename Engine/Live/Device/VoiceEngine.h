// Who sounds an instance's voices from one prepare of its host to the next.
#pragma once

#include "Engine/Live/Device/LiveDevice.h"
#include "Engine/Spec/Patch/Patch.h"

namespace melstrom
{

/** The CPU is asked for by its kind; a GPU that is chosen may still be starting. */
struct VoiceEngine
{
    BackendChoice backend; ///< never `automatic` where the CPU was chosen
    /** The GPU that was chosen, or one that is brought up because nobody has measured it with its driver of now. Its end may take seconds:
        it should be kept as long as the instance may choose again. null: neither. */
    std::shared_ptr<LiveDevice> device;
};

/** Sinusoids of the patch with all voices that it may have. Makes its tables. Thread: any but audio. */
std::int64_t sinusoidsAtFullPolyphony (const Patch& patch);

/** asked: `cpu` and `cuda` are what they say. `automatic` takes the GPU only where it needs it: the patch at full
    polyphony has more sinusoids than the measured crossover allows the CPU at that rate. While nobody has measured this GPU
    with its driver, what was measured with another one may choose the GPU; else the CPU is chosen, and the GPU comes up in the
    background to be measured. The CPU is chosen, too, where there is no CUDA module.
    Waits for no device; reads the file of measured values. Thread: any but audio. Fails by std::bad_alloc. */
VoiceEngine chooseVoiceEngine (const BackendChoice& asked, const Patch& patch, double sampleRateHz);

} // namespace melstrom
