// The strip with the patch's name and the commands for patches.
#pragma once

#include "Source/Editor/Browser/CompareStrip.h"
#include "Source/Editor/Browser/DemoPlayer.h"
#include "Source/Editor/Browser/SurpriseStrip.h"
#include "Source/Processor/InstrumentProcessor.h"

#include <functional>

namespace melstrom
{

/** Previous, name (with "•" after a change), next, a demo, save, save as, init, two sides to
    compare, and surprise. Thread: message. */
class PatchStrip final : public juce::Component, private juce::ChangeListener
{
public:
    explicit PatchStrip (InstrumentProcessor& processor);
    ~PatchStrip () override;

    std::function<void ()> onBrowse, onSave, onSaveAs;

    /** Loads the previous (-1) or next (1) patch of all patches. */
    void step (int way);
    void resized () override;

private:
    void changeListenerCallback (juce::ChangeBroadcaster* source) override;
    void update ();
    void playDemo ();
    InstrumentProcessor& processor_;
    IconButton previous_ {Icon::previous, "Previous patch", "Ctrl+Left"},
        next_ {Icon::next, "Next patch", "Ctrl+Right"}, demo_ {Icon::play, "Play a demo phrase"};
    juce::TextButton name_, save_ {"Save"}, saveAs_ {"Save as"}, init_ {"Init"};
    CompareStrip compare_;
    SurpriseStrip surprise_;
    DemoPlayer player_;
    std::string playedName_; ///< name of the patch at the demo's start
};

} // namespace melstrom
