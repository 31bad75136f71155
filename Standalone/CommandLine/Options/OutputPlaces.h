// Where outputs may go: never onto what the same command reads.
#pragma once

#include "Engine/Core/Result.h"

#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** A file or folder that a command reads, as the user named it. */
struct NamedInput
{
    std::string what; ///< "the INPUT", "the file of --labels": for a message
    std::string path;
};

/** True if both are there and are one file or folder: the same device and inode, whatever links,
    hard links, "..", or letters of another case lead to it. */
bool isSamePlace (const std::string& first, const std::string& second);

/** A dataset's folder is none of the inputs, and none of them is a file in it that has a name which
    the dataset will use. It may lie inside an input folder. Fails: badUsage. */
Result<void> checkDatasetFolder (const std::string& folder, const std::vector<NamedInput>& inputs);

/** An output that is one file is none of the inputs. option: "--out". Fails: badUsage. */
Result<void> checkOutputFile (std::string_view option, const std::string& path,
                              const std::vector<NamedInput>& inputs);

/** As checkOutputFile. In addition the trace is no file of the dataset in `datasetFolder`, its folder
    is there, and a file of this name is empty or an older trace: the audio below the inputs is not
    listed yet. Fails: badUsage. */
Result<void> checkTraceFile (const std::string& path, const std::string& datasetFolder,
                             const std::vector<NamedInput>& inputs);

} // namespace melstrom
