#include "Engine/Batch/Dataset/BatchOptions.h"

namespace melstrom
{

Result<void> BatchOptions::validate () const
{
    const auto bad = [] (const std::string& message) {
        return Error {ErrorCode::badUsage, message, {}};
    };
    if (inputs.inputs.empty ())
        return bad ("no INPUT was named; give a folder, a file or a list of files");
    if (outputFolder.empty ())
        return bad ("--out is missing; name the folder for the dataset");
    if (waveform && preset.spec.layout != Layout::segments)
        return bad ("--waveform needs a preset with layout = \"segments\"; " + preset.name +
                    " has frames");
    if (format == OutputFormat::h5 && preset.spec.layout == Layout::segments &&
        preset.spec.channels == ChannelMode::each)
        return bad ("--format h5 holds one signal a file in the segments layout; channels = "
                    "\"each\" needs --format npy");
    if (shard && (shard->count < 1 || shard->count > kMostShards || shard->index < 0 ||
                  shard->index >= shard->count))
        return bad ("--shard = " + std::to_string (shard->index) + "/" +
                    std::to_string (shard->count) + ": must be i/n with i from 0 to n - 1");
    return preset.spec.validate ();
}

} // namespace melstrom
