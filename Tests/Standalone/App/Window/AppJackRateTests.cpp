// The whole app under JACK servers of other rates and periods.
#include "Tests/Standalone/App/Window/JackChecks.h"

namespace melstrom::testing
{

namespace
{

void checkUnder (const JackSettings& settings)
{
    const auto attempt = [&settings] (JackApp& jack) -> std::string
    {
        INFO (settings.rateHz << " Hz, " << settings.periodSamples << " samples");
        CHECK (jack.content ().audio ().rateHz () == settings.rateHz);
        const auto text = ", " + juce::String (settings.rateHz / 1000.0) + " kHz, " +
                          juce::String (settings.periodSamples) + " samples, ";
        CHECK (jack.content ().audio ().deviceText ().contains (text));
        const auto take = record (jack);
        if (! take.late.empty ())
            return take.late;
        checkRecording (jack, take);
        checkRows (jack, take);
        return "";
    };
    underJack ("another rate or period under JACK", toneAndChirp (settings.rateHz), attempt,
               settings);
}

} // namespace

TEST_CASE ("recording and rows are exact at 44.1 kHz", "[app][jack]")
{
    checkUnder ({.rateHz = 44100});
}

TEST_CASE ("recording and rows are exact at 96 kHz", "[app][jack]")
{
    checkUnder ({.rateHz = 96000});
}

TEST_CASE ("recording and rows are exact with a period of 256 samples", "[app][jack]")
{
    checkUnder ({.periodSamples = 256});
}

TEST_CASE ("recording and rows are exact with a period of 2048 samples", "[app][jack]")
{
    checkUnder ({.periodSamples = 2048});
}

TEST_CASE ("recording and rows are exact with a period of 4096 samples", "[app][jack]")
{
    checkUnder ({.periodSamples = 4096});
}

TEST_CASE ("a server that returns at another rate ends the recording, which is told", "[app][jack]")
{
    const auto attempt = [] (JackApp& jack) -> std::string
    {
        auto& content = jack.content ();
        auto& audio = content.audio ();
        content.showPage (AppContent::Page::live);
        content.live ().toggleRecording ();
        pumpMessages (500);
        const bool wasRecording = audio.isRecording ();
        jack.closePlayer ();
        jack.server ().end ();
        const bool isTold = AppRun::pumpUntil (
            [&] { return audio.deviceFault ().startsWith ("No device: JACK: system stopped"); },
            5000);
        jack.server ().setRate (44100);
        jack.server ().start ();
        const bool isBack = AppRun::pumpUntil ([&] { return audio.rateHz () > 0; }, 8000);
        pumpMessages (300);
        if (jack.hasHung ())
            return "the server hung";
        CHECK (wasRecording);
        CHECK (isTold);
        CHECK (isBack);
        CHECK (audio.rateHz () == 44100);
        CHECK_FALSE (audio.isRecording ());
        CHECK (find<StatusLine> (content).message ().contains ("another rate"));
        CHECK (audio.recordedFile ().getSize () > 44);
        return "";
    };
    underJack ("a JACK server that returns at another rate", {}, attempt);
}

} // namespace melstrom::testing
