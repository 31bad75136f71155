#include "Standalone/App/Marks/MarkCellEntry.h"

#include "Source/Look/Theme.h"

#include <utility>

namespace melstrom
{

MarkCellEntry::MarkCellEntry ()
{
    setFont (Theme::font (Theme::kText));
    setTooltip ("Return: enter, Tab: enter and go on, Escape: as before");
    setSelectAllWhenFocused (true);
    setEscapeAndReturnKeysConsumed (true);
    onReturnKey = [this] { enter (false); };
    onFocusLost = [this]
    {
        if (! hasKeyboardFocus (true)) // JUCE reports it later
            enter (true);
    };
    onEscapeKey = [this] { close (); };
}

void MarkCellEntry::open (juce::Rectangle<int> area, const juce::String& title,
                          const juce::String& text)
{
    shown_ = text;
    isOpen_ = true;
    setTitle (title);
    setText (text, juce::dontSendNotification);
    applyColourToAllText (Theme::text ());
    setBounds (area);
    setVisible (true);
    toFront (true);
    grabKeyboardFocus ();
    selectAll ();
}

void MarkCellEntry::close ()
{
    if (! std::exchange (isOpen_, false))
        return;
    const bool hadFocus = hasKeyboardFocus (true);
    setVisible (false);
    if (hadFocus && onClosed)
        onClosed ();
}

bool MarkCellEntry::enter (bool isLeft)
{
    if (! isOpen_)
        return true;
    const bool isSame = getText () == shown_;
    isOpen_ = false; // a change of the list does not close the entry meanwhile
    const bool isDone = isSame || ! onEnter || onEnter (getText ().toStdString ()).ok ();
    isOpen_ = true;
    if (isDone || isLeft)
    {
        close ();
        return true;
    }
    applyColourToAllText (Theme::warning ());
    selectAll ();
    return false;
}

bool MarkCellEntry::keyPressed (const juce::KeyPress& key)
{
    if (! key.isKeyCode (juce::KeyPress::tabKey))
        return juce::TextEditor::keyPressed (key);
    if (enter (false) && onTab)
        onTab (key.getModifiers ().isShiftDown ());
    return true;
}

} // namespace melstrom
