// The program with a window: the instrument with audio and MIDI of its own; with options, the command line without one.
#include "Source/Look/Theme.h"
#include "Standalone/CommandLine/Terminal/Signals.h"
#include "Standalone/ProgramEntry.h"

#include <juce_audio_devices/juce_audio_devices.h>
#include <juce_audio_plugin_client/juce_audio_plugin_client.h>
#include <juce_audio_utils/juce_audio_utils.h>
#include <juce_gui_extra/juce_gui_extra.h>

#include <juce_audio_plugin_client/Standalone/juce_StandaloneFilterWindow.h>

#include <algorithm>
#include <string_view>

namespace
{

/** Settings and the instrument's state are in one file of the user's. */
juce::PropertiesFile::Options settingsOptions (const juce::String& name)
{
    juce::PropertiesFile::Options options;
    options.applicationName = name;
    options.filenameSuffix = ".settings";
    options.osxLibrarySubFolder = "Application Support";
#if JUCE_LINUX || JUCE_BSD
    options.folderName = juce::File::getSpecialLocation (juce::File::userApplicationDataDirectory)
                             .getFullPathName ();
#endif
    return options;
}

/** Keeps patch and window when it ends, whether by the user or by SIGTERM, SIGINT or SIGHUP; and while it runs, so that
    a screen or a machine that goes away costs some seconds. */
class MelstromApp final : public juce::JUCEApplication, private juce::Timer
{
public:
    MelstromApp () { properties_.setStorageParameters (settingsOptions (getApplicationName ())); }

    const juce::String getApplicationName () override { return JucePlugin_Name; }
    const juce::String getApplicationVersion () override { return JucePlugin_VersionString; }
    bool moreThanOneInstanceAllowed () override { return true; }

    void initialise (const juce::String&) override
    {
        melstrom::installSignalHandlers (); // in place of JUCE's for SIGINT
        auto* const settings = properties_.getUserSettings ();
        // JUCE mutes the input of whatever has one for fear of feedback; this one's output does not depend on it.
        if (! settings->containsKey ("shouldMuteInput"))
            settings->setValue ("shouldMuteInput", false);
        const auto background = juce::LookAndFeel::getDefaultLookAndFeel ().findColour (
            juce::ResizableWindow::backgroundColourId);
        constexpr bool ownsSettings = false, opensMidiInputs = true;
        window_ = std::make_unique<juce::StandaloneFilterWindow> (
            getApplicationName (), background, settings, ownsSettings, juce::String (), nullptr,
            juce::Array<juce::StandalonePluginHolder::PluginInOuts> (), opensMidiInputs);
        window_->setVisible (true);
        startTimerHz (kLooksPerSecond);
    }

    void shutdown () override
    {
        stopTimer ();
        keepPatch ();
        window_ = nullptr;
        properties_.getUserSettings ()->save (); // though nothing has changed: the file may be gone
    }

    void systemRequestedQuit () override { quit (); }

private:
    static constexpr int kLooksPerSecond = 10, kSecondsBetweenKeeps = 10;

    void timerCallback () override
    {
        if (melstrom::stopFlag ())
            quit ();
        else if (++numLooks_ % (kLooksPerSecond * kSecondsBetweenKeeps) == 0)
            keepPatch (); // JUCE writes the file only if something has changed
    }

    void keepPatch ()
    {
        if (window_ != nullptr)
            window_->pluginHolder->savePluginState ();
    }

    juce::SharedResourcePointer<melstrom::MelstromLook> look_; ///< of title bar and dialogues, too
    juce::ApplicationProperties properties_;
    std::unique_ptr<juce::StandaloneFilterWindow> window_;
    int numLooks_ = 0;
};

juce::JUCEApplicationBase* makeApplication ()
{
    return new MelstromApp; // JUCE takes it
}

/** Any option is one of the command line's, which says what is wrong with those that it does not know. */
bool asksForCommandLine (int argc, char** argv)
{
    constexpr std::string_view kFromFinder = "-psn_"; // a process number that old systems hand over
    return std::any_of (argv + std::min (argc, 1), argv + argc,
                        [kFromFinder] (std::string_view argument) {
                            return argument.starts_with ('-') &&
                                   ! argument.starts_with (kFromFinder);
                        });
}

} // namespace

int main (int argc, char** argv)
{
    if (asksForCommandLine (argc, argv))
        return melstrom::runProgramAsMain (argc, argv);
    juce::JUCEApplicationBase::createInstance = &makeApplication;
    return juce::JUCEApplicationBase::main (argc, const_cast<const char**> (argv));
}
