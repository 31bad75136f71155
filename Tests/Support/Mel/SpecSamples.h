// Settings that are allowed, for tests that change every field of a spec.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"

#include <random>
#include <string>
#include <vector>

namespace melstrom::testing
{

/** A key and values that each change it from every other value of the list. */
struct SpecSamples
{
    std::string key;
    std::vector<std::string> values; ///< as after --set key=
};

/** One entry a key, in the order of the table of keys. */
const std::vector<SpecSamples>& specSamples ();

/** The spec after a few allowed settings, drawn until the whole is sound. */
MelSpec mutatedSpec (MelSpec spec, std::mt19937& random);

} // namespace melstrom::testing
