// The search for sounds in dropped folders, on a thread.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <juce_core/juce_core.h>

#include <atomic>
#include <functional>
#include <memory>

namespace melstrom
{

/** Finds all files in folders, and in folders below them, whose names look like audio, in the order
    of their bytes. Walks each folder once, whatever links lead there. A folder below that cannot be
    listed stands in its place: opening it tells why. A folder may be large, or that of a slow
    network: a stop counts before each entry. Thread: message. */
class FolderSearch
{
public:
    /** storage: outlives this object. */
    explicit FolderSearch (Storage& storage) : storage_ (storage) {}
    ~FolderSearch () { stop (); } ///< waits for the listing of one folder at most

    /** For each folder of a search, in order. Called on the message thread; never after a stop. */
    std::function<void (const juce::StringArray& paths)> onFound;
    /** noSamples without a sound; as Storage::listFolder. */
    std::function<void (const juce::File& folder, const Error& error)> onFailed;

    /** In place of the search that runs. */
    void start (const juce::Array<juce::File>& folders);
    void stop ();

private:
    using Stop = std::shared_ptr<std::atomic<bool>>;
    void search (const juce::File& folder, const Stop& stop);

    Storage& storage_;
    Stop stop_; ///< of the last search; null: none
    juce::ThreadPool thread_ {1};
};

} // namespace melstrom
