#include "Engine/Backend/Choice/OpenDevices.h"

#include "Engine/Backend/Gpu/Device/CudaModule.h"
#include "Engine/Backend/Gpu/GpuBackend.h"
#include "Engine/Backend/Group/DeviceGroup.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/ParallelFor.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

namespace
{
using Opened = Result<std::unique_ptr<Backend>>;

Error badDevices (const std::string& message)
{
    return {ErrorCode::badUsage, "--devices: " + message, {}};
}

/** "cuda:0, cuda:1 and cuda:5". */
std::string namesText (const std::vector<std::string>& names)
{
    std::string text;
    for (std::size_t i = 0; i < names.size (); ++i)
        text += (i == 0 ? "" : i + 1 == names.size () ? " and " : ", ") + names[i];
    return text;
}

Result<std::vector<int>> indicesOf (const DeviceList& list)
{
    MELSTROM_TRY_VALUE (const auto* const module, gpu::openCudaModule ());
    MELSTROM_TRY_VALUE (const int count, module->countDevices ());
    for (const int index : list.indices)
        if (index >= count)
            return badDevices ("there is no GPU " + std::to_string (index) +
                               "; the driver reports " + std::to_string (count) +
                               ", counted from 0");
    std::vector<int> indices = list.indices;
    for (int index = 0; list.indices.empty () && index < count; ++index)
        indices.push_back (index);
    return indices;
}

/** Those that are not lost; all, if all are. */
std::vector<int> withoutLost (const std::vector<int>& indices, const DeviceList& list)
{
    std::vector<int> left;
    for (const int index : indices)
        if (std::ranges::find (list.lost, index) == list.lost.end ())
            left.push_back (index);
    return left.empty () ? indices : left;
}

std::vector<Opened> openEach (const BackendChoice& choice, const std::vector<int>& indices)
{
    std::vector<Opened> opened;
    for (std::size_t i = 0; i < indices.size (); ++i)
        opened.emplace_back (std::unique_ptr<Backend> ());
    const auto count = static_cast<std::int64_t> (indices.size ());
    parallelFor (count, static_cast<int> (count),
                 [&] (std::int64_t i)
                 {
                     const auto at = static_cast<std::size_t> (i);
                     opened[at] = guarded (
                         [&] () -> Opened
                         {
                             MELSTROM_TRY_VALUE (auto device, gpu::openCudaDevice (indices[at]));
                             return gpu::makeGpuBackend (std::move (device),
                                                         gpu::gpuOptionsOf (choice));
                         });
                 });
    return opened;
}
} // namespace

Result<void> checkOneKind (const std::vector<DeviceKind>& devices)
{
    for (const DeviceKind& other : devices)
    {
        const DeviceKind& first = devices.front ();
        if (other.deviceName != first.deviceName)
            return badDevices (first.name + " is " + first.deviceName + ", but " + other.name +
                               " is " + other.deviceName +
                               "; rows of both would differ by rounding: name GPUs of one kind");
        if (other.driver != first.driver)
            return badDevices (first.name + " has the driver " + first.driver + ", but " +
                               other.name + " has " + other.driver +
                               "; rows of both would differ by rounding: name GPUs of one driver");
    }
    return {};
}

Result<std::unique_ptr<Backend>> openDevices (const BackendChoice& choice)
{
    const DeviceList& list = *choice.devices;
    MELSTROM_TRY_VALUE (const auto asked, indicesOf (list));
    const auto indices = withoutLost (asked, list);
    std::string notice;
    const auto leaveOut = [&notice] (int index, const std::string& reason)
    { notice += (notice.empty () ? "" : "; ") + gpuName (index) + " is left out: " + reason; };
    for (const int index : asked)
        if (std::ranges::find (indices, index) == indices.end ())
            leaveOut (index, "this run lost it before");
    auto opened = openEach (choice, indices);
    std::vector<std::unique_ptr<Backend>> members;
    std::vector<DeviceKind> kinds;
    for (std::size_t i = 0; i < opened.size (); ++i)
    {
        if (! opened[i] && ! list.indices.empty ())
            return Error {opened[i].error ().code,
                          gpuName (indices[i]) + ": " + opened[i].error ().message,
                          {}};
        if (! opened[i])
        {
            leaveOut (indices[i], opened[i].error ().message);
            continue;
        }
        kinds.push_back (
            {(*opened[i])->name (), (*opened[i])->deviceName (), (*opened[i])->driver ()});
        members.push_back (*std::move (opened[i]));
    }
    if (members.empty ())
        return opened.front ().error ();
    MELSTROM_TRY (checkOneKind (kinds));
    return std::unique_ptr<Backend> (
        std::make_unique<DeviceGroup> (std::move (members), gpuName (asked.front ()),
                                       std::move (notice), ! list.indices.empty ()));
}

std::string allDevicesText (const std::vector<DeviceListing>& listings)
{
    std::vector<DeviceKind> kinds;
    std::vector<std::string> names, leftOut;
    for (const DeviceListing& listing : listings)
    {
        if (listing.kind != BackendChoice::Kind::gpu)
            continue;
        (listing.usable ? names : leftOut).push_back (listing.backend);
        if (listing.usable)
            kinds.push_back ({listing.backend, listing.deviceName, listing.driver});
    }
    if (kinds.empty ())
        return "--devices all would be refused: no GPU is usable";
    if (const auto same = checkOneKind (kinds); ! same)
        return "--devices all would be refused: " +
               same.error ().message.substr (same.error ().message.find (": ") + 2);
    return "--devices all would use " + namesText (names) + ", " + kinds.front ().deviceName +
           (leftOut.empty () ? "" : ", and leave out " + namesText (leftOut));
}

} // namespace melstrom
