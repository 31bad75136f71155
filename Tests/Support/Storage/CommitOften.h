// Makes runs commit as often as possible, so that small runs have a journal.
#pragma once

#include "Engine/Batch/Dataset/BatchOptions.h"

namespace melstrom::testing
{

template <typename Options>
void commitOften (Options& options)
{
    if constexpr (requires { options.commit.bytes; })
        options.commit.bytes = 1;
}

} // namespace melstrom::testing
