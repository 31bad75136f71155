// A folder that datasets.load_dataset reads: Parquet files, and a README.md with the features.
// Source: huggingface.co/docs, "Structure your repository" and "Dataset cards".
#include "Engine/Batch/Export/ExportWriters.h"

#include <nlohmann/json.hpp>

namespace melstrom
{

namespace
{
/** JSON strings are YAML strings. */
std::string quoted (const std::string& text)
{
    return nlohmann::json (text).dump ();
}

std::string featuresText (const std::vector<std::string>& labels)
{
    std::string text;
    for (const char* name : {"key", "path", "label"})
        text += "  - name: " + std::string (name) + "\n    dtype: string\n";
    if (labels.empty ())
        text += "  - name: label_id\n    dtype: int32\n";
    else
        text += "  - name: label_id\n    dtype:\n      class_label:\n        names:\n";
    for (std::size_t id = 0; id < labels.size (); ++id)
        text += "          '" + std::to_string (id) + "': " + quoted (labels[id]) + "\n";
    for (const char* name : {"rows", "bands", "frames"})
        text += "  - name: " + std::string (name) + "\n    dtype: int32\n";
    return text + "  - name: values\n    sequence: float32\n";
}
} // namespace

Result<void> exportHuggingFace (const ExportJob& job)
{
    MELSTROM_TRY (writeParquetShards (job, "data/", "train"));
    std::string text = "---\nconfigs:\n- config_name: default\n  data_files:\n";
    std::string splits;
    for (const ExportShard& shard : job.source.shards (std::numeric_limits<std::int64_t>::max ()))
    {
        const std::string name = partName (shard, "train");
        text += "  - split: " + name + "\n    path: data/" + name + "-*.parquet\n";
        splits += "  - name: " + name +
                  "\n    num_examples: " + std::to_string (shard.files.size ()) + "\n";
    }
    text += "dataset_info:\n  features:\n" + featuresText (job.source.labels ());
    text += "  splits:\n" + splits;
    text += "---\n\nMel features made by Melstrom. A line is a file: `values` has `rows` x `bands` "
            "x `frames` numbers.\n";
    return job.folder.write ("README.md", text);
}

} // namespace melstrom
