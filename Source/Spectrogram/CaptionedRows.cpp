#include "Source/Spectrogram/CaptionedRows.h"

#include "Source/Look/Theme.h"

#include <algorithm>

namespace melstrom
{

namespace
{

constexpr int kCaptionHeight = 15, kRowHeight = kCaptionHeight + Theme::kControl,
              kGap = 2 * Theme::kGap;
constexpr int kMostExtraWidth = 320;

} // namespace

void CaptionedRows::setItems (std::vector<Item> items)
{
    items_ = std::move (items);
    int order = 1;
    for (const Item& item : items_)
    {
        addAndMakeVisible (item.component);
        item.component->setExplicitFocusOrder (order++);
    }
}

void CaptionedRows::setCaption (const juce::Component& component, const juce::String& caption)
{
    for (Item& item : items_)
        if (item.component == &component && std::exchange (item.caption, caption) != caption)
            repaint ();
}

/** The smallest number of rows that fits, with about the same width in each. */
std::vector<std::vector<const CaptionedRows::Item*>> CaptionedRows::rowsFor (int width) const
{
    int total = -kGap, numRows = 1, used = 0;
    for (const Item& item : items_)
    {
        total += kGap + item.width;
        const bool isNewRow = used > 0 && used + item.width > width;
        numRows += isNewRow ? 1 : 0;
        used = (isNewRow ? 0 : used) + item.width + kGap;
    }
    std::vector<std::vector<const Item*>> rows (1);
    used = 0;
    for (const Item& item : items_)
    {
        const bool isFull = used > 0 && (used + item.width > width || used * numRows >= total);
        if (isFull)
            rows.emplace_back ();
        used = (isFull ? 0 : used) + item.width + kGap;
        rows.back ().push_back (&item);
    }
    return rows;
}

int CaptionedRows::heightFor (int width) const
{
    const int numRows = static_cast<int> (rowsFor (width).size ());
    return numRows * kRowHeight + (numRows - 1) * Theme::kGap;
}

void CaptionedRows::resized ()
{
    captions_.clear ();
    auto area = getLocalBounds ();
    for (const auto& row : rowsFor (getWidth ()))
    {
        auto line = area.removeFromTop (kRowHeight);
        area.removeFromTop (Theme::kGap);
        const int numStretched = static_cast<int> (std::ranges::count_if (row, &Item::takesRest));
        int left = getWidth () + kGap;
        for (const Item* item : row)
            left -= item->width + kGap;
        for (const Item* item : row)
        {
            const int more =
                item->takesRest ? std::clamp (left / numStretched, 0, kMostExtraWidth) : 0;
            auto cell = line.removeFromLeft (item->width + more);
            line.removeFromLeft (kGap);
            captions_.push_back ({cell.removeFromTop (kCaptionHeight), item});
            item->component->setBounds (cell);
        }
    }
}

void CaptionedRows::paint (juce::Graphics& graphics)
{
    graphics.setFont (Theme::font (Theme::kSmallText));
    graphics.setColour (Theme::dimText ());
    for (const auto& [area, item] : captions_)
        graphics.drawText (item->caption, area, juce::Justification::topLeft, false);
}

} // namespace melstrom
