// Files that are saved in the background, one after the other.
#include "Source/Export/FileSaving.h"
#include "Tests/Support/App/AppRun.h"
#include "Tests/Support/FileBytes.h"

#include <thread>

namespace melstrom::testing
{

namespace
{

/** A saving whose sentences are kept. */
struct SavingRig
{
    SavingRig ()
    {
        saving->onMessage = [this] (const juce::String& text) { told.add (text); };
    }
    void start (const juce::String& name, SaveWork work)
    {
        saving->start ({juce::File (folder.file (name.toStdString ())), std::move (work)});
    }
    bool pumpToEnd ()
    {
        return AppRun::pumpUntil ([this] { return ! saving->isRunning (); });
    }

    const TemporaryFolder folder;
    juce::ScopedJuceInitialiser_GUI juce;
    juce::StringArray told;
    std::unique_ptr<FileSaving> saving = std::make_unique<FileSaving> ();
};

/** Works until it is cancelled, at 37 % of the sound. */
Result<void> workUntilCancelled (const std::string&, const ExportControl& control)
{
    MELSTROM_TRY (control.begin (ExportStage::sound));
    for (;;)
    {
        MELSTROM_TRY (control.reach (37, 100));
        std::this_thread::sleep_for (std::chrono::milliseconds (1));
    }
}

} // namespace

TEST_CASE ("files are saved one after the other, not on the message thread", "[plugin][export]")
{
    SavingRig rig;
    std::atomic<int> numRunning {0}, mostRunning {0}, numDone {0}, numInCaller {0};
    const auto work =
        [&, caller = std::this_thread::get_id ()] (const std::string& path, const ExportControl&)
    {
        mostRunning = std::max (mostRunning.load (), ++numRunning);
        numInCaller += std::this_thread::get_id () == caller;
        std::this_thread::sleep_for (std::chrono::milliseconds (30));
        --numRunning;
        ++numDone;
        return path.find ("bad") == std::string::npos
                   ? Result<void> ()
                   : Error {ErrorCode::diskFull, "the disk is full", {}};
    };
    for (const char* name : {"a.wav", "bad.wav", "c.wav"})
        rig.start (name, work);
    CHECK (rig.saving->fileName () == "a.wav");
    CHECK (rig.saving->text ().contains ("2 more"));
    REQUIRE (rig.pumpToEnd ());
    CHECK (numDone == 3);
    CHECK (mostRunning == 1);
    CHECK (numInCaller == 0);
    REQUIRE (rig.told.size () == 2);
    CHECK (rig.told[0] == "bad.wav was not saved: the disk is full");
    CHECK (rig.told[1] == "Saved " + juce::String (rig.folder.file ("c.wav")) + ".");
    CHECK (rig.saving->text ().isEmpty ());
}

TEST_CASE ("a cancel ends the present file only", "[plugin][export]")
{
    SavingRig rig;
    rig.start ("a.wav", workUntilCancelled);
    std::atomic<bool> isDone {false};
    rig.start ("b.wav",
               [&] (const std::string&, const ExportControl&)
               {
                   isDone = true;
                   return Result<void> ();
               });
    CHECK (AppRun::pumpUntil ([&] { return rig.saving->text ().contains ("sound 37 %"); }));
    CHECK_FALSE (isDone);
    rig.saving->cancel ();
    CHECK (rig.saving->text () == "Cancelling a.wav...");
    REQUIRE (rig.pumpToEnd ());
    CHECK (isDone);
    REQUIRE (rig.told.size () == 2);
    CHECK (rig.told[0] == "a.wav was not saved: cancelled.");
}

TEST_CASE ("the end of a saving cancels what runs and forgets what waits", "[plugin][export]")
{
    SavingRig rig;
    std::atomic<bool> hasBegun {false};
    rig.start ("a.wav",
               [&] (const std::string& path, const ExportControl& control)
               {
                   hasBegun = true;
                   return workUntilCancelled (path, control);
               });
    std::atomic<bool> isNextSaved {false};
    rig.start ("b.wav",
               [&] (const std::string&, const ExportControl&) -> Result<void>
               {
                   isNextSaved = true;
                   return {};
               });
    REQUIRE (AppRun::pumpUntil ([&] { return hasBegun.load (); }));
    rig.saving.reset ();
    pumpMessages (100);
    CHECK_FALSE (isNextSaved);
    CHECK (rig.told.isEmpty ());
}

} // namespace melstrom::testing
