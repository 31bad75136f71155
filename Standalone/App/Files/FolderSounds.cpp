#include "Standalone/App/Files/FolderSounds.h"

#include "Engine/Batch/Inputs/FolderWalk.h"
#include "Engine/Core/Printable.h"
#include "Source/Parameters/ParameterText.h"

namespace melstrom
{

Result<juce::StringArray> soundsOf (const juce::File& folder)
{
    FolderTable folders (posixStorage ());
    FolderWalk walk (posixStorage (), folders, std::nullopt);
    juce::StringArray sounds;
    const auto root = folder.getFullPathName ().toStdString ();
    MELSTROM_TRY (walk.walk (
        root, [&sounds] (const std::string& path, int) { sounds.add (textOf (path)); },
        [] (std::string_view, int) {}));
    if (sounds.isEmpty ())
        return Error {ErrorCode::noSamples, printable (root) + ": the folder holds no sound", {}};
    return sounds;
}

} // namespace melstrom
