#include "Source/FrontEnd/FrontEndKeyList.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr int kHeading = 30, kBar = 10, kMargin = 4;

juce::String titleOf (SpecGroup group)
{
    switch (group)
    {
        case SpecGroup::signal: return "Input";
        case SpecGroup::frames: return "Frames";
        case SpecGroup::bands: return "Mel bank";
        case SpecGroup::level: return "Scaling";
        case SpecGroup::features: return "Normalisation and features";
        case SpecGroup::storage: break;
    }
    return "Storage";
}
} // namespace

FrontEndKeyList::FrontEndKeyList ()
{
    setTitle ("Keys of the front end");
    viewport_.setViewedComponent (&sheet_, false);
    viewport_.setScrollBarsShown (true, false);
    viewport_.setScrollBarThickness (kBar);
    viewport_.setWantsKeyboardFocus (false);
    addAndMakeVisible (viewport_);
    for (const auto& key : specKeys ())
    {
        auto& row = *rows_.emplace_back (std::make_unique<FrontEndKeyRow> (key));
        row.onEdit = [this] (const SpecKey& edited, const std::string& text)
        { return onEdit ? onEdit (edited, text) : Result<void> (); };
        row.onReset = [this] (const SpecKey& edited)
        { return onReset ? onReset (edited) : Result<void> (); };
        row.onFocus = [this, &row] { scrollTo (row); };
        sheet_.addAndMakeVisible (row);
    }
}

void FrontEndKeyList::show (const MelSpec& spec, const MelSpec& origin)
{
    for (const auto& row : rows_)
        row->show (spec, origin);
}

int FrontEndKeyList::numChanged () const
{
    return static_cast<int> (
        std::ranges::count_if (rows_, [] (const auto& row) { return row->isChanged (); }));
}

void FrontEndKeyList::filter (const juce::String& text, bool onlyChanged)
{
    text_ = text.trim ();
    onlyChanged_ = onlyChanged;
    layOut ();
    viewport_.setViewPosition (0, 0);
}

bool FrontEndKeyList::isShown (const FrontEndKeyRow& row) const
{
    return (! onlyChanged_ || row.isChanged ()) && (text_.isEmpty () || row.contains (text_));
}

void FrontEndKeyList::layOut ()
{
    const int width = viewport_.getWidth () - kBar - kMargin;
    int y = 0;
    sheet_.headings.clear ();
    for (const auto& row : rows_)
    {
        row->setVisible (isShown (*row));
        if (! row->isVisible ())
            continue;
        const auto title = titleOf (row->key ().group);
        if (sheet_.headings.empty () || sheet_.headings.back ().second != title)
        {
            sheet_.headings.emplace_back (juce::Rectangle<int> (kMargin, y, width, kHeading),
                                          title);
            y += kHeading;
        }
        row->setBounds (kMargin, y, width, FrontEndKeyRow::heightFor (width));
        y += row->getHeight ();
    }
    sheet_.setSize (width + kMargin, y);
    sheet_.repaint ();
    repaint ();
}

void FrontEndKeyList::resized ()
{
    viewport_.setBounds (getLocalBounds ());
    layOut ();
}

void FrontEndKeyList::paint (juce::Graphics& graphics)
{
    if (! sheet_.headings.empty ())
        return;
    graphics.setColour (Theme::dimText ());
    graphics.setFont (Theme::font (Theme::kText));
    graphics.drawText (onlyChanged_ && text_.isEmpty () ? "No key differs from the preset."
                                                        : "No key matches.",
                       getLocalBounds ().removeFromTop (60), juce::Justification::centred);
}

void FrontEndKeyList::Sheet::paint (juce::Graphics& graphics)
{
    for (const auto& [area, title] : headings)
    {
        graphics.setColour (Theme::accent ());
        graphics.setFont (Theme::font (Theme::kTitle, true));
        graphics.drawText (title, area.withTrimmedTop (6), juce::Justification::centredLeft);
        graphics.setColour (Theme::outline ());
        graphics.fillRect (area.withTop (area.getBottom () - 1));
    }
}

void FrontEndKeyList::scrollTo (const FrontEndKeyRow& row)
{
    const auto seen = viewport_.getViewArea ();
    const int top = std::max (0, row.getY () - kHeading); // with the heading
    if (top < seen.getY ())
        viewport_.setViewPosition (0, top);
    else if (row.getBottom () > seen.getBottom ())
        viewport_.setViewPosition (0, row.getBottom () - seen.getHeight ());
}

} // namespace melstrom
