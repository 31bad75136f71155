#include "Source/Spectrogram/FrontEndControls.h"

#include "Source/Look/Theme.h"
#include "Source/Parameters/ParameterText.h"
#include "Source/State/FrontEnd.h"

namespace melstrom
{

FrontEndEntry::FrontEndEntry ()
{
    setFont (Theme::font (Theme::kText));
    setJustification (juce::Justification::centredLeft);
    setSelectAllWhenFocused (true);
    onReturnKey = [this] { enter (false); };
    onFocusLost = [this] { enter (true); };
    onEscapeKey = [this] { show (shown_); };
}

void FrontEndEntry::show (const juce::String& text)
{
    shown_ = text;
    setText (text, juce::dontSendNotification);
    applyColourToAllText (Theme::text ());
}

bool FrontEndEntry::keyPressed (const juce::KeyPress& key)
{
    const bool isLeft = key == juce::KeyPress::escapeKey && getText () == shown_;
    return ! isLeft && juce::TextEditor::keyPressed (key);
}

void FrontEndEntry::enter (bool isLeft)
{
    if (getText () == shown_ || ! onEnter)
        return;
    if (const auto done = onEnter (getText ().toStdString ()); done)
        return; // the owner shows the new value
    if (isLeft)
        return show (shown_);
    applyColourToAllText (Theme::warning ());
    selectAll (); // so that typing replaces it
}

FrontEndControls::FrontEndControls ()
{
    setItems ({{&box_, "Front end", 152},
               {&entries_[0], "Bands", 60},
               {&entries_[1], "Window", 104},
               {&entries_[2], "Hop", 96},
               {&entries_[3], "From, Hz", 62},
               {&entries_[4], "To, Hz", 68},
               {&load_, "", 66},
               {&save_, "", 66},
               {&all_, "", 104}});
    describe (
        box_, "Front end",
        "Front end: how the picture is computed. Musical shows notes, Detailed separates low "
        "notes, Fast shows onsets; the front ends under Research compute the same as the tools in "
        "their names. You can load a TOML file, or drop it here");
    describe (entries_[0], "Bands", "Number of bands");
    describe (
        entries_[1], "Window",
        "Length of the window, in ms or samples: a longer window separates closer notes, a shorter "
        "window shows onsets better");
    describe (entries_[2], "Hop", "Time between two rows, in ms or samples");
    describe (entries_[3], "Lowest frequency", "Lower edge of the first band, in Hz");
    describe (entries_[4], "Highest frequency",
              "Upper edge of the last band, in Hz; nyquist: half of the sample rate");
    describe (load_, "Load front end", "Loads a front end of your own (TOML)");
    describe (save_, "Save front end",
              "Saves this front end as TOML, for melstrom --batch --preset");
    describe (all_, "All settings of the front end",
              "Every field of the front end, with its meaning");
    box_.onChoose = [this] (const std::string& name)
    {
        if (onChoose)
            onChoose (name);
    };
    for (std::size_t n = 0; n < entries_.size (); ++n)
        entries_[n].onEnter = [this, field = kFrontEndFields[n]] (const std::string& text)
        { return onEdit ? onEdit (field, text) : Result<void> (); };
    load_.onClick = [this]
    {
        if (onLoad)
            onLoad ();
    };
    save_.onClick = [this]
    {
        if (onSave)
            onSave ();
    };
    all_.onClick = [this]
    {
        if (onAllSettings)
            onAllSettings ();
    };
}

void FrontEndControls::show (const ViewState& view, const MelPreset& frontEnd)
{
    const auto own = view.own.isThere () ? parseFrontEnd (view.own) : Result<MelPreset> (frontEnd);
    const auto ownName = view.own.isThere () && own ? textOf (own->name) : juce::String ();
    box_.show (ownName, view.showsOwn ? std::string () : view.preset);
    for (std::size_t n = 0; n < entries_.size (); ++n)
        entries_[n].show (textOf (fieldText (frontEnd.spec, kFrontEndFields[n])));
}

} // namespace melstrom
