#include "Source/Spectrogram/SpectrogramControls.h"

#include "Engine/Dsp/Colour/ColourMap.h"
#include "Source/Look/Theme.h"

#include <algorithm>

namespace melstrom
{

namespace
{

constexpr double kShortestSeconds = 1, kLongestSeconds = 60, kMiddleSeconds = 8;

/** Ids of items count from 1 in the order of the enumeration or list. */
template <typename Choice>
int idOf (Choice choice)
{
    return static_cast<int> (choice) + 1;
}

template <typename Choice>
Choice choiceOf (const juce::ComboBox& box)
{
    return static_cast<Choice> (box.getSelectedId () - 1);
}

juce::String decibelText (double level)
{
    return juce::String (juce::roundToInt (level));
}

juce::String spanText (double seconds)
{
    return juce::String (seconds, seconds < 10 ? 1 : 0) + " s";
}

} // namespace

SpectrogramControls::SpectrogramControls (Owner owner)
{
    fillBoxes ();
    std::vector<Item> items;
    if (owner == Owner::instrument)
        items.push_back ({&source_, "Source", 84});
    items.insert (items.end (), {{&mix_, "Mix", 72},
                                 {&axis_, "Axis", 72},
                                 {&notes_, "", 82},
                                 {&range_, "Range", 150, true},
                                 {&colours_, "Colours", 88}});
    if (owner != Owner::timeline)
        items.insert (items.end (), {{&span_, "Span", 104, true},
                                     {&freeze_, "", 72},
                                     {&peaks_, "", 66},
                                     {&export_, "", 80}});
    setItems (std::move (items));
    describeAll ();
    listen ();
    show (view_);
}

void SpectrogramControls::listen ()
{
    source_.onChange = [this]
    { change ([this] (auto& view) { view.source = choiceOf<ViewSource> (source_); }); };
    mix_.onChange = [this]
    { change ([this] (auto& view) { view.mix = choiceOf<ViewMix> (mix_); }); };
    axis_.onChange = [this]
    { change ([this] (auto& view) { view.axis = choiceOf<ViewAxis> (axis_); }); };
    colours_.onChange = [this]
    { change ([this] (auto& view) { view.colours = colours_.getText ().toStdString (); }); };
    span_.onValueChange = [this]
    { change ([this] (auto& view) { view.spanSeconds = span_.getValue (); }); };
    notes_.onClick = [this]
    { change ([this] (auto& view) { view.hasNoteLines = notes_.getToggleState (); }); };
    peaks_.onClick = [this]
    { change ([this] (auto& view) { view.holdsPeaks = peaks_.getToggleState (); }); };
    range_.onValueChange = [this]
    {
        change (
            [this] (auto& view)
            {
                view.lowestDb = range_.getMinValue ();
                view.highestDb = range_.getMaxValue ();
            });
    };
    freeze_.onClick = [this]
    {
        if (onFreeze)
            onFreeze (freeze_.getToggleState ());
    };
    export_.onExport = [this] (ExportKind kind)
    {
        if (onExport)
            onExport (kind);
    };
}

void SpectrogramControls::fillBoxes ()
{
    source_.addItemList ({"Output", "Input", "Both"}, idOf (ViewSource::output));
    mix_.addItemList ({"Sum", "Left", "Right", "Mid", "Side"}, idOf (ViewMix::sum));
    axis_.addItemList ({"Mel", "Log", "Linear"}, idOf (ViewAxis::mel));
    int id = 1;
    for (const auto& name : colourMapNames ())
        colours_.addItem (name, id++);
    span_.setNormalisableRange ({kShortestSeconds, kLongestSeconds, 0.1});
    span_.setSkewFactorFromMidPoint (kMiddleSeconds);
    span_.setDoubleClickReturnValue (true, kMiddleSeconds);
    span_.setTextValueSuffix (" s");
    for (auto* const button : {&notes_, &freeze_, &peaks_})
        button->setClickingTogglesState (true);
}

void SpectrogramControls::describeAll ()
{
    describe (source_, "Source",
              "Signal in the picture: the output, the input, or both, one above the other");
    describe (mix_, "Mix", "Channels: sum and mid are (L + R) / 2, side is (L - R) / 2");
    describe (axis_, "Frequency axis",
              "Frequency axis in Hz: mel, like the bands; logarithmic; or linear");
    describe (notes_, "Lines at C", "A line at each C, on the logarithmic axis");
    describe (
        range_, "Range in decibels",
        "Levels in dB from the darkest to the brightest colour; 0 dB is the highest level of a "
        "full-scale sine in any band. Arrow keys move the lower end, with Shift the upper end; "
        "double-click for -90 to 0 dB");
    describe (colours_, "Colours", "Colours: the lightness of all maps but turbo increases evenly");
    describe (span_, "Time span in seconds", "Time span of the picture, 1 to 60 s");
    describe (freeze_, "Freeze",
              "Holds the picture and its sound, for a close look and for export (F)");
    describe (
        peaks_, "Peak hold",
        "Holds the highest level of each band in dB, beside the picture; double-click there to "
        "reset");
}

void SpectrogramControls::change (const std::function<void (ViewState&)>& edit)
{
    edit (view_);
    showCaptions ();
    if (onChange)
        onChange (view_);
}

void SpectrogramControls::show (const ViewState& view)
{
    constexpr auto quietly = juce::dontSendNotification;
    view_ = view;
    source_.setSelectedId (idOf (view.source), quietly);
    mix_.setSelectedId (idOf (view.mix), quietly);
    axis_.setSelectedId (idOf (view.axis), quietly);
    colours_.setText (view.colours, quietly);
    range_.setLevels (view.lowestDb, view.highestDb, quietly);
    span_.setValue (view.spanSeconds, quietly);
    peaks_.setToggleState (view.holdsPeaks, quietly);
    notes_.setToggleState (view.hasNoteLines, quietly);
    showCaptions ();
}

void SpectrogramControls::showFrozen (bool isFrozen)
{
    freeze_.setToggleState (isFrozen, juce::dontSendNotification);
}

void SpectrogramControls::showCaptions ()
{
    setCaption (range_, "Range " + decibelText (view_.lowestDb) + " to " +
                            decibelText (view_.highestDb) + " dB");
    setCaption (span_, "Span " + spanText (view_.spanSeconds));
    notes_.setEnabled (view_.axis == ViewAxis::logarithmic);
}

} // namespace melstrom
