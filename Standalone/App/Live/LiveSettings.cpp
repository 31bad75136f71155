// What the live page remembers from start to start.
#include "Standalone/App/Live/LivePage.h"

#include <algorithm>

namespace melstrom
{

namespace
{

constexpr double kFirstSpanSeconds = 10;
constexpr auto kSecondPreset = "librosa";

} // namespace

ViewState LivePage::rememberedView (const AppSettings& settings, int index)
{
    ViewState view;
    view.spanSeconds = kFirstSpanSeconds;
    if (index == 0)
        return settings.view ("liveView", view);
    view.preset = kSecondPreset;
    return settings.view ("secondView", view);
}

void LivePage::restore ()
{
    const auto choice = [this] (const char* key, int most)
    { return std::clamp (settings_.text (key, "0").getIntValue (), 0, most); };
    tools_.setFormat (static_cast<RecordingFormat> (choice ("recordingFormat", 2)));
    audio_.setShown (settings_.text ("source") == "output" ? ShownSound::output
                                                           : ShownSound::input);
    if (const auto bytes = settings_.text ("historyBytes").getLargeIntValue (); bytes > 0)
        history_.setMostBytes (static_cast<std::size_t> (bytes));
    views_.restore (settings_, model_.view ().spanSeconds);
    const auto second = static_cast<SecondView> (choice ("liveSecond", 2));
    tools_.show (audio_.shown (), audio_.isMonitored (), second);
    showSecond (second);
}

void LivePage::save ()
{
    settings_.setView ("liveView", model_.view ());
    settings_.setView ("secondView", secondModel_.view ());
    settings_.setText ("recordingFormat", juce::String (static_cast<int> (tools_.format ())));
    settings_.setText ("source", audio_.shown () == ShownSound::output ? "output" : "input");
    settings_.setText ("historyBytes",
                       juce::String (static_cast<juce::int64> (history_.mostBytes ())));
    settings_.setText ("liveSecond", juce::String (static_cast<int> (views_.second ())));
    views_.save (settings_);
}

} // namespace melstrom
