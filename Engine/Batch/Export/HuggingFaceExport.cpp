// A folder that datasets.load_dataset reads: Parquet files, and a README.md with the features.
// Source: huggingface.co/docs, "Structure your repository" and "Dataset cards".
#include "Engine/Batch/Export/ExportWriters.h"
#include "Engine/Core/HexText.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

namespace melstrom
{

namespace
{
struct Escape
{
    std::string_view bytes, text;
};
constexpr Escape kEscapes[] {{"\xE2\x80\xA8", "\\u2028"},
                             {"\xE2\x80\xA9", "\\u2029"},
                             {"\xEF\xBB\xBF", "\\ufeff"},
                             {"\xEF\xBF\xBE", "\\ufffe"},
                             {"\xEF\xBF\xBF", "\\uffff"}};

/** A YAML string: JSON's, with escapes for what YAML does not print or takes for the end of a line:
    DEL, U+0080 to U+009F, U+2028, U+2029, U+FEFF, U+FFFE, U+FFFF.
    source  YAML 1.2.2, 5.1 c-printable, 5.4 and 7.3.1; YAML 1.1, 4.2, for PyYAML */
std::string yamlText (const std::string& text)
{
    std::string json = nlohmann::json (text).dump ();
    std::string yaml;
    for (std::size_t i = 0; i < json.size (); ++i)
    {
        const std::string_view three = std::string_view (json).substr (i, 3);
        const std::string_view two = three.substr (0, 2);
        if (json[i] == '\x7F')
            yaml += "\\x7f";
        else if (two >= "\xC2\x80" && two <= "\xC2\x9F")
            yaml += "\\x" + hexText (static_cast<unsigned char> (json[++i]));
        else if (const auto* const escape = std::ranges::find (kEscapes, three, &Escape::bytes);
                 escape != std::end (kEscapes))
        {
            yaml += escape->text;
            i += 2;
        }
        else
            yaml += json[i];
    }
    return yaml;
}

/** The labels' texts, which datasets.ClassLabel wants different. */
std::vector<std::string> differentNames (const std::vector<std::string>& labels)
{
    const std::set<std::string> taken (labels.begin (), labels.end ());
    std::set<std::string> seen;
    std::vector<std::string> names;
    for (const std::string& label : labels)
    {
        std::string name = label;
        for (int copy = 2; (name != label && taken.contains (name)) || ! seen.insert (name).second;
             ++copy)
            name = label + " (" + std::to_string (copy) + ")";
        names.push_back (name);
    }
    return names;
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
    const auto names = differentNames (labels);
    for (std::size_t id = 0; id < names.size (); ++id)
        text += "          '" + std::to_string (id) + "': " + yamlText (names[id]) + "\n";
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
