// Reads the arguments for labels, groups and splits of inputs.
#pragma once

#include "Engine/Batch/Inputs/InputList.h"
#include "Standalone/CommandLine/Options/ParsedArguments.h"

namespace melstrom
{

/** --labels, --label-pattern, --label-separator, --columns, --split, --split-stable and --split-by.
    Fails: badUsage. */
Result<void> readInputOptions (const ParsedArguments& parsed, InputOptions& inputs);

} // namespace melstrom
