// The marks of the chosen file: over its picture, and as a list.
#pragma once

#include "Source/Timeline/TimelineView.h"
#include "Standalone/App/Files/OpenSound.h"
#include "Standalone/App/Marks/MarkOverlay.h"
#include "Standalone/App/Marks/MarkPanel.h"

#include <memory>

namespace melstrom
{

/** Thread: message. */
class FileMarks
{
public:
    /** panelParent: has the list as a hidden child, and places it anew when its width changes. Both
        outlive this object. */
    FileMarks (TimelineView& view, juce::Component& panelParent);
    ~FileMarks ();

    /** sound: null: none; outlives its use. The caller gives the overlay to the view. */
    void use (OpenSound* sound);
    TimelineOverlay* overlay () const noexcept { return overlay_.get (); } ///< null: none
    MarkPanel* panel () const noexcept { return panel_.get (); }           ///< null: none

private:
    void bringIntoView (const Mark& mark);

    TimelineView& view_;
    juce::Component& panelParent_;
    juce::TextEditor labelEditor_;
    std::unique_ptr<MarkOverlay> overlay_;
    std::unique_ptr<MarkPanel> panel_;
};

} // namespace melstrom
