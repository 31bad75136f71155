// Remembers between runs which way of computing was the fastest.
#pragma once

#include "Engine/Backend/Gpu/Device/CudaDevice.h"
#include "Engine/Spec/Mel/MelGeometry.h"

#include <optional>
#include <string>

namespace melstrom::cuda
{

/** $XDG_CACHE_HOME/melstrom/variants.json, or the same under $HOME/.cache; empty where neither
    names an absolute path. */
std::optional<std::string> defaultVariantCacheFile ();

/** What a choice holds for: device, compute capability, driver and its release, Melstrom, the
    module's interface, the spec and the rate. One line. */
std::string variantKey (const DeviceProperties& device, const MelGeometry& geometry);

/** The name that was stored for a key; empty where there is none, or the file cannot be read or
    understood. Thread: any; never throws. */
std::string recallVariant (const std::string& file, const std::string& key) noexcept;

/** Stores it and keeps what others stored; the oldest go where there are too many. What cannot be
    written is forgotten. Processes may race: the file is whole at any time, and the last one to
    write is in it. Thread: any; never throws. */
void rememberVariant (const std::string& file, const std::string& key,
                      const std::string& name) noexcept;

} // namespace melstrom::cuda
