// Where the controls of a spectrogram lie.
#include "Source/Editor/Theme.h"
#include "Source/Spectrogram/SpectrogramControls.h"

#include <algorithm>

namespace melstrom
{

namespace
{

constexpr int kCaptionHeight = 15, kRowHeight = kCaptionHeight + Theme::kControl,
              kGap = 2 * Theme::kGap;
constexpr int kMostExtraWidth = 320;

} // namespace

/** As few rows as hold all, about as full as each other. */
std::vector<std::vector<const SpectrogramControls::Item*>>
SpectrogramControls::rowsFor (int width) const
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

int SpectrogramControls::heightFor (int width) const
{
    const int numRows = static_cast<int> (rowsFor (width).size ());
    return numRows * kRowHeight + (numRows - 1) * Theme::kGap;
}

void SpectrogramControls::resized ()
{
    captions_.clear ();
    auto area = getLocalBounds ();
    for (const auto& row : rowsFor (getWidth ()))
    {
        auto line = area.removeFromTop (kRowHeight);
        area.removeFromTop (Theme::kGap);
        const auto isSlider = [this] (const Item* item)
        { return item->component == &range_ || item->component == &span_; };
        const int numSliders = static_cast<int> (std::ranges::count_if (row, isSlider));
        int left = getWidth () + kGap;
        for (const Item* item : row)
            left -= item->width + kGap;
        for (const Item* item : row)
        {
            // sliders want precision: they take what is left over
            const int more =
                isSlider (item) ? std::clamp (left / numSliders, 0, kMostExtraWidth) : 0;
            auto cell = line.removeFromLeft (item->width + more);
            line.removeFromLeft (kGap);
            captions_.push_back ({cell.removeFromTop (kCaptionHeight), item});
            item->component->setBounds (cell);
        }
    }
}

void SpectrogramControls::paint (juce::Graphics& graphics)
{
    graphics.setFont (Theme::font (Theme::kSmallText));
    graphics.setColour (Theme::dimText ());
    for (const auto& [area, item] : captions_)
        graphics.drawText (item->caption, area, juce::Justification::topLeft, false);
}

} // namespace melstrom
