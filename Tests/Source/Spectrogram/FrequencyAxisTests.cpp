#include "Engine/Dsp/Mel/MelBank.h"
#include "Source/Spectrogram/FrequencyAxis.h"
#include "Tests/Support/Catch.h"

#include <algorithm>
#include <cmath>

using namespace melstrom;

namespace
{

constexpr ViewAxis kAxes[] = {ViewAxis::mel, ViewAxis::logarithmic, ViewAxis::linear};

/** Bands evenly spaced in mel, as in every bank. */
BandPlan planOf (MelScale scale, int numBands, double lowestHz, double highestHz)
{
    BandPlan plan {scale, lowestHz, highestHz, {}};
    const double lowest = hzToMel (scale, lowestHz), highest = hzToMel (scale, highestHz);
    for (int band = 0; band < numBands; ++band)
        plan.centresHz.push_back (
            melToHz (scale, lowest + (highest - lowest) * (band + 1) / (numBands + 1)));
    return plan;
}

const BandPlan kWide = planOf (MelScale::slaney, 128, 0, 24000);

double placeOfLabel (const std::vector<FrequencyTick>& ticks, const std::string& label)
{
    const auto found = std::ranges::find (ticks, label, &FrequencyTick::label);
    return found == ticks.end () ? -1 : found->place;
}

} // namespace

TEST_CASE ("every axis runs from its lowest to its highest frequency and back", "[spectrogram]")
{
    for (const ViewAxis kind : kAxes)
    {
        const FrequencyAxis axis (kind, kWide);
        CHECK (axis.placeOf (24000) == Approx (1));
        CHECK (axis.placeOf (axis.lowestHz ()) == Approx (0).margin (1e-12));
        for (const double hz : {60.0, 440.0, 1000.0, 7000.0, 20000.0})
            CHECK (axis.frequencyAt (axis.placeOf (hz)) == Approx (hz));
    }
}

TEST_CASE ("the axes are linear in mel and in octaves and in hertz", "[spectrogram]")
{
    const FrequencyAxis mel (ViewAxis::mel, planOf (MelScale::htk, 40, 0, 8000));
    CHECK (mel.placeOf (1000) ==
           Approx (std::log (1 + 1000 / 700.0) / std::log (1 + 8000 / 700.0)));
    const FrequencyAxis logarithmic (ViewAxis::logarithmic, kWide);
    CHECK (logarithmic.placeOf (800) - logarithmic.placeOf (400) ==
           Approx (logarithmic.placeOf (8000) - logarithmic.placeOf (4000)));
    CHECK (FrequencyAxis (ViewAxis::linear, kWide).placeOf (6000) == Approx (0.25));
}

TEST_CASE ("a logarithmic axis begins at half the first band or at the bank's end", "[spectrogram]")
{
    CHECK (FrequencyAxis (ViewAxis::logarithmic, kWide).lowestHz () ==
           Approx (kWide.centresHz[0] / 2));
    const auto above = planOf (MelScale::htk, 64, 125, 7500);
    CHECK (FrequencyAxis (ViewAxis::logarithmic, above).lowestHz () == 125);
}

TEST_CASE ("the band at a place is the one whose centre is nearest", "[spectrogram]")
{
    for (const ViewAxis kind : kAxes)
    {
        const FrequencyAxis axis (kind, kWide);
        for (int step = -5; step <= 205; ++step)
        {
            const double place = step / 200.0;
            int nearest = 0;
            for (int band = 1; band < 128; ++band)
                if (std::abs (axis.placeOf (kWide.centresHz[static_cast<std::size_t> (band)]) -
                              place) <
                    std::abs (axis.placeOf (kWide.centresHz[static_cast<std::size_t> (nearest)]) -
                              place))
                    nearest = band;
            CHECK (axis.bandAt (place) == nearest);
        }
    }
}

TEST_CASE ("every band is under a pixel whatever the height", "[spectrogram]")
{
    for (const ViewAxis kind : kAxes)
        for (const int height : {1, 2, 7, 64, 127, 128, 129, 600, 2000})
        {
            const auto pixels = FrequencyAxis (kind, kWide).bandsOfPixels (height);
            REQUIRE (pixels.size () == static_cast<std::size_t> (height));
            std::vector<int> times (128);
            for (std::size_t y = 0; y < pixels.size (); ++y)
            {
                REQUIRE (pixels[y].first <= pixels[y].last);
                REQUIRE (pixels[y].first >= 0);
                REQUIRE (pixels[y].last < 128);
                for (int band = pixels[y].first; band <= pixels[y].last; ++band)
                    ++times[static_cast<std::size_t> (band)];
                if (y > 0) // frequency falls from the top down
                    CHECK (pixels[y].last <= pixels[y - 1].first);
            }
            CHECK (std::ranges::all_of (times, [] (int count) { return count > 0; }));
        }
}

TEST_CASE ("labels of frequencies never touch and stand where they say", "[spectrogram]")
{
    for (const auto& plan :
         {kWide, planOf (MelScale::htk, 32, 0, 2048), planOf (MelScale::htk, 64, 125, 7500)})
        for (const ViewAxis kind : kAxes)
            for (const int height : {60, 150, 400, 700, 1600})
            {
                const FrequencyAxis axis (kind, plan);
                double before = -1;
                int numLabels = 0;
                for (const auto& tick : axis.ticks (height, 20))
                {
                    CHECK (tick.place >= 0);
                    CHECK (tick.place <= 1);
                    if (tick.label.empty ())
                        continue;
                    CHECK ((tick.place - before) * height >= 20 - 1e-9);
                    before = tick.place;
                    ++numLabels;
                    const bool isThousands = tick.label.back () == 'k';
                    CHECK (axis.placeOf (std::stod (tick.label) * (isThousands ? 1000 : 1)) ==
                           Approx (tick.place).margin (1e-9));
                }
                CHECK (numLabels >= (height < 100 ? 1 : 2));
            }
}

