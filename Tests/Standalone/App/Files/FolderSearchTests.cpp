// The search for sounds in folders, and its end.
#include "Standalone/App/Files/FolderSearch.h"
#include "Tests/Support/App/FileRun.h"
#include "Tests/Support/Files/ForwardingStorage.h"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

namespace melstrom::testing
{

namespace
{

/** A disk on which each folder named "endless" holds one of that name, and is read slowly. */
class EndlessFolders final : public ForwardingStorage
{
public:
    EndlessFolders () : ForwardingStorage (posixStorage ()) {}
    Result<std::vector<FolderEntry>> listFolder (const std::string& path) override
    {
        if (path.find ("endless") == std::string::npos)
            return ForwardingStorage::listFolder (path);
        ++numListed;
        std::this_thread::sleep_for (std::chrono::milliseconds (2));
        return std::vector<FolderEntry> {{"endless", EntryKind::folder}};
    }
    std::atomic<int> numListed {0};
};

struct SearchRig
{
    SearchRig ()
    {
        search->onFound = [this] (const juce::StringArray& paths) { found.addArray (paths); };
        search->onFailed = [this] (const juce::File&, const Error& error)
        { failures.push_back (error.code); };
    }
    juce::File endless () const { return juce::File (folder.path ()).getChildFile ("endless"); }
    bool begins ()
    {
        return AppRun::pumpUntil ([this] { return storage.numListed > 20; });
    }

    const Host host;
    const TemporaryFolder folder;
    EndlessFolders storage;
    juce::StringArray found;
    std::vector<ErrorCode> failures;
    std::unique_ptr<FolderSearch> search = std::make_unique<FolderSearch> (storage);
};

} // namespace

TEST_CASE ("the end of a search waits for one folder only", "[app]")
{
    SearchRig rig;
    rig.search->start ({rig.endless ()});
    REQUIRE (rig.begins ());
    const auto begin = std::chrono::steady_clock::now ();
    rig.search.reset ();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now () - begin;
    CHECK (taken.count () < 1); // a thread pool gives up after 5 s
    const int numListed = rig.storage.numListed;
    pumpMessages (100);
    CHECK (rig.storage.numListed == numListed);
    CHECK (rig.found.isEmpty ());
    CHECK (rig.failures.empty ());
}

TEST_CASE ("a new search ends the former one, which tells nothing", "[app]")
{
    SearchRig rig;
    const auto sounds = rig.folder.file ("sounds"), none = rig.folder.file ("none");
    for (const auto& made : {sounds, none})
        std::filesystem::create_directories (made);
    std::ofstream (sounds + "/b.wav") << "b";
    std::ofstream (sounds + "/a.flac") << "a";
    std::ofstream (sounds + "/notes.txt") << "no sound";
    rig.search->start ({rig.endless ()});
    REQUIRE (rig.begins ());
    rig.search->start ({juce::File (none), juce::File (sounds)});
    REQUIRE (AppRun::pumpUntil ([&] { return ! rig.found.isEmpty (); }));
    CHECK (rig.found == juce::StringArray (sounds + "/a.flac", sounds + "/b.wav"));
    CHECK (rig.failures == std::vector<ErrorCode> {ErrorCode::noSamples});
}

TEST_CASE ("what was found before a stop is not told after it", "[app]")
{
    SearchRig rig;
    const auto sounds = rig.folder.file ("sounds");
    std::filesystem::create_directories (sounds);
    std::ofstream (sounds + "/a.wav") << "a";
    rig.search->start ({juce::File (sounds), rig.endless ()});
    while (rig.storage.numListed < 5) // without messages: what was found waits among them
        std::this_thread::sleep_for (std::chrono::milliseconds (1));
    rig.search->stop ();
    pumpMessages (200);
    CHECK (rig.found.isEmpty ());
}

} // namespace melstrom::testing
