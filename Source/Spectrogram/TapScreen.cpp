#include "Source/Spectrogram/TapScreen.h"

#include "Source/Export/TapExport.h"
#include "Source/Spectrogram/TapTrace.h"

namespace melstrom
{

namespace
{

constexpr int kMostPops = 16; // for each update; the next update takes the rest

juce::String kiloHertz (double rateHz)
{
    return juce::String (rateHz / 1000) + " kHz";
}

} // namespace

TapMix tapMixOf (ViewMix mix) noexcept
{
    switch (mix)
    {
        case ViewMix::sum: return TapMix::sum;
        case ViewMix::left: return TapMix::left;
        case ViewMix::right: return TapMix::right;
        case ViewMix::mid: return TapMix::mid;
        case ViewMix::side: break;
    }
    return TapMix::side;
}

void TapScreen::watch (bool isWatched)
{
    if (std::exchange (isWatched_, isWatched) != isWatched)
        tap_.watch (isWatched);
}

void TapScreen::configure (const MelPreset& frontEnd, ViewMix mix,
                           const std::shared_ptr<LiveDevice>& device, double rateHz)
{
    const Wanted wanted {frontEnd.name, frontEnd.spec, mix, device, rateHz};
    if (wanted == wanted_)
        return;
    wanted_ = wanted;
    if (rateHz <= 0)
    {
        view_.setNotice ("No sound yet: the host has not started its audio.");
        return;
    }
    auto done = checkShown (frontEnd.spec, rateHz);
    if (done)
        done = tap_.set ({frontEnd.spec, tapMixOf (mix), TapTrace::kLongestSeconds}, device);
    view_.setNotice (done ? juce::String ()
                          : juce::String::fromUTF8 (done.error ().message.c_str ()));
    describe ();
}

void TapScreen::update ()
{
    // a call returns consecutive rows; after a gap the next call goes on
    for (int n = 0; n < kMostPops; ++n)
    {
        const auto rows = tap_.pop ();
        if (rows.numRows == 0)
            break;
        if (const auto geometry = tap_.geometry (); geometry && generation_ != rows.generation)
        {
            generation_ = rows.generation;
            view_.begin (*geometry);
            describe ();
        }
        view_.append (rows);
    }
    if (wanted_ && ! frozen_ && tap_.backendName () != backendName_)
        describe (); // a device was started or lost
    view_.update ();
}

/** Shows the front end, as "musical · 640 bands · 48 kHz · cpu". */
void TapScreen::describe ()
{
    const juce::String dot = juce::CharPointer_UTF8 (" \xc2\xb7 ");
    if (frozen_)
    {
        view_.setDetails ("Frozen" + dot + juce::String::fromUTF8 (frozenName_.c_str ()));
        return;
    }
    juce::String text = juce::String::fromUTF8 (wanted_ ? wanted_->name.c_str () : "");
    if (const auto geometry = tap_.geometry ())
        text << dot << geometry->numBands << " bands" << dot << kiloHertz (geometry->rateHz);
    backendName_ = tap_.backendName ();
    view_.setDetails (text << dot << backendName_);
}

void TapScreen::freeze (bool isFrozen)
{
    frozen_.reset ();
    if (isFrozen)
    {
        frozen_ = tap_.lastSamples (TapTrace::kLongestSeconds);
        frozenName_ = wanted_ ? wanted_->name : std::string ();
    }
    view_.setFrozen (isFrozen);
    describe ();
}

TapSamples TapScreen::sound (double seconds) const
{
    return frozen_ ? lastOf (*frozen_, seconds) : tap_.lastSamples (seconds);
}

} // namespace melstrom
