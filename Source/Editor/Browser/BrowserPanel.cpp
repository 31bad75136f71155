#include "Source/Editor/Browser/BrowserPanel.h"

#include "Source/Editor/Browser/AboutPatch.h"
#include "Source/Editor/Browser/BrowserFilters.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr int kFilters = 168, kMostDetails = 330, kGap = 12;
}

BrowserPanel::BrowserPanel (InstrumentProcessor& processor)
    : OverlayPanel ("Patches"), processor_ (processor), store_ (processor.patches ()),
      filters_ (std::make_unique<Filters> (store_)), list_ (processor)
{
    makeSearch ();
    makeButtons ();
    filters_->onChosen = [this] { search (); };
    list_.onChosen = [this]
    {
        showChosen ();
        if (audition_.getToggleState ())
            load ();
    };
    list_.onLoad = [this] { load (); };
    list_.onDelete = [this] { removeChosen (); };
    for (auto* part : std::initializer_list<juce::Component*> {
             &search_, filters_.get (), &list_, &audition_, &load_, &remove_, &folder_})
        addAndMakeVisible (part);
    search ();
    list_.choosePatch (processor_.patch ().name);
    if (! store_.faults ().empty ())
        say (juce::String (store_.faults ().size ()) +
             " of your files are not sound patches: " + textOf (store_.faults ().front ()));
}

BrowserPanel::~BrowserPanel () = default;

void BrowserPanel::makeSearch ()
{
    search_.setTitle ("Search");
    search_.setFont (Theme::font (Theme::kText));
    search_.setTextToShowWhenEmpty ("Search names, tags, authors", Theme::dimText ());
    search_.setIndents (8, 5);
    search_.onTextChange = [this] { search (); };
    search_.onEscapeKey = [this] { close (); };
    search_.onDownKey = [this] { enterList (); };
    search_.onReturnKey = [this] { loadFound (); };
}

void BrowserPanel::makeButtons ()
{
    audition_.setTooltip ("The arrow keys load the patch that they choose, like a click");
    load_.setTooltip ("Load the chosen patch (Return, or a click on it)");
    folder_.setTooltip ("Show the folder of your own patches: " +
                        textOf (store_.folder ().string ()));
    load_.onClick = [this] { load (); };
    remove_.onClick = [this] { removeChosen (); };
    folder_.onClick = [this]
    {
        const juce::File folder (textOf (store_.folder ().string ()));
        if (folder.createDirectory ())
            folder.revealToUser ();
        else
            say ("The folder cannot be created: " + folder.getFullPathName ());
    };
}

void BrowserPanel::takeFocus ()
{
    search_.grabKeyboardFocus ();
}

void BrowserPanel::showStore ()
{
    filters_->updateContent ();
    search ();
}

void BrowserPanel::search ()
{
    auto query = filters_->query ();
    query.text = search_.getText ().toStdString ();
    list_.show (query);
    showChosen ();
}

void BrowserPanel::enterList ()
{
    if (list_.numFound () == 0)
        return;
    list_.grabKeyboardFocus ();
    list_.selectRow (std::min (list_.getSelectedRow () + 1, list_.numFound () - 1));
}

void BrowserPanel::loadFound ()
{
    const bool takesFirst = ! list_.chosen () && list_.numFound () > 0;
    if (takesFirst)
        list_.selectRow (0);
    if (! takesFirst || ! audition_.getToggleState ()) // otherwise selectRow has loaded the patch
        load ();
}

void BrowserPanel::showChosen ()
{
    const auto chosen = list_.chosen ();
    isSureToRemove_ = false;
    remove_.setButtonText ("Delete");
    remove_.setEnabled (chosen && ! store_.all ()[*chosen].isFactory);
    remove_.setTooltip (remove_.isEnabled () ? "Delete your patch"
                                             : "Built-in patches cannot be deleted");
    load_.setEnabled (chosen.has_value ());
    message_.clear ();
    repaint ();
}

void BrowserPanel::load ()
{
    const auto chosen = list_.chosen ();
    if (! chosen)
        return;
    const auto& patch = store_.all ()[*chosen].patch;
    if (processor_.isPatchDirty () || processor_.patch () != patch)
        processor_.loadPatch (patch);
    list_.repaint ();
}

void BrowserPanel::removeChosen ()
{
    const auto chosen = list_.chosen ();
    if (! chosen || store_.all ()[*chosen].isFactory)
        return;
    if (! std::exchange (isSureToRemove_, true))
    {
        remove_.setButtonText ("Really delete");
        say ("Delete \"" + textOf (store_.all ()[*chosen].patch.name) +
             "\" permanently? Click again to delete it.");
        return;
    }
    const auto removed = store_.remove (*chosen);
    showStore ();
    if (! removed)
        say (textOf (removed.error ().message));
}

void BrowserPanel::say (const juce::String& message)
{
    message_ = message;
    repaint ();
}

void BrowserPanel::layOut (juce::Rectangle<int> content)
{
    auto left = content.removeFromLeft (kFilters);
    search_.setBounds (left.removeFromTop (Theme::kControl + 2));
    left.removeFromTop (Theme::kGap);
    filters_->setBounds (left);
    content.removeFromLeft (kGap);
    auto right = content.removeFromRight (std::min (kMostDetails, content.getWidth () / 2));
    content.removeFromRight (kGap);
    list_.setBounds (content);
    if (const int row = list_.getSelectedRow (); row >= 0)
        list_.scrollToEnsureRowIsOnscreen (row);
    auto buttons = right.removeFromBottom (Theme::kControl);
    const int width = (buttons.getWidth () - 2 * Theme::kGap) / 3;
    load_.setBounds (buttons.removeFromLeft (width));
    folder_.setBounds (buttons.removeFromRight (width));
    remove_.setBounds (buttons.reduced (Theme::kGap, 0));
    audition_.setBounds (right.removeFromBottom (30).withTrimmedBottom (4));
    details_ = right;
}

void BrowserPanel::paint (juce::Graphics& graphics)
{
    OverlayPanel::paint (graphics);
    auto area = details_;
    if (message_.isNotEmpty ())
    {
        graphics.setColour (Theme::warning ());
        graphics.setFont (Theme::font (Theme::kText));
        graphics.drawFittedText (message_, area.removeFromBottom (50),
                                 juce::Justification::bottomLeft, 3);
    }
    if (const auto chosen = list_.chosen ())
        paintPatchTexts (graphics, area, store_.all ()[*chosen].patch);
}

} // namespace melstrom
