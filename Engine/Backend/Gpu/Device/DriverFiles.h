// Where Linux shows NVIDIA's driver and GPUs to whoever has not loaded the driver.
#pragma once

#include <string>

namespace melstrom
{
struct PresentGpus;
}

namespace melstrom::cuda
{

/** The release of the kernel's module, in one line. */
inline constexpr const char* kDriverReleaseFile = "/sys/module/nvidia/version";
/** A folder for each GPU, with a file `information` that has a line "Model: NVIDIA H200". */
inline constexpr const char* kGpuFolder = "/proc/driver/nvidia/gpus";

/** root: stands before both; "" for the system's own. Thread: any but audio. */
PresentGpus readDriverFiles (const std::string& root);

} // namespace melstrom::cuda
