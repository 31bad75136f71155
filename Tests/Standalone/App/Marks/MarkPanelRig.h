// The panel of marks with a file in a window, and a mouse.
#pragma once

#include "Standalone/App/Marks/MarkPanel.h"
#include "Tests/Standalone/App/Marks/FakeMarkPrompts.h"
#include "Tests/Support/Editor/FindComponent.h"
#include "Tests/Support/Editor/Mouse.h"
#include "Tests/Support/Plugin/Host.h"
#include "Tests/Support/TemporaryFolder.h"

#include <memory>

namespace melstrom::testing
{

/** A window with the panel. The file is open, and the list has the focus. */
struct MarkPanelRig
{
    static constexpr const char* kFile = "1\t2\tb\n\\\t100\t200\n5\t6\ta\n3\t3\tc\n";

    MarkPanelRig ()
    {
        window.setSize (420, 520);
        panel.setBounds (window.getLocalBounds ());
        window.addAndMakeVisible (panel);
        window.addToDesktop (juce::ComponentPeer::windowHasTitleBar);
        window.setVisible (true);
        panel.files ().open (path);
        pumpMessages (50);
    }
    bool focusList ()
    {
        const bool isClicked = mouse.click (find<juce::TableListBox> (panel));
        pumpMessages (30);
        return isClicked;
    }
    void press (const juce::KeyPress& key)
    {
        window.getPeer ()->handleKeyPress (key);
        pumpMessages (20);
    }
    void press (int key, int modifiers = 0) { press (juce::KeyPress (key, modifiers, 0)); }
    /** Types the text into the focused component. */
    void type (const char* text)
    {
        for (const char* letter = text; *letter != 0; ++letter)
            press (juce::KeyPress (*letter, juce::ModifierKeys (),
                                   static_cast<juce::juce_wchar> (*letter)));
    }
    juce::TextEditor& entry () { return find<MarkCellEntry> (panel); }
    juce::String message () { return find<MessageBar> (panel).text (); }
    juce::String fileLine ()
    {
        for (auto* const label : allOf<juce::Label> (panel))
            if (label->getTitle () == "File of marks")
                return label->getText ();
        return {};
    }
    std::string text () { return document.table ().text (); }

    Host host;
    const juce::SharedResourcePointer<MelstromLook> look;
    const TemporaryFolder folder;
    const std::string path = folder.write ("marks.txt", kFile);
    Mouse mouse;
    MarkDocument document;
    juce::Component window;
    FakeMarkPrompts* const prompts = new FakeMarkPrompts; ///< the panel owns it
    MarkPanel panel {document, std::unique_ptr<MarkPrompts> (prompts)};
};

} // namespace melstrom::testing
