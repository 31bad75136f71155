// What the bits of rows depend on besides inputs, spec and the name of the device.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace melstrom
{

/** plan.json and dataset.json hold it as "driver" and "variants", behind "backend" and "device". Both empty: a CPU
    computes, and neither key is there. */
struct Computation
{
    std::string driver;                  ///< Backend::driver
    std::map<int, std::string> variants; ///< Backend::variantOf, by feature rate

    bool operator== (const Computation&) const = default;
};

/** Adds the two keys. */
void addComputation (nlohmann::ordered_json& json, const Computation& computation);

/** Of a plan.json or dataset.json; what is missing or of another type counts as empty. */
Computation computationOf (const nlohmann::json& json);

/** Why rows of the two may not stand in one dataset, as "driver: CUDA 12.8 there, CUDA 13.0 now"; empty if they may. A
    rate that one of them lacks makes no difference. */
std::string differenceOf (const Computation& there, const Computation& now);

} // namespace melstrom
