// How fast a run's GPUs exchange memory with the host.
#pragma once

#include "Engine/Backend/Backend.h"

#include <optional>

namespace melstrom
{

/** Bytes a second of all GPUs together, one way at a time. */
struct BusRates
{
    double in = 0, out = 0;
};

/** Copies pinned memory to each GPU that takes work, and back, one GPU after the other. parts: of a
    backend of GPUs. Empty: one of them cannot be measured. Thread: any but audio, while no work is
    in flight. */
std::optional<BusRates> measureBusRates (const std::vector<DevicePart>& parts);

} // namespace melstrom
