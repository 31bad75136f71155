// Waveforms as an image of columns, and single samples as joined dots.
#pragma once

#include "Source/Timeline/Columns/ColumnRing.h"
#include "Source/Timeline/TimelineMapping.h"
#include "Source/Timeline/WaveLanes.h"

#include <cstdint>
#include <vector>

namespace melstrom
{

/** A column is a line from the lowest to the highest sample; red where full scale is reached. The
    second trace lies behind the first; where both are, the colours are mixed. Nothing is drawn where
    no sample is known. Thread: message. */
class WaveImage
{
public:
    /** The next update draws all columns. */
    void begin (std::vector<WaveTrace> traces, double secondsPerColumn, int width, int height);
    void clear () { traces_.clear (); }
    bool hasBegun () const noexcept { return ! traces_.empty (); }

    /** As TimelineImage::update. */
    int update (std::int64_t first, bool takesRevisions = true);
    bool isRevised () const noexcept;
    void paint (juce::Graphics& graphics, float x, float y, float scale) const
    {
        ring_.paint (graphics, x, y, scale);
    }
    ColumnRing& ring () noexcept { return ring_; }

private:
    struct Trace
    {
        WaveTrace wave;
        ColumnGrid grid;
        std::int64_t endSample;
        std::uint64_t revision;
    };
    void drawColumn (std::int64_t column, const PixelColumn& pixels) const;
    static void drawLane (const Trace& trace, const WaveLanes& lanes, int lane, std::int64_t column,
                          const PixelColumn& pixels);

    std::vector<Trace> traces_;
    WaveLanes lanes_ {{}, 1};
    ColumnRing ring_;
};

/** True if the window has so few samples that they are drawn one by one: at most one a point. */
bool showsSamples (const WaveStore& wave, const TimelineMapping& mapping) noexcept;

/** strip: as wide as the plot, in points. Returns false if the store does not know the samples
    (yet); then nothing was drawn. */
bool paintSamples (juce::Graphics& graphics, juce::Rectangle<int> strip,
                   const std::vector<WaveTrace>& traces, const TimelineMapping& mapping);

} // namespace melstrom
