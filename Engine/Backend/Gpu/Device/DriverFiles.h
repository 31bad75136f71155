// The files in which Linux lists NVIDIA's driver and GPUs; readable without loading the driver.
#pragma once

#include <string>

namespace melstrom
{
struct PresentGpus;
}

namespace melstrom::gpu
{

/** One line: the release of the kernel module. */
inline constexpr const char* kDriverReleaseFile = "/sys/module/nvidia/version";
/** One folder for each GPU, with a file `information` that has a line "Model: NVIDIA H200". */
inline constexpr const char* kGpuFolder = "/proc/driver/nvidia/gpus";

/** root: prefix of both paths; "" for the system's files. Thread: any but audio. */
PresentGpus readDriverFiles (const std::string& root);

} // namespace melstrom::gpu
