// Allowed settings, for tests that change every field of a spec.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"

#include <random>
#include <string>
#include <vector>

namespace melstrom::testing
{

/** A key and allowed values. Each value gives a different spec. */
struct SpecSamples
{
    std::string key;
    std::vector<std::string> values; ///< in the syntax of --set key=
};

/** One entry a key, in the order of the table of keys. */
const std::vector<SpecSamples>& specSamples ();

/** The spec with a few allowed settings, drawn until the spec is valid. */
MelSpec mutatedSpec (MelSpec spec, std::mt19937& random);

} // namespace melstrom::testing
