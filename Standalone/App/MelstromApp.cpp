// The app's main: the window, or with options the command line, without a window.
#include "Standalone/App/Window/AppWindow.h"
#include "Standalone/CommandLine/Terminal/Signals.h"
#include "Standalone/CommandLine/Terminal/TerminalOutput.h"
#include "Standalone/ProgramEntry.h"

#include <juce_gui_extra/juce_gui_extra.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace
{

/** Saves settings, instrument and session when it ends, by the user or by SIGTERM, SIGINT or
    SIGHUP. While it runs the window saves them every 10 s. */
class MelstromApp final : public juce::JUCEApplication, private juce::Timer
{
public:
    const juce::String getApplicationName () override { return "Melstrom"; }
    const juce::String getApplicationVersion () override { return MELSTROM_APP_VERSION; }
    bool moreThanOneInstanceAllowed () override { return true; }

    void initialise (const juce::String&) override
    {
        melstrom::installSignalHandlers (); // replaces JUCE's handler of SIGINT
        if (juce::Desktop::getInstance ().getDisplays ().displays.isEmpty ())
            return endWithoutDisplay ();
        settings_ = std::make_unique<melstrom::AppSettings> ();
        window_ = std::make_unique<melstrom::AppWindow> (*settings_);
        window_->onClose = [] { quit (); };
        window_->setVisible (true);
        if (const auto paths = getCommandLineParameterArray (); ! paths.isEmpty ())
            window_->content ().openPaths (absolute (paths));
        startTimerHz (kLooksPerSecond);
    }

    void shutdown () override
    {
        stopTimer ();
        if (window_ != nullptr)
            window_->save (true);
        window_ = nullptr;
        settings_ = nullptr;
    }

    void systemRequestedQuit () override { quit (); }

private:
    static constexpr int kLooksPerSecond = 10;

    static juce::StringArray absolute (const juce::StringArray& paths)
    {
        juce::StringArray found;
        for (const auto& path : paths)
            found.add (juce::File::getCurrentWorkingDirectory ()
                           .getChildFile (path.unquoted ())
                           .getFullPathName ());
        return found;
    }

    /** JUCE would create windows and then use a display that is not there. */
    void endWithoutDisplay ()
    {
        std::fputs ("Melstrom: no X display was found; set DISPLAY, or use the command line: "
                    "melstrom --help\n",
                    stderr);
        setApplicationReturnValue (EXIT_FAILURE);
        quit ();
    }

    void timerCallback () override
    {
        if (melstrom::stopFlag ())
            quit ();
    }

    std::unique_ptr<melstrom::AppSettings> settings_;
    std::unique_ptr<melstrom::AppWindow> window_;
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
    melstrom::reserveStandardStreams ();
    juce::JUCEApplicationBase::createInstance = &makeApplication;
    return juce::JUCEApplicationBase::main (argc, const_cast<const char**> (argv));
}
