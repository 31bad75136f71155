// Data that all parts of --bench share: the request and the outputs.
#pragma once

#include "Standalone/CommandLine/Options/CommandLineOptions.h"

#include <iosfwd>
#include <nlohmann/json.hpp>

namespace melstrom
{

struct BenchContext
{
    const BenchRequest& request;
    Log& log;
    std::ostream& out; ///< tables as text
    nlohmann::ordered_json& json;
};

/** A feature to time. */
struct BenchFeature
{
    std::string name;
    MelSpec spec;
    int rateHz = 0;
};

/** All subjects; presets with a time budget first. */
std::vector<BenchFeature> benchFeatures ();

/** Largest difference from the definition. Fails: internalFault if it is too large: a wrong result
    is not timed. */
Result<double> checkFeature (Backend& backend, const BenchFeature& subject);

} // namespace melstrom
