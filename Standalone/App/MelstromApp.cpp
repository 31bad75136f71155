// The app: the instrument with its own audio, MIDI and window. With options it is the command line,
// without a window.
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

/** One file of the user holds settings and the instrument's state. */
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

/** Saves patch and window when it ends, by the user or by SIGTERM, SIGINT or SIGHUP. Also saves the
    patch every 10 s, so that a lost display or machine costs about 10 s of changes. */
class MelstromApp final : public juce::JUCEApplication, private juce::Timer
{
public:
    MelstromApp () { properties_.setStorageParameters (settingsOptions (getApplicationName ())); }

    const juce::String getApplicationName () override { return JucePlugin_Name; }
    const juce::String getApplicationVersion () override { return JucePlugin_VersionString; }
    bool moreThanOneInstanceAllowed () override { return true; }

    void initialise (const juce::String&) override
    {
        melstrom::installSignalHandlers (); // replaces JUCE's handler of SIGINT
        auto* const settings = properties_.getUserSettings ();
        // JUCE mutes the input of apps to avoid feedback. The instrument's output does not depend
        // on its input.
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
        properties_.getUserSettings ()->save (); // also without changes: the file may be missing
    }

    void systemRequestedQuit () override { quit (); }

private:
    static constexpr int kLooksPerSecond = 10, kSecondsBetweenKeeps = 10;

    void timerCallback () override
    {
        if (melstrom::stopFlag ())
            quit ();
        else if (++numLooks_ % (kLooksPerSecond * kSecondsBetweenKeeps) == 0)
            keepPatch (); // JUCE writes the file only after a change
    }

    void keepPatch ()
    {
        if (window_ != nullptr)
            window_->pluginHolder->savePluginState ();
    }

    juce::SharedResourcePointer<melstrom::MelstromLook> look_; ///< also of title bar and dialogues
    juce::ApplicationProperties properties_;
    std::unique_ptr<juce::StandaloneFilterWindow> window_;
    int numLooks_ = 0;
};

juce::JUCEApplicationBase* makeApplication ()
{
    return new MelstromApp; // JUCE takes ownership
}

/** True if any argument is an option. The command line reports unknown options. */
bool asksForCommandLine (int argc, char** argv)
{
    constexpr std::string_view kFromFinder = "-psn_"; // process number from old versions of macOS
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
