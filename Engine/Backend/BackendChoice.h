// The user's choice of a device, and the backend that it opens.
#pragma once

#include "Engine/Backend/Backend.h"

#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

/** Variants of computing bands on a GPU. */
enum class MelVariant
{
    /** the fastest variant that agrees with the definition on this device; the choice is cached */
    automatic,
    fused, ///< samples in, features out
    cufft  ///< transforms by cuFFT, of any size
};

struct BackendChoice
{
    enum class Kind
    {
        automatic, ///< CUDA if available, else the CPU
        cpu,
        cuda
    };
    Kind kind = Kind::automatic;
    int deviceIndex = 0;              ///< CUDA's index
    std::optional<int> numThreads {}; ///< of the CPU backend; empty: one a core
    MelVariant variant = MelVariant::automatic;
    /** Restricts `variant` to these names, as Backend::variantOf spells them; empty: no
        restriction. */
    std::vector<std::string> variantNames;
    /** upper limit of device memory; empty: 80 % of the free memory */
    std::optional<std::size_t> deviceBytes;

    bool operator== (const BackendChoice&) const = default;
};

/** Returns at once. A GPU comes up on its own thread while files are listed; `Backend::ready` waits
    for it. Without CUDA, Kind::automatic falls back to the CPU and `notice` gives the reason; with
    Kind::cuda, `ready` fails. */
Result<std::unique_ptr<Backend>> openBackend (const BackendChoice& choice);

/** One device as a line of text: name, memory, compute capability, or the reason why there is none.
    Loads the driver. */
struct DeviceListing
{
    std::string backend; ///< "cpu", "cuda:0"
    std::string text;
    bool usable = false;
};
std::vector<DeviceListing> listDevices ();

} // namespace melstrom
