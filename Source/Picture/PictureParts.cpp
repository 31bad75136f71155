#include "Source/Picture/PictureSteps.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace melstrom
{

namespace
{

/** The cell under the middle of a pixel, if `numCells` cells are spread evenly over `numPixels`. */
int cellUnder (int pixel, int numPixels, int numCells)
{
    return static_cast<int> ((2 * static_cast<std::int64_t> (pixel) + 1) * numCells /
                             (2 * static_cast<std::int64_t> (numPixels)));
}

/** Row or column of a tick's first line of pixels; `place` counts from the start of the axis. */
int tickPixel (double startPixels, double lengthPixels, double place, int linePixels)
{
    return static_cast<int> (std::lround (startPixels + lengthPixels * place - linePixels / 2.0));
}

/** Draws ticks and labels of an upright axis on the left or right side of `area`. */
void drawUprightAxis (Canvas& canvas, const Rectangle& area, const Axis& axis, bool onLeft,
                      const PictureMetrics& metrics, const Font& font)
{
    const int side = onLeft ? area.x - metrics.linePixels : area.right () + metrics.linePixels;
    for (const Tick& tick : axis.ticks)
    {
        const int length = tick.label.empty () ? metrics.minorTickPixels : metrics.tickPixels;
        const int y = tickPixel (area.bottom (), -area.height, tick.place, metrics.linePixels);
        canvas.fill ({onLeft ? side - length : side, y, length, metrics.linePixels}, kInk);

        const double distance = metrics.tickPixels + metrics.gapPixels * 0.75;
        const double baseline = area.bottom () - area.height * tick.place +
                                metrics.labelSizePixels * Font::kCapitalRatio / 2;
        canvas.drawText (
            font, tick.label, onLeft ? side - distance : side + distance, baseline,
            {metrics.labelSizePixels, kInk, onLeft ? TextAlign::end : TextAlign::start});
    }
}

void drawTimeAxis (Canvas& canvas, const Rectangle& area, const Axis& axis,
                   const PictureMetrics& metrics, const Font& font)
{
    const int top = area.bottom () + metrics.linePixels;
    const double capital = metrics.labelSizePixels * Font::kCapitalRatio;
    const double baseline = top + metrics.tickPixels + metrics.gapPixels * 0.75 + capital;
    for (const Tick& tick : axis.ticks)
    {
        const int x = tickPixel (area.x, area.width, tick.place, metrics.linePixels);
        canvas.fill ({x, top, metrics.linePixels, metrics.tickPixels}, kInk);
        canvas.drawText (font, tick.label, area.x + area.width * tick.place, baseline,
                         {metrics.labelSizePixels, kInk, TextAlign::centre});
    }
    canvas.drawText (font, axis.title, area.x + area.width / 2.0,
                     baseline + metrics.gapPixels * 1.25 + capital,
                     {metrics.labelSizePixels, kInk, TextAlign::centre});
}

} // namespace

void drawHeatmap (Canvas& canvas, const Rectangle& area, const Heatmap& heatmap,
                  const ValueRange& range, const ColourMap& map)
{
    const std::array<Colour, 256> colours = map.table ();
    std::vector<Colour> painted;
    painted.reserve (heatmap.cells.size ());
    for (const float value : heatmap.cells)
    {
        const double level = 255 * (value - range.lowest) / (range.highest - range.lowest);
        painted.push_back (
            colours[static_cast<std::size_t> (std::clamp (level, 0.0, 255.0) + 0.5)]);
    }

    for (int y = 0; y < area.height; ++y)
    {
        const int row = cellUnder (area.height - 1 - y, area.height, heatmap.numRows);
        for (int x = 0; x < area.width; ++x)
        {
            const std::int64_t column = cellUnder (x, area.width, heatmap.numColumns);
            canvas.at (area.x + x, area.y + y) =
                painted[static_cast<std::size_t> (column * heatmap.numRows + row)];
        }
    }
}

void drawColourBar (Canvas& canvas, const Rectangle& area, const ColourMap& map)
{
    for (int y = 0; y < area.height; ++y)
        canvas.fill ({area.x, area.y + y, area.width, 1}, map.at (1 - (y + 0.5) / area.height));
}

void drawFrame (Canvas& canvas, const Rectangle& area, int linePixels)
{
    const int width = area.width + 2 * linePixels;
    canvas.fill ({area.x - linePixels, area.y - linePixels, width, linePixels}, kInk);
    canvas.fill ({area.x - linePixels, area.bottom (), width, linePixels}, kInk);
    canvas.fill ({area.x - linePixels, area.y, linePixels, area.height}, kInk);
    canvas.fill ({area.right (), area.y, linePixels, area.height}, kInk);
}

void drawAxes (Canvas& canvas, const PictureLayout& layout, const PictureMetrics& metrics,
               const Font& font)
{
    drawTimeAxis (canvas, layout.plot, layout.horizontal, metrics, font);
    drawUprightAxis (canvas, layout.plot, layout.vertical, true, metrics, font);
    drawUprightAxis (canvas, layout.colourBar, layout.values, false, metrics, font);

    const TextStyle upwards {metrics.labelSizePixels, kInk, TextAlign::centre, true};
    const double middle = layout.plot.y + layout.plot.height / 2.0;
    canvas.drawText (font, layout.vertical.title, layout.axisTitleX, middle, upwards);
    canvas.drawText (font, layout.values.title, layout.valueTitleX, middle, upwards);
}

void drawHeading (Canvas& canvas, const PictureContent& content, const PictureLayout& layout,
                  const PictureMetrics& metrics, const Font& font)
{
    const double x = layout.plot.x - metrics.linePixels;
    const double widest = canvas.widthPixels () - metrics.marginPixels - x;
    canvas.drawText (font, font.shorten (content.title, metrics.titleSizePixels, widest), x,
                     layout.titleBaseline, {metrics.titleSizePixels, kInk});
    canvas.drawText (font, font.shorten (content.subtitle, metrics.labelSizePixels, widest), x,
                     layout.subtitleBaseline, {metrics.labelSizePixels, kSecondInk});
}

} // namespace melstrom
