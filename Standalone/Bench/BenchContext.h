// What the parts of --bench share: what was asked, and where results go.
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
    std::ostream& out; ///< tables for people
    nlohmann::ordered_json& json;
};

/** A feature that people compare speeds with. */
struct BenchSubject
{
    std::string name;
    MelSpec spec;
    int rateHz = 0;
};

/** The presets with a budget first, then the others. */
std::vector<BenchSubject> benchSubjects ();

/** The largest difference from the definition. Fails: internalFault where it is too large; what
    cannot be trusted is not timed. */
Result<double> checkSubject (Backend& backend, const BenchSubject& subject);

} // namespace melstrom
