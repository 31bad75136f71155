// files.csv of a finished dataset, line by line.
#pragma once

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Batch/Inputs/InputList.h"
#include "Engine/Core/HeldText.h"
#include "Engine/Core/Result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** A line of files.csv. A million of them are held. */
struct FileLine
{
    [[no_unique_address]] HeldText path;
    /** where in the path the part begins that is relative to the INPUT */
    std::uint32_t relativeAt = 0;
    std::int64_t numSamples = 0, firstRow = 0, numRows = 0;
    std::int32_t rateHz = 0, numChannels = 0;
    std::uint32_t crc = 0;
    ErrorCode failure = ErrorCode::internalFault; ///< where it is not in
    std::int8_t split = -1;                       ///< index into kSplitNames; -1: there are none
    bool isIn = false;                            ///< status "ok"
    bool isChecked = true;                        ///< false: outside of the subset that is verified

    /** As ArrayLine and SourceEntry have it. */
    std::string_view splitName () const noexcept { return split < 0 ? "" : kSplitNames[split]; }
};

static_assert (sizeof (void*) != 8 || sizeof (FileLine) <= 64);

/** The code of this name, as files.csv and errors.csv have it; internalFault where no code has it. */
ErrorCode codeNamed (std::string_view name);

/** All lines of a files.csv, which is not held itself.
    name         of the file, for messages
    numExpected  lines, as dataset.json counts them: for so many there is room from the beginning
    fails        badUsage (it is damaged: the message names the line), readFailed */
Result<std::vector<FileLine>> readFileLines (ReadableFile& file, const std::string& name,
                                             std::size_t numExpected);

} // namespace melstrom
