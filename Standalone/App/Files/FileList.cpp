#include "Standalone/App/Files/FileList.h"

#include <utility>

namespace melstrom
{

namespace
{
constexpr int kRowHeight = 38;
}

FileList::FileList () : box_ ("Open files", this)
{
    setTitle ("Open files");
    addAndMakeVisible (box_);
    addAndMakeVisible (open_);
    addAndMakeVisible (close_);
    box_.setRowHeight (kRowHeight);
    box_.setTitle ("Open files");
    box_.setColour (juce::ListBox::backgroundColourId, Theme::panel ());
    open_.setTooltip ("Opens sounds or folders (Ctrl+O); or drop them here");
    open_.onClick = [this] { onOpen (); };
    close_.setTooltip ("Closes the chosen file (Ctrl+W)");
    close_.onClick = [this] { deleteKeyPressed (box_.getSelectedRow ()); };
}

void FileList::show (std::vector<Row> rows, int chosen)
{
    isShowing_ = true;
    rows_ = std::move (rows);
    box_.updateContent ();
    box_.selectRow (chosen, false, true);
    box_.repaint ();
    close_.setEnabled (! rows_.empty ());
    isShowing_ = false;
}

void FileList::paintListBoxItem (int row, juce::Graphics& graphics, int width, int height,
                                 bool isSelected)
{
    if (row < 0 || row >= getNumRows ())
        return;
    const auto& shown = rows_[static_cast<std::size_t> (row)];
    auto area = juce::Rectangle (width, height);
    if (isSelected)
    {
        graphics.setColour (Theme::raised ());
        graphics.fillRect (area);
        graphics.setColour (Theme::accent ());
        graphics.fillRect (area.removeFromLeft (3));
    }
    area = area.reduced (Theme::kGap, 3);
    graphics.setColour (Theme::text ());
    graphics.setFont (Theme::font (Theme::kText));
    graphics.drawText (shown.name, area.removeFromTop (area.getHeight () / 2),
                       juce::Justification::centredLeft, true);
    graphics.setColour (shown.isWarning ? Theme::warning () : Theme::dimText ());
    graphics.setFont (Theme::font (Theme::kSmallText));
    graphics.drawText (shown.details, area, juce::Justification::centredLeft, true);
}

void FileList::selectedRowsChanged (int row)
{
    if (! isShowing_ && row >= 0)
        onChoose (row);
}

void FileList::deleteKeyPressed (int row)
{
    if (row >= 0 && row < getNumRows ())
        onClose (row);
}

juce::String FileList::getTooltipForRow (int row)
{
    if (row < 0 || row >= getNumRows ())
        return {};
    const auto& shown = rows_[static_cast<std::size_t> (row)];
    return shown.isWarning ? shown.path + "\n" + shown.details : shown.path;
}

juce::String FileList::getNameForRow (int row)
{
    return row >= 0 && row < getNumRows () ? rows_[static_cast<std::size_t> (row)].name + ", " +
                                                 rows_[static_cast<std::size_t> (row)].details
                                           : juce::String ();
}

void FileList::paint (juce::Graphics& graphics)
{
    graphics.setColour (Theme::panel ());
    graphics.fillRoundedRectangle (getLocalBounds ().toFloat (), Theme::kCorner);
}

void FileList::resized ()
{
    auto area = getLocalBounds ();
    auto buttons =
        area.removeFromBottom (Theme::kControl + Theme::kGap).withTrimmedTop (Theme::kGap);
    open_.setBounds (buttons.removeFromLeft ((buttons.getWidth () - Theme::kGap) / 2));
    buttons.removeFromLeft (Theme::kGap);
    close_.setBounds (buttons);
    box_.setBounds (area);
}

} // namespace melstrom
