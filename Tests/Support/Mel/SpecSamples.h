// Allowed settings, for tests that change every field of a spec.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"

#include <cstddef>
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
    /** The last values, which mutatedSpec does not draw: a run of a whole dataset computes them. */
    std::size_t numNotDrawn = 0;
};

/** One entry a key, in the order of the table of keys. */
const std::vector<SpecSamples>& specSamples ();

/** The spec with a few allowed settings, drawn until the spec is valid. */
MelSpec mutatedSpec (MelSpec spec, std::mt19937& random);

} // namespace melstrom::testing
