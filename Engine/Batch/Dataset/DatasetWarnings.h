// Warnings about inputs and spec, for dataset.json.
#pragma once

#include "Engine/Batch/Dataset/DatasetPlan.h"

#include <cstdint>
#include <string>
#include <vector>

namespace melstrom
{

/** Bands of the mel bank that no bin of the transform reaches, at the rates of the plan. */
std::vector<std::string> emptyBandWarnings (const DatasetPlan& plan);

/** The `warnings` of dataset.json: those of the plan, then one for each file with samples that were
    not finite and became 0. filesWithNonFinite: in order. No warning concerns machine, device or
    load: equal inputs and options give equal warnings at any number of threads and any memory.
    After kMostWarnings a last warning gives the number of the others. Thread: any, after the last
    row. */
std::vector<std::string> datasetWarnings (const DatasetPlan& plan,
                                          const std::vector<std::int32_t>& filesWithNonFinite);

inline constexpr std::size_t kMostWarnings = 1000;

} // namespace melstrom
