#include "Engine/Backend/Gpu/Device/DriverFiles.h"

#include "Engine/Backend/GpuDevice.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

namespace melstrom::gpu
{

namespace
{
namespace fs = std::filesystem;

/** The "Model:" line's value; empty without one. */
std::string modelIn (const fs::path& information)
{
    constexpr std::string_view kModel = "Model:";
    std::ifstream file (information);
    for (std::string line; std::getline (file, line);)
        if (line.starts_with (kModel))
        {
            const auto begin = line.find_first_not_of (" \t", kModel.size ());
            return begin == std::string::npos ? std::string () : line.substr (begin);
        }
    return {};
}
} // namespace

PresentGpus readDriverFiles (const std::string& root)
{
    PresentGpus present;
    std::ifstream release (root + kDriverReleaseFile);
    std::getline (release, present.driverRelease);
    std::error_code problem; // a missing folder means no GPUs
    for (fs::directory_iterator gpu (root + kGpuFolder, problem), end; ! problem && gpu != end;
         gpu.increment (problem))
        if (auto model = modelIn (gpu->path () / "information"); ! model.empty ())
            present.models.push_back (std::move (model));
    return present;
}

} // namespace melstrom::gpu
