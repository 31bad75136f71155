// Caches the fastest variant between runs.
#pragma once

#include "Engine/Backend/Gpu/Device/Device.h"
#include "Engine/Spec/Mel/MelGeometry.h"

#include <optional>
#include <string>

namespace melstrom::gpu
{

/** $XDG_CACHE_HOME/melstrom/variants.json, or the same path under $HOME/.cache. Empty if neither
    variable names an absolute path. */
std::optional<std::string> defaultVariantCacheFile ();

/** Conditions of a choice, in one line: device, compute capability, driver and its release,
    Melstrom's version, the module's interface, the spec and the rate. */
std::string variantKey (const DeviceProperties& device, const MelGeometry& geometry);

/** The cached name for a key. Empty without an entry, or if the file cannot be read or parsed.
    Thread: any; never throws. */
std::string recallVariant (const std::string& file, const std::string& key) noexcept;

/** Stores the name and keeps the other entries. Above 256 entries the oldest entries are removed. A
    failed write is ignored. Several processes may write: the file is always whole and holds the
    last write. Thread: any; never throws. */
void rememberVariant (const std::string& file, const std::string& key,
                      const std::string& name) noexcept;

} // namespace melstrom::gpu
