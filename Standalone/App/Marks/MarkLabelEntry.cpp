#include "Standalone/App/Marks/MarkLabelEntry.h"

#include "Source/Look/Theme.h"
#include "Source/Parameters/ParameterText.h"

#include <utility>

namespace melstrom
{

MarkLabelEntry::MarkLabelEntry (MarkDocument& document, juce::TextEditor& editor)
    : document_ (document), editor_ (editor)
{
    editor_.setTitle ("Label of the mark");
    editor_.setTooltip ("Label of the mark (Return: keep, Escape: as before)");
    editor_.setFont (Theme::font (Theme::kText));
    editor_.setMultiLine (false);
    editor_.setSelectAllWhenFocused (true);
    editor_.setEscapeAndReturnKeysConsumed (true);
    editor_.setVisible (false);
    editor_.onReturnKey = [this] { enter (false); };
    editor_.onFocusLost = [this] { enter (true); };
    editor_.onEscapeKey = [this] { close (); };
    document_.addChangeListener (this);
}

MarkLabelEntry::~MarkLabelEntry ()
{
    document_.removeChangeListener (this);
    editor_.onReturnKey = editor_.onFocusLost = editor_.onEscapeKey = nullptr;
}

void MarkLabelEntry::open (std::size_t index, juce::Rectangle<int> area)
{
    index_ = index;
    revision_ = document_.revision ();
    editor_.setText (textOf (document_[index].label), juce::dontSendNotification);
    editor_.applyColourToAllText (Theme::text ());
    editor_.setBounds (area);
    editor_.setVisible (true);
    editor_.toFront (true);
    editor_.selectAll ();
}

void MarkLabelEntry::close ()
{
    if (! std::exchange (index_, std::nullopt))
        return;
    const bool hasFocus = editor_.hasKeyboardFocus (true);
    editor_.setVisible (false);
    if (auto* const parent = editor_.getParentComponent (); parent != nullptr && hasFocus)
        parent->grabKeyboardFocus ();
}

void MarkLabelEntry::enter (bool isLeft)
{
    // JUCE reports a lost focus later; the editor may have it again for another mark.
    if (! index_ || (isLeft && editor_.hasKeyboardFocus (true)))
        return;
    const auto index = *index_;
    const auto text = editor_.getText ();
    if (text == textOf (document_[index].label)) // also of bytes that are no UTF-8: they stay
        return close ();
    index_.reset (); // the document's answer is not a change by others
    const auto done = document_.rename (index, text.toStdString ());
    index_ = index;
    if (onMessage)
        onMessage (done ? juce::String () : textOf (done.error ().message));
    if (done || isLeft)
        return close ();
    editor_.applyColourToAllText (Theme::warning ());
    editor_.selectAll ();
}

void MarkLabelEntry::changeListenerCallback (juce::ChangeBroadcaster*)
{
    if (index_ && document_.revision () != revision_)
        close ();
}

} // namespace melstrom
