// Labels from the names of folders.
#include "Engine/Batch/Inputs/FactSources.h"

#include "Engine/Batch/Inputs/PathText.h"

namespace melstrom
{

namespace
{

/** "b" for "a/b/c.wav"; empty for "c.wav". "." and ".." are no names. */
std::string_view holdingFolder (std::string_view path)
{
    const auto name = fileNameOf (folderOf (path));
    return name == "." || name == ".." ? std::string_view () : name;
}

/** "dog" for "train/dog/deep/c.wav"; empty for "train/c.wav". */
std::string_view folderBelowFirst (std::string_view path)
{
    const auto rest = path.substr (path.find ('/') + 1);
    const auto slash = rest.find ('/');
    return slash == rest.npos ? std::string_view () : rest.substr (0, slash);
}

std::string_view folderLabel (const FoundFile& file, bool splitsAreFolders)
{
    const auto path = file.memberAt > 0   ? file.nameInTar ()
                      : file.isBelowInput ? file.relativePath ()
                                          : std::string_view (file.file.path);
    const bool isInSplit = splitsAreFolders && file.isBelowInput && splitOfFolders (path);
    return isInSplit ? folderBelowFirst (path) : holdingFolder (path);
}

} // namespace

void applyFolderLabels (FoundFiles& found, const InputOptions& options)
{
    const bool splitsAreFolders = options.splits == SplitMode::folders;
    const bool labelsAreFolders = options.labels == LabelMode::folders && ! found.hasPatternLabels;
    for (auto& file : found.files)
        if (auto& facts = file.file.facts; options.labels == LabelMode::none)
            facts.labels = -1;
        else if (labelsAreFolders && facts.labels < 0)
            facts.labels = found.names.labelSets.numberOf (folderLabel (file, splitsAreFolders));
}

} // namespace melstrom
