// What is odd about inputs and spec, as dataset.json says it.
#pragma once

#include "Engine/Batch/Dataset/DatasetPlan.h"

#include <cstdint>
#include <string>
#include <vector>

namespace melstrom
{

/** Of the spec at the rates of the plan: bands of the mel bank that no bin of the transform reaches. */
std::vector<std::string> emptyBandWarnings (const DatasetPlan& plan);

/** The `warnings` of dataset.json: those of the plan, then each of the files, which are in order, with
    samples that were not finite and were taken as 0. Nothing about machine, device or load: equal for equal inputs and
    options, whatever the number of threads and the memory. After kMostWarnings one more says how
    many others there are. Thread: any, after the last row. */
std::vector<std::string> datasetWarnings (const DatasetPlan& plan,
                                          const std::vector<std::int32_t>& filesWithNonFinite);

inline constexpr std::size_t kMostWarnings = 1000;

} // namespace melstrom
