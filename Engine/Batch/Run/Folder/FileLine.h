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

/** A line of files.csv. Small, because a million are held. */
struct FileLine
{
    [[no_unique_address]] HeldText path;
    /** index in `path` of the part that is relative to the INPUT */
    std::uint32_t relativeAt = 0;
    std::int64_t numSamples = 0, firstRow = 0, numRows = 0;
    std::int32_t rateHz = 0, numChannels = 0;
    std::uint32_t crc = 0;
    ErrorCode failure = ErrorCode::internalFault; ///< valid if isIn is false
    std::int8_t split = -1;                       ///< index into kSplitNames; -1: no splits
    bool isIn = false;                            ///< status "ok"
    bool isBox = false;                           ///< the path ends in the times of a box
    bool isChecked = true;                        ///< false: outside of the verified subset

    /** The path of the file that was read. */
    std::string soundPath () const
    {
        return std::string (isBox ? soundPathOf (path) : std::string_view (path));
    }

    /** The split's name, as in ArrayLine and SourceEntry; "" without splits. */
    std::string_view splitName () const noexcept { return split < 0 ? "" : kSplitNames[split]; }
};

static_assert (sizeof (void*) != 8 || sizeof (FileLine) <= 64);

/** The code with this name in files.csv and errors.csv; internalFault for an unknown name. */
ErrorCode codeNamed (std::string_view name);

/** All lines of a files.csv, read in pieces.
    name         of the file, for messages
    numExpected  lines, as dataset.json counts them; memory for them is reserved at the start
    fails        badUsage (it is damaged: the message names the line), readFailed */
Result<std::vector<FileLine>> readFileLines (ReadableFile& file, const std::string& name,
                                             std::size_t numExpected);

} // namespace melstrom
