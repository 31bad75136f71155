// The entry of a label over a mark.
#pragma once

#include "Standalone/App/Marks/MarkDocument.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <functional>
#include <optional>

namespace melstrom
{

/** Controls a text editor of the owner. Return or loss of the focus renames the mark, Escape leaves
    the label as it was. A label that the file cannot hold stays in the editor, in the warning
    colour; after loss of the focus it is dropped. A change of the document by others closes the
    editor. Thread: message. */
class MarkLabelEntry final : private juce::ChangeListener
{
public:
    /** editor: a hidden child of the view; outlives this object, as the document does */
    MarkLabelEntry (MarkDocument& document, juce::TextEditor& editor);
    ~MarkLabelEntry () override;

    /** area: in points of the editor's parent */
    void open (std::size_t index, juce::Rectangle<int> area);
    bool isOpen () const noexcept { return index_.has_value (); }
    /** Without a change. */
    void close ();

    std::function<void (const juce::String&)> onMessage; ///< why a label was refused; empty: none

private:
    void enter (bool isLeft);
    void changeListenerCallback (juce::ChangeBroadcaster*) override;

    MarkDocument& document_;
    juce::TextEditor& editor_;
    std::optional<std::size_t> index_;
    std::uint64_t revision_ = 0; ///< of the document when the editor was opened
};

} // namespace melstrom
