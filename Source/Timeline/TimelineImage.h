// One or two layers as an image of columns.
#pragma once

#include "Source/Timeline/Columns/ColumnRing.h"
#include "Source/Timeline/LayerRows.h"

#include <juce_graphics/juce_graphics.h>

#include <vector>

namespace melstrom
{

/** Draws each column once, while rows do not change. Two layers are compared at the frequency of a
    pixel, whatever their bands are. Thread: message. */
class TimelineImage
{
public:
    explicit TimelineImage (juce::Colour background) noexcept : background_ (pixelOf (background))
    {
    }

    /** The next update draws all columns. layers: those that the blend shows, 1 or 2; the first
        layer first. */
    void begin (std::vector<LayerPixels> layers, TimelineBlend blend, const LevelColours& shown,
                int width, int height);
    void clear () { layers_.clear (); }
    bool hasBegun () const noexcept { return ! layers_.empty (); }

    /** Shows columns from `first` on. takesRevisions: draws all columns again if rows have changed
        that were drawn before. Returns the number of drawn columns. */
    int update (std::int64_t first, bool takesRevisions = true);
    /** Rows have changed that were drawn before. */
    bool isRevised () const noexcept;
    void paint (juce::Graphics& graphics, float x, float y, float scale) const
    {
        ring_.paint (graphics, x, y, scale);
    }
    int width () const noexcept { return ring_.width (); }
    ColumnRing& ring () noexcept { return ring_; }

private:
    void drawColumn (std::int64_t column, const PixelColumn& pixels);

    juce::PixelRGB background_;
    std::vector<LayerPixels> layers_;
    TimelineBlend blend_ = TimelineBlend::first;
    LevelColours shown_, colours_;
    std::vector<juce::PixelRGB> table_; ///< (256)
    ColumnRing ring_;
};

} // namespace melstrom
