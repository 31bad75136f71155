#include "Standalone/App/Files/FolderSearch.h"

#include "Engine/Batch/Inputs/FolderWalk.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/Printable.h"
#include "Source/Parameters/ParameterText.h"

#include <juce_events/juce_events.h>

namespace melstrom
{

namespace
{

Result<juce::StringArray> soundsOf (Storage& storage, const juce::File& folder,
                                    const std::atomic<bool>& stop)
{
    FolderTable folders (storage);
    FolderWalk walk (storage, folders, std::nullopt, &stop);
    juce::StringArray sounds;
    const auto root = folder.getFullPathName ().toStdString ();
    MELSTROM_TRY (walk.walk (
        root, [&sounds] (const std::string& path, int) { sounds.add (textOf (path)); },
        [] (std::string_view, int) {}));
    if (sounds.isEmpty ())
        return Error {ErrorCode::noSamples, printable (root) + ": the folder holds no sound", {}};
    return sounds;
}

} // namespace

void FolderSearch::start (const juce::Array<juce::File>& folders)
{
    stop ();
    stop_ = std::make_shared<std::atomic<bool>> (false);
    thread_.addJob (
        [this, folders, stop = stop_]
        {
            for (const auto& folder : folders)
                search (folder, stop);
        });
}

void FolderSearch::stop ()
{
    if (stop_ != nullptr)
        *stop_ = true;
}

/** Thread: the search's. The message is taken back by the stop, which the message thread sets. */
void FolderSearch::search (const juce::File& folder, const Stop& stop)
{
    if (*stop)
        return;
    const auto found = std::make_shared<Result<juce::StringArray>> (
        guarded ([&] { return soundsOf (storage_, folder, *stop); }));
    juce::MessageManager::callAsync (
        [this, folder, found, stop]
        {
            if (*stop)
                return;
            if (*found)
                onFound (**found);
            else
                onFailed (folder, found->error ());
        });
}

} // namespace melstrom
