#include "Source/Timeline/TimelineImage.h"

#include <algorithm>

namespace melstrom
{

void TimelineImage::begin (std::vector<LayerPixels> layers, TimelineBlend blend,
                           const LevelColours& shown, int width, int height)
{
    layers_ = std::move (layers);
    blend_ = blend;
    shown_ = shown;
    colours_ = blendColours (blend, shown);
    table_.clear ();
    for (const Colour& colour : colours_.map->table ())
        table_.push_back (pixelOf (juce::Colour (colour.red, colour.green, colour.blue)));
    ring_.begin (width, height);
}

bool TimelineImage::isRevised () const noexcept
{
    return std::ranges::any_of (layers_, &LayerPixels::isRevised);
}

int TimelineImage::update (std::int64_t first, bool takesRevisions)
{
    if (! hasBegun ())
        return 0;
    std::vector<IndexRange> changed;
    for (auto& layer : layers_)
    {
        if (takesRevisions && layer.takeRevision ())
            ring_.forget ();
        changed.push_back (layer.takeChanged ());
    }
    return ring_.update (first, changed,
                         [this] (std::int64_t column, const PixelColumn& pixels)
                         { drawColumn (column, pixels); });
}

void TimelineImage::drawColumn (std::int64_t column, const PixelColumn& pixels)
{
    const auto lowest = static_cast<float> (colours_.lowestDb);
    const float stepsPerDb = 255.0f / static_cast<float> (colours_.highestDb - colours_.lowestDb);
    const auto one = layers_.front ().levelsOf (column);
    const auto other = layers_.size () > 1 ? layers_.back ().levelsOf (column) : one;
    const auto blend = layers_.size () > 1 ? blend_ : TimelineBlend::first;
    for (int y = 0; y < pixels.height; ++y)
    {
        const auto index = static_cast<std::size_t> (y);
        const float level =
            blended (blend, one[index], other[index], static_cast<float> (shown_.lowestDb));
        if (level <= kMissingDb)
        {
            pixels[y] = background_;
            continue;
        }
        const float step = std::clamp ((level - lowest) * stepsPerDb, 0.0f, 255.0f);
        pixels[y] = table_[static_cast<std::size_t> (step + 0.5f)];
    }
}

} // namespace melstrom
