// A plugin's editor on a screen, for tests.
#pragma once

#include "Tests/Support/Catch.h"
#include "Tests/Support/Plugin/Host.h"

#include <memory>

namespace melstrom::testing
{

/** A window with the editor, for the lifetime of this object. */
class EditorWindow
{
public:
    explicit EditorWindow (juce::AudioProcessor& plugin) : editor_ (plugin.createEditorIfNeeded ())
    {
        REQUIRE (editor_);
        window_.setSize (editor_->getWidth (), editor_->getHeight ());
        window_.addAndMakeVisible (*editor_);
        window_.addToDesktop (juce::ComponentPeer::windowHasTitleBar);
        window_.setVisible (true);
    }
    ~EditorWindow ()
    {
        if (editor_ == nullptr)
            return;
        settleMessages ();
        close ();
    }
    /** Closes at once, also during other work of the plugin. */
    void close ()
    {
        letGoOfWindows (*editor_);
        window_.removeChildComponent (editor_.get ());
        editor_.reset ();
    }
    bool isOpen () const { return editor_ != nullptr; }
    juce::AudioProcessorEditor& editor () { return *editor_; }
    /** Presses a key; false: no component handled it. */
    bool press (int key) { return window_.getPeer ()->handleKeyPress (juce::KeyPress (key)); }

private:
    struct Frame final : juce::Component
    {
        void childBoundsChanged (juce::Component* child) override
        {
            setSize (child->getWidth (), child->getHeight ());
        }
    };
    std::unique_ptr<juce::AudioProcessorEditor> editor_;
    Frame window_;
};

} // namespace melstrom::testing
