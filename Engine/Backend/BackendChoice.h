// Who computes: what the user asks for, and the backend that answers.
#pragma once

#include "Engine/Backend/Backend.h"

#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

/** Ways of computing bands on a GPU. */
enum class MelVariant
{
    automatic, ///< the fastest that agrees with the definition on this device; remembered
    fused,     ///< samples in, features out
    cufft      ///< transforms by cuFFT; any size
};

struct BackendChoice
{
    enum class Kind
    {
        automatic, ///< CUDA if it can be had, else the CPU
        cpu,
        cuda
    };
    Kind kind = Kind::automatic;
    int deviceIndex = 0; ///< of CUDA
    int numThreads = 0;  ///< of the CPU; 0: one a core
    MelVariant variant = MelVariant::automatic;
    /** Of what `variant` allows, these alone, as Backend::variantOf names them; empty: all. */
    std::vector<std::string> variantNames;
    /** of device memory, at most; empty: 80 % of what is free */
    std::optional<std::size_t> deviceBytes;

    bool operator== (const BackendChoice&) const = default;
};

/** Returns at once: a GPU comes up on a thread of its own while files are listed; `Backend::ready`
    waits for it. Kind::automatic: where CUDA cannot be had the CPU answers and `notice` says why;
    Kind::cuda: `ready` fails then. */
Result<std::unique_ptr<Backend>> openBackend (const BackendChoice& choice);

/** A line a device for people: name, memory, compute capability; or why there is none. Loads the
    driver. */
struct DeviceListing
{
    std::string backend; ///< "cpu", "cuda:0"
    std::string text;
    bool usable = false;
};
std::vector<DeviceListing> listDevices ();

} // namespace melstrom
