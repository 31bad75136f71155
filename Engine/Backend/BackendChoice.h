// The user's choice of a device, and the backend that it opens.
#pragma once

#include "Engine/Backend/Backend.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** Several GPUs that share the work of a batch run. */
struct DeviceList
{
    std::vector<int> indices; ///< as their driver counts, each once; empty: all of the machine
    std::vector<int> lost; ///< that an earlier process of this run lost: left out, if others stay

    bool operator== (const DeviceList&) const = default;
};

struct BackendChoice
{
    enum class Kind
    {
        automatic, ///< a GPU if available, else the CPU
        cpu,
        gpu
    };
    Kind kind = Kind::automatic;
    int deviceIndex = 0;              ///< the GPU's, as its driver counts
    std::optional<int> numThreads {}; ///< of the CPU backend; empty: one a core
    /** Variants that may compute bands, as Backend::variantOf spells them, or one family of
        variants: "fused". Empty: the fastest variant that agrees with the definition on this
        device; the choice is cached. */
    std::vector<std::string> variants;
    /** upper limit of device memory; empty: 80 % of the free memory */
    std::optional<std::size_t> deviceBytes;
    /** with Kind::gpu: these GPUs instead of `deviceIndex` */
    std::optional<DeviceList> devices {};

    /** False: options for a GPU have no effect. */
    bool mayUseGpu () const noexcept;
    bool operator== (const BackendChoice&) const = default;
};

/** Name of a kind in `--backend`, in plugin states and in reports. Never changes: states on disk
    have it. */
constexpr std::string_view backendKindName (BackendChoice::Kind kind) noexcept
{
    switch (kind)
    {
        case BackendChoice::Kind::automatic: return "auto";
        case BackendChoice::Kind::cpu: return "cpu";
        case BackendChoice::Kind::gpu: return "cuda";
    }
    return {};
}
/** All kinds, in their order. */
inline constexpr std::array kBackendKinds {BackendChoice::Kind::automatic, BackendChoice::Kind::cpu,
                                           BackendChoice::Kind::gpu};
static_assert (backendKindName (static_cast<BackendChoice::Kind> (kBackendKinds.size ())).empty (),
               "a kind with a name is not in the list");
/** A GPU's name in the same places: "cuda:1". */
std::string gpuName (int deviceIndex);

/** Returns at once. A GPU comes up on its own thread while files are listed; `Backend::ready` waits
    for it. Without a GPU, Kind::automatic falls back to the CPU and `notice` gives the reason; with
    Kind::gpu, `ready` fails. */
Result<std::unique_ptr<Backend>> openBackend (const BackendChoice& choice);

/** One device as a line of text: name, memory, compute capability, or the reason why there is none.
    Loads the driver. */
struct DeviceListing
{
    std::string backend; ///< "cpu", "cuda:0"; "cuda" if no GPU can be listed
    std::string text;
    bool usable = false;
    BackendChoice::Kind kind = BackendChoice::Kind::cpu;
    int deviceIndex = 0;
    std::string deviceName {}, driver {}; ///< as in Backend; empty if not usable
    std::optional<int> memoryNode {};     ///< as in DevicePart
};
std::vector<DeviceListing> listDevices ();

/** One sentence: the GPUs that `--devices all` would use on this machine, or why it would not. */
std::string allDevicesText (const std::vector<DeviceListing>& listings);

} // namespace melstrom
