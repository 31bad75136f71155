// The driver and variants that computed rows. The bits of rows depend on them, besides inputs, spec
// and the name of the device.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace melstrom
{

/** plan.json and dataset.json hold it as "driver" and "variants", behind "backend" and "device". If
    a CPU computes, both members are empty and both keys are absent. */
struct Computation
{
    std::string driver;                  ///< Backend::driver
    std::map<int, std::string> variants; ///< Backend::variantOf, by feature rate

    bool operator== (const Computation&) const = default;
};

/** Adds the keys "driver" and "variants". */
void addComputation (nlohmann::ordered_json& json, const Computation& computation);

/** Reads a plan.json or dataset.json. A key that is missing or of another type counts as empty. */
Computation computationOf (const nlohmann::json& json);

/** Why rows of the two must not stand in one dataset, as "driver: CUDA 12.8 there, CUDA 13.0 now";
    empty if they may. A rate that only one of them has makes no difference. */
std::string differenceOf (const Computation& there, const Computation& now);

} // namespace melstrom
