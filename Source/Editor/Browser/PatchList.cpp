#include "Source/Editor/Browser/PatchList.h"

#include "Source/Look/IconButton.h"
#include "Source/Parameters/ParameterText.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr int kRow = 26, kStar = 30;
}

PatchList::PatchList (InstrumentProcessor& processor)
    : store_ (processor.patches ()), processor_ (processor)
{
    setTitle ("Patches");
    setModel (this);
    setRowHeight (kRow);
    setColour (backgroundColourId, Theme::background ());
    setOutlineThickness (0);
}

PatchList::~PatchList ()
{
    setModel (nullptr);
}

void PatchList::show (const PatchQuery& query)
{
    const auto former = chosen ();
    query_ = query;
    found_ = store_.find (query);
    updateContent ();
    const auto place = former ? std::find (found_.begin (), found_.end (), *former) : found_.end ();
    if (place == found_.end ())
        deselectAllRows ();
    else
        selectRow (static_cast<int> (place - found_.begin ()));
    repaint ();
}

void PatchList::choosePatch (const std::string& name)
{
    const auto index = store_.indexOf (name);
    const auto place = index ? std::find (found_.begin (), found_.end (), *index) : found_.end ();
    if (place != found_.end ())
        selectRow (static_cast<int> (place - found_.begin ()));
}

std::optional<std::size_t> PatchList::chosen () const
{
    const int row = getSelectedRow ();
    if (row < 0 || row >= static_cast<int> (found_.size ()))
        return std::nullopt;
    return found_[static_cast<std::size_t> (row)];
}

void PatchList::paint (juce::Graphics& graphics)
{
    graphics.fillAll (Theme::background ());
    if (! found_.empty ())
        return;
    graphics.setColour (Theme::dimText ());
    graphics.setFont (Theme::font (Theme::kText));
    graphics.drawText ("No patch matches.", getLocalBounds ().removeFromTop (60),
                       juce::Justification::centred);
}

int PatchList::getNumRows ()
{
    return static_cast<int> (found_.size ());
}

void PatchList::paintListBoxItem (int row, juce::Graphics& graphics, int width, int height,
                                  bool isChosen)
{
    if (row < 0 || row >= getNumRows ())
        return;
    const auto& stored = store_.all ()[found_[static_cast<std::size_t> (row)]];
    if (isChosen)
    {
        graphics.setColour (Theme::accent ().withAlpha (hasKeyboardFocus (true) ? 0.35f : 0.2f));
        graphics.fillRect (0, 0, width, height);
    }
    auto area = juce::Rectangle<int> (width, height);
    drawIcon (graphics, stored.isFavourite ? Icon::starFilled : Icon::star,
              area.removeFromLeft (kStar).toFloat ().withSizeKeepingCentre (13, 13),
              stored.isFavourite ? Theme::modulation () : Theme::outline ().brighter (0.3f));
    area.removeFromRight (12);
    graphics.setFont (Theme::font (Theme::kSmallText));
    graphics.setColour (Theme::dimText ());
    graphics.drawText (stored.isFactory ? textOf (stored.patch.category)
                                        : textOf (stored.patch.category) + ", yours",
                       area.removeFromRight (area.getWidth () / 4),
                       juce::Justification::centredRight);
    auto tags = juce::StringArray ();
    for (const auto& tag : stored.patch.tags)
        tags.add (textOf (tag));
    graphics.drawText (tags.joinIntoString (", "),
                       area.removeFromRight (area.getWidth () * 55 / 100),
                       juce::Justification::centredLeft);
    const bool isPlaying = stored.patch.name == processor_.patch ().name;
    graphics.setFont (Theme::font (Theme::kText, isPlaying));
    graphics.setColour (isPlaying ? Theme::accent () : Theme::text ());
    graphics.drawText (textOf (stored.patch.name), area, juce::Justification::centredLeft);
}

void PatchList::listBoxItemClicked (int row, const juce::MouseEvent& event)
{
    if (row < 0 || row >= getNumRows () || event.mods.isPopupMenu ())
        return;
    if (event.x >= kStar)
        return onLoad ();
    const auto index = found_[static_cast<std::size_t> (row)];
    // if the write fails, the star keeps its state
    if (store_.setFavourite (index, ! store_.all ()[index].isFavourite))
        show (query_);
}

void PatchList::selectedRowsChanged (int)
{
    onChosen ();
}
void PatchList::returnKeyPressed (int)
{
    onLoad ();
}
void PatchList::deleteKeyPressed (int)
{
    onDelete ();
}

juce::String PatchList::getNameForRow (int row)
{
    if (row < 0 || row >= getNumRows ())
        return {};
    const auto& stored = store_.all ()[found_[static_cast<std::size_t> (row)]];
    return textOf (stored.patch.name) + (stored.isFavourite ? ", a favourite" : "");
}

} // namespace melstrom
