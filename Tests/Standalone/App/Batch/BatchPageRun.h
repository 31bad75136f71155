// The batch page in a window, with a mouse, for tests.
#pragma once

#include "Source/Look/Theme.h"
#include "Standalone/App/Batch/BatchPage.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Editor/FindComponent.h"
#include "Tests/Support/Editor/Mouse.h"
#include "Tests/Support/Plugin/Host.h"

#include <filesystem>

namespace melstrom::testing
{

/** The page in a window, with a folder of two good files and one that is no audio. */
struct PageRun
{
    explicit PageRun (BackendOpener open = &openBackend) : page (std::move (open))
    {
        std::filesystem::create_directories (folder.file ("in"));
        folder.write ("in/a.wav", chirpWav (16000, 31000, 1));
        folder.write ("in/b.wav", chirpWav (16000, 47000, 2));
        folder.write ("in/bad.wav", "no audio");
        page.setSize (1200, 720);
        page.addToDesktop (juce::ComponentPeer::windowHasTitleBar);
        page.setVisible (true);
        page.show (state ());
        settleMessages ();
        REQUIRE (mouse.fault () == "");
    }

    BatchPageState state () const
    {
        BatchPageState made;
        made.inputs.add (folder.file ("in"));
        made.outputFolder = folder.file ("out");
        made.preset = "whisper-openai-80";
        made.labels = "none";
        made.backend = "cpu";
        return made;
    }
    juce::Button& button (const juce::String& text)
    {
        for (auto* const each : allOf<juce::Button> (page))
            if (each->getButtonText () == text || each->getTitle () == text)
                return *each;
        FAIL ("no button " << text);
        std::abort ();
    }
    void click (const juce::String& text)
    {
        REQUIRE (mouse.click (button (text)));
        settleMessages ();
    }
    void waitForEnd ()
    {
        for (int wait = 0; wait < 3000 && page.isRunning (); ++wait)
            pumpMessages (5);
        REQUIRE_FALSE (page.isRunning ());
        pumpMessages (200); // the page looks 15 times a second
    }
    void run (const juce::String& text)
    {
        click (text);
        waitForEnd ();
    }
    std::string message () { return find<BatchMessage> (page).text ().toStdString (); }
    std::string report () { return find<BatchReportView> (page).text ().toStdString (); }
    std::string problems () { return find<BatchProblemTable> (page).text ().toStdString (); }
    void takeFocus (juce::Component& component)
    {
        component.grabKeyboardFocus ();
        settleMessages ();
        REQUIRE (component.hasKeyboardFocus (true));
    }
    bool press (int key, int modifiers)
    {
        return page.getPeer ()->handleKeyPress (juce::KeyPress (key, modifiers, 0));
    }

    Host host; ///< also survives names that a bare screen lacks
    juce::SharedResourcePointer<MelstromLook> look;
    TemporaryFolder folder;
    BatchPage page;
    Mouse mouse;
};

inline bool contains (const std::string& text, const std::string& part)
{
    return text.find (part) != std::string::npos;
}

} // namespace melstrom::testing
