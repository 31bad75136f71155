#include "Source/Picture/Layout.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{

// least distances between two labels of an axis, in ems of the label size
constexpr double kNarrowTimeEms = 4.2, kWideTimeEms = 6.5; // "1.25" is 2.2 ems wide, "1:30:00" 4.2
constexpr double kStackedEms = 1.5, kColourBarEms = 3;
constexpr double kDescenderEms = 0.236; // DejaVu Sans, 483 of 2048 units

int roundedPixels (double pixels)
{
    return static_cast<int> (std::lround (pixels));
}

double widestLabelPixels (const Axis& axis, double sizePixels, const Font& font)
{
    double widest = 0;
    for (const Tick& tick : axis.ticks)
        widest = std::max (widest, font.widthPixels (tick.label, sizePixels));
    return widest;
}

/** From the top: margin, title, subtitle, plot, ticks, labels, title of the time axis, margin. */
void stackRows (PictureLayout& layout, const PictureContent& content, const PictureMetrics& metrics,
                int heightPixels)
{
    const double label = metrics.labelSizePixels;
    double y = metrics.marginPixels;
    if (! content.title.empty ())
    {
        y += metrics.titleSizePixels * Font::kCapitalRatio;
        layout.titleBaseline = y;
        y += metrics.gapPixels * 1.5;
    }
    if (! content.subtitle.empty ())
    {
        y += label * Font::kCapitalRatio;
        layout.subtitleBaseline = y;
        y += metrics.gapPixels * 1.5;
    }
    y += label * 0.25;

    const double belowPlot = metrics.linePixels + metrics.tickPixels + 2 * metrics.gapPixels +
                             2 * label * Font::kCapitalRatio + label * kDescenderEms +
                             metrics.marginPixels;
    layout.plot.y = layout.colourBar.y = roundedPixels (y) + metrics.linePixels;
    layout.plot.height = layout.colourBar.height =
        heightPixels - roundedPixels (belowPlot) - layout.plot.y;
}

/** From the left: margin, title, labels, ticks, plot, colour bar, ticks, labels, unit, margin. */
void stackColumns (PictureLayout& layout, const PictureMetrics& metrics, int widthPixels,
                   const Font& font)
{
    const double label = metrics.labelSizePixels, capital = label * Font::kCapitalRatio;
    const double besideTick = metrics.linePixels + metrics.tickPixels + metrics.gapPixels * 0.75;

    layout.axisTitleX = metrics.marginPixels + capital;
    layout.plot.x = roundedPixels (layout.axisTitleX + label * kDescenderEms + metrics.gapPixels +
                                   widestLabelPixels (layout.vertical, label, font) + besideTick);

    double fromRight = metrics.marginPixels;
    if (! layout.values.title.empty ())
    {
        fromRight += label * kDescenderEms;
        layout.valueTitleX = widthPixels - fromRight;
        fromRight += capital + metrics.gapPixels * 1.4;
    }
    // room for at least "-100", so that most plots have the same width
    fromRight += std::max (font.widthPixels ("\u2212100", label),
                           widestLabelPixels (layout.values, label, font));
    fromRight += besideTick;
    layout.colourBar.width = roundedPixels (label * 1.1);
    layout.colourBar.x = widthPixels - roundedPixels (fromRight) - layout.colourBar.width;
    layout.plot.width = layout.colourBar.x - roundedPixels (label * 1.4) - layout.plot.x;
}

/** Chooses as many ticks as the labels' widths allow. */
Axis fittingTimeAxis (const PictureContent& content, double label, double widthPixels,
                      const Font& font)
{
    // a frame's column extends half a frame to both sides of its time
    const double firstSeconds = content.firstFrameSeconds - content.secondsPerFrame / 2;
    const double lastSeconds =
        firstSeconds + content.secondsPerFrame * static_cast<double> (content.numFrames);

    const Axis axis = timeAxis (firstSeconds, lastSeconds, kNarrowTimeEms * label / widthPixels);
    if (widestLabelPixels (axis, label, font) < (kNarrowTimeEms - 1) * label)
        return axis;
    return timeAxis (firstSeconds, lastSeconds, kWideTimeEms * label / widthPixels);
}

} // namespace

PictureMetrics metricsOf (const PictureStyle& style)
{
    // constant below 880 x 495, so that text stays readable
    const double scale =
        std::max (0.55, std::min (style.widthPixels / 1600.0, style.heightPixels / 900.0));
    PictureMetrics metrics;
    metrics.labelSizePixels = std::round (22 * scale);
    metrics.titleSizePixels = std::round (28 * scale);
    metrics.linePixels = std::max (1, roundedPixels (1.6 * scale));
    metrics.tickPixels = roundedPixels (9 * scale);
    metrics.minorTickPixels = roundedPixels (5 * scale);
    metrics.gapPixels = roundedPixels (12 * scale);
    metrics.marginPixels = roundedPixels (26 * scale);
    return metrics;
}

PictureLayout layOut (const PictureContent& content, const PictureStyle& style,
                      const ValueRange& range, const Font& font)
{
    const PictureMetrics metrics = metricsOf (style);
    const double label = metrics.labelSizePixels;
    PictureLayout layout {};
    stackRows (layout, content, metrics, style.heightPixels);

    const double heightPixels = std::max (1, layout.plot.height);
    layout.vertical =
        content.bandCentresHz.empty ()
            ? coefficientAxis (content.numBands, kStackedEms * label / heightPixels)
            : frequencyAxis (content.bandCentresHz, kStackedEms * label / heightPixels);
    layout.values = valueAxis (range.lowest, range.highest, content.valueUnit,
                               kColourBarEms * label / heightPixels);
    stackColumns (layout, metrics, style.widthPixels, font);

    layout.horizontal = fittingTimeAxis (content, label, std::max (1, layout.plot.width), font);
    return layout;
}

} // namespace melstrom