TEST_CASE ("powers of ten are labelled first", "[spectrogram]")
{
    const FrequencyAxis axis (ViewAxis::logarithmic, kWide);
    const auto ticks = axis.ticks (120, 20);
    CHECK (placeOfLabel (ticks, "1k") == Approx (axis.placeOf (1000)));
    CHECK (placeOfLabel (ticks, "10k") == Approx (axis.placeOf (10000)));
    CHECK (placeOfLabel (ticks, "9k") == -1);
}

TEST_CASE ("a linear axis is labelled in even steps", "[spectrogram]")
{
    const auto ticks = FrequencyAxis (ViewAxis::linear, kWide).ticks (400, 40);
    std::vector<std::string> labels;
    for (const auto& tick : ticks)
        if (! tick.label.empty ())
            labels.push_back (tick.label);
    CHECK (labels == std::vector<std::string> {"0", "5k", "10k", "15k", "20k"});
}

TEST_CASE ("notes have their names and cents", "[spectrogram]")
{
    CHECK (noteText (440) == "A4 +0 ct");
    CHECK (noteText (261.6255653) == "C4 +0 ct");
    CHECK (noteText (440 * std::exp2 (12.0 / 1200)) == "A4 +12 ct");
    CHECK (noteText (440 * std::exp2 (-30.0 / 1200)) == "A4 -30 ct");
    CHECK (noteText (1244.5079) == "D#6 +0 ct"); // 18 semitones above A4
    CHECK (noteText (8.1757989) == "C-1 +0 ct"); // MIDI key 0
    CHECK (noteText (7.9).empty ());
    CHECK (noteText (0).empty ());
    CHECK (noteText (-1).empty ());
    CHECK (noteText (std::nan ("")).empty ());
    CHECK (noteText (HUGE_VAL).empty ());
}

TEST_CASE ("the Cs stand beside the axis an octave apart", "[spectrogram]")
{
    const FrequencyAxis axis (ViewAxis::logarithmic, kWide);
    const auto ticks = axis.noteTicks (700, 20);
    CHECK (placeOfLabel (ticks, "C4") == Approx (axis.placeOf (261.6255653)));
    CHECK (placeOfLabel (ticks, "C5") == Approx (axis.placeOf (2 * 261.6255653)));
    CHECK (frequencyOfC (5) == Approx (2 * frequencyOfC (4)));
}

TEST_CASE ("frequencies are written short", "[spectrogram]")
{
    CHECK (frequencyLabel (0) == "0");
    CHECK (frequencyLabel (20) == "20");
    CHECK (frequencyLabel (999) == "999");
    CHECK (frequencyLabel (1000) == "1k");
    CHECK (frequencyLabel (1500) == "1.5k");
    CHECK (frequencyLabel (20000) == "20k");
}

TEST_CASE ("an axis shows any range of frequencies", "[spectrogram]")
{
    for (const ViewAxis kind : kAxes)
    {
        const FrequencyAxis axis (kind, kWide, FrequencyRange {900, 1300});
        CHECK (axis.frequencyAt (0) == Approx (900));
        CHECK (axis.frequencyAt (1) == Approx (1300));
        const auto pixels = axis.bandsOfPixels (500);
        for (std::size_t y = 0; y < pixels.size (); ++y)
        {
            const double hz = axis.frequencyAt (1 - (static_cast<double> (y) + 0.5) / 500);
            CHECK (pixels[y].first == pixels[y].last);
            CHECK (pixels[y].first == axis.bandAt (axis.placeOf (hz)));
        }
        std::vector<std::string> labels;
        for (const auto& tick : axis.ticks (500, 20))
            if (! tick.label.empty ())
                labels.push_back (tick.label);
        CHECK (labels.size () >= 3);
        CHECK (std::ranges::adjacent_find (labels) == labels.end ());
    }
}

TEST_CASE ("labels of a small range differ", "[spectrogram]")
{
    const auto ticks =
        FrequencyAxis (ViewAxis::linear, kWide, FrequencyRange {10000, 10020}).ticks (400, 40);
    std::vector<std::string> labels;
    for (const auto& tick : ticks)
        if (! tick.label.empty ())
            labels.push_back (tick.label);
    CHECK (labels == std::vector<std::string> {"10k", "10.002k", "10.004k", "10.006k", "10.008k",
                                               "10.01k", "10.012k", "10.014k", "10.016k", "10.018k",
                                               "10.02k"});
}

TEST_CASE ("pixels beyond the bands have no band", "[spectrogram]")
{
    const auto plan = planOf (MelScale::htk, 32, 0, 4000);
    const FrequencyAxis axis (ViewAxis::linear, plan, FrequencyRange {0, 8000});
    const auto pixels = axis.bandsOfPixels (200);
    CHECK (pixels[0].last < pixels[0].first);
    CHECK (pixels[99].last < pixels[99].first);
    CHECK (pixels[100] == BandRange {31, 31});
}
