// Rows in dB as an image that scrolls without copying.
#pragma once

#include "Engine/Dsp/Colour/ColourMap.h"
#include "Source/Spectrogram/FrequencyAxis.h"
#include "Source/Spectrogram/RowHistory.h"
#include "Source/Spectrogram/TimeAxis.h"

#include <juce_graphics/juce_graphics.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace melstrom
{

/** Mapping of rows to pixels. */
struct ImageMapping
{
    FrequencyAxis frequency;
    TimeAxis time;
    const ColourMap* colours = nullptr; ///< not null
    double lowestDb = -90, highestDb = 0;
    int heightPixels = 1;
};

/** A ring of columns: column c of the TimeAxis lies at c modulo the width. So each column is
    computed once, and the image is drawn in two pieces. A pixel has the maximum of the rows and
    bands under it, or the background if these rows are missing. Thread: message. */
class SpectrogramImage
{
public:
    explicit SpectrogramImage (juce::Colour background) noexcept : background_ (background) {}

    /** The next update draws all columns. Allocates if the size changes. */
    void setMapping (ImageMapping mapping);
    bool hasMapping () const noexcept { return mapping_.has_value (); }
    const ImageMapping& mapping () const noexcept { return *mapping_; }

    /** Draws the columns that have become complete since the last update. Returns their number; 0:
        no change. */
    int update (const RowHistory& rows);
    /** Column at the right edge, plus one. */
    std::int64_t endColumn () const noexcept { return endColumn_; }

    /** Draws two pieces, one image pixel for each screen pixel. scale: pixels of the screen to a
        point; (x, y): top left corner in points. */
    void draw (juce::Graphics& graphics, float x, float y, float scale) const;

private:
    void drawColumn (const RowHistory& rows, std::int64_t column,
                     const juce::Image::BitmapData& pixels);
    bool takeLevels (const RowHistory& rows, std::int64_t column);

    juce::Colour background_;
    std::optional<ImageMapping> mapping_;
    juce::Image image_;
    std::vector<BandRange> bandsOfPixels_; ///< (height)
    std::vector<juce::PixelRGB> colours_;  ///< (256)
    std::vector<std::uint8_t> levels_;     ///< (bands), indices into colours_
    std::int64_t endColumn_ = 0;
    bool isFresh_ = true;
};

} // namespace melstrom
