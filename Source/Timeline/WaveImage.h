// Waveforms as an image of columns.
#pragma once

#include "Source/Timeline/Columns/ColumnRing.h"
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

} // namespace melstrom
