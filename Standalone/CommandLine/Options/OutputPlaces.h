// Checks that outputs do not overwrite inputs of the same command.
#pragma once

#include "Engine/Core/Result.h"

#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** A file or folder that a command reads, with the user's path. */
struct NamedInput
{
    std::string what; ///< for messages: "the INPUT", "the file of --labels"
    std::string path;
};

/** True if both exist and are the same file or folder, by device and inode. So links, hard links,
    ".." and differences in case do not matter. */
bool isSamePlace (const std::string& first, const std::string& second);
/** Also true if neither exists and both would be made in the same place. */
bool wouldBeSamePlace (const std::string& first, const std::string& second);

/** Fails if the dataset's folder is an input, or if an input is a file in it with a name that the
    dataset uses. The folder may lie inside an input folder. Fails: badUsage. */
Result<void> checkDatasetFolder (const std::string& folder, const std::vector<NamedInput>& inputs);

/** Fails if an output file is an input. option: "--out". Fails: badUsage. */
Result<void> checkOutputFile (std::string_view option, const std::string& path,
                              const std::vector<NamedInput>& inputs);

/** Fails if the name of an output file ends as those of another format do: "song.mp3" for a WAV.
    what, ending: "picture is a PNG", ".png". Fails: badUsage. */
Result<void> checkOutputEnding (std::string_view option, const std::string& path,
                                std::string_view what, std::string_view ending);

/** Fails if the folder of an output file does not exist. Fails: badUsage. */
Result<void> checkFolderOf (std::string_view option, const std::string& path);

/** As checkOutputFile. Also fails if the trace has the name of a file of the dataset in
    `datasetFolder`, if its folder does not exist, or if an existing file of this name is neither
    empty nor a trace: it may be audio below the inputs, which are not listed yet. Fails:
    badUsage. */
Result<void> checkTraceFile (const std::string& path, const std::string& datasetFolder,
                             const std::vector<NamedInput>& inputs);

} // namespace melstrom
