// The panel of marks: file, list, and what can be done with them.
#pragma once

#include "Source/Look/IconButton.h"
#include "Source/Spectrogram/PanelMessages.h"
#include "Source/Timeline/TimelineView.h"
#include "Standalone/App/Marks/MarkFileActions.h"
#include "Standalone/App/Marks/MarkKeys.h"
#include "Standalone/App/Marks/MarkList.h"

#include <functional>
#include <memory>
#include <optional>

namespace melstrom
{

/** Keys: M makes a mark, comma and full stop select the previous and the next one, Ctrl+O opens, Ctrl+S saves, Ctrl+Shift+S saves under another name, and the
    keys of the list. The owner gives the keys that the timeline leaves to `keyPressed`, so that they
    act there too. Thread: message. */
class MarkPanel final : public juce::Component, private juce::ChangeListener
{
public:
    /** prompts: empty: dialogues over this panel. document: outlives this object */
    explicit MarkPanel (MarkDocument& document, std::unique_ptr<MarkPrompts> prompts = nullptr);
    ~MarkPanel () override;

    std::function<std::optional<TimelineSelection> ()> selectionNow; ///< of the timeline
    std::function<std::optional<double> ()> cursorNow; ///< in seconds; without a selection
    std::function<void (const Mark&)> onShow;          ///< the timeline shows the mark
    /** A key selected the mark: the timeline brings it into view. */
    std::function<void (const Mark&)> onStep;
    std::function<void ()> onWidth; ///< fittingWidth has changed
    std::function<void ()> onNew;   ///< after a mark was made: the timeline may edit its label

    /** Makes a mark of the selection, or a point at the cursor, with the last label. Returns true if
        there was one of the two. */
    bool makeMark ();
    MarkFileActions& files () noexcept { return files_; }
    /** In which the list shows its numbers whole. */
    int fittingWidth () const;
    /** Shows a message of the overlay or the panel; empty: none. */
    void showMessage (const juce::String& message);

    void paint (juce::Graphics& graphics) override;
    void resized () override;
    bool keyPressed (const juce::KeyPress& key) override;

private:
    void prepareButtons ();
    void placeButtons (juce::Rectangle<int>& area);
    void add (const Mark& mark);
    void step (MarkStep way);
    void explainDataset ();
    void refresh ();
    void changeListenerCallback (juce::ChangeBroadcaster*) override;

    MarkDocument& document_;
    std::unique_ptr<MarkPrompts> prompts_;
    MarkFileActions files_;
    MarkList list_;
    juce::Label file_;
    MessageBar message_;
    juce::TextButton new_ {"New"}, delete_ {"Delete"}, open_ {"Open..."}, save_ {"Save"},
        saveAs_ {"Save as..."}, columns_ {"Add columns"}, dataset_ {"Dataset..."};
    IconButton undo_ {Icon::undo, "Undo", "Ctrl+Z"}, redo_ {Icon::redo, "Redo", "Ctrl+Shift+Z"};
    std::uint64_t revision_ = ~std::uint64_t {0}; ///< of the document at the last look at columns
};

} // namespace melstrom
