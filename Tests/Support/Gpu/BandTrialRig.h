// A trial of bands, with correct and faulty computations for it to judge.
#pragma once

#include "Engine/Backend/Backend.h"
#include "Engine/Backend/Gpu/Variants/BandTrial.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Mel/ChangedPlan.h"

#include <span>
#include <string>
#include <utility>

namespace melstrom::testing
{

inline constexpr int kTileFrames = 32;

inline MelGeometry geometryOf (const MelSpec& spec)
{
    const int rateHz = spec.rateHz.value_or (22050);
    auto geometry = geometryAt (spec, rateHz);
    REQUIRE (geometry);
    return *geometry;
}

inline MelSpec presetSpec (const std::string& name)
{
    const auto preset = findPreset (name);
    REQUIRE (preset);
    return preset->spec;
}

inline gpu::BandTrial trialOf (const MelSpec& spec)
{
    auto trial = gpu::BandTrial::make (geometryOf (spec), kTileFrames);
    REQUIRE (trial);
    return std::move (*trial);
}

inline Result<void> checkChanged (gpu::BandTrial& trial, ChangedPlan::Change change)
{
    const auto backend = std::move (*makeCpuBackend (1));
    const auto& geometry = trial.geometry ();
    auto plan = backend->planMel (geometry.spec, geometry.rateHz, trial.capacity ());
    REQUIRE (plan);
    ChangedPlan changed (std::move (*plan), trial.capacity ().outputBytes / sizeof (float),
                         std::move (change));
    return trial.check (changed);
}

inline Result<void> checkCpu (gpu::BandTrial& trial)
{
    return checkChanged (trial, [] (std::span<float>) {});
}

} // namespace melstrom::testing
