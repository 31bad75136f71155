// The whole app on a JACK server that starts, ends and returns.
#include "Tests/Support/App/JackApp.h"

namespace melstrom::testing
{

namespace
{

bool hasRows (AppContent& content)
{
    const auto* const rows = content.live ().feed (0).rows ();
    return rows != nullptr && rows->endRow () > 0;
}

/** Whether new rows come and the view's right edge goes with them. */
bool moves (AppContent& content)
{
    const auto endOfView = [&content] { return content.live ().view ().window ().endSeconds (); };
    const auto endOfRows = [&content] { return content.live ().feed (0).rows ()->endRow (); };
    if (! AppRun::pumpUntil ([&] { return hasRows (content); }, 5000))
        return false;
    pumpMessages (200);
    const double viewBefore = endOfView ();
    const auto rowsBefore = endOfRows ();
    return AppRun::pumpUntil (
        [&] { return endOfView () > viewBefore + 0.3 && endOfRows () > rowsBefore; }, 3000);
}

} // namespace

TEST_CASE ("the app opens with a moving view of the device that it had", "[app][jack]")
{
    const auto attempt = [] (JackApp& jack) -> std::string
    {
        jack.closePlayer ();
        jack.app ().end ();
        const auto begin = std::chrono::steady_clock::now ();
        jack.app ().open ();
        const bool isThere = AppRun::pumpUntil ([&] { return hasRows (jack.content ()); }, 10'000);
        const std::chrono::duration<double, std::milli> passed =
            std::chrono::steady_clock::now () - begin;
        const bool isMoving = isThere && moves (jack.content ());
        if (jack.isGone ())
            return "the server hung";
        CHECK (isThere);
        CHECK (isMoving);
        CHECK (jack.content ().live ().view ().isFollowing ());
        CHECK (jack.content ().audio ().deviceFault () == "");
        CHECK (jack.content ().audio ().deviceText () ==
               "JACK: system, 48 kHz, 1024 samples, 2 in, 2 out");
        WARN ("from the construction of the window to its first row: " << passed.count () << " ms");
        return "";
    };
    underJack ("the app's start under JACK", {}, attempt);
}

TEST_CASE ("a JACK server that ends is told, and the view goes on when it returns", "[app][jack]")
{
    const auto attempt = [] (JackApp& jack) -> std::string
    {
        jack.closePlayer ();
        auto& audio = jack.content ().audio ();
        const bool hasMoved = moves (jack.content ());
        const int generation = audio.generation ();

        jack.server ().end ();
        const bool isTold = AppRun::pumpUntil (
            [&] { return audio.deviceFault ().startsWith ("No device: JACK: system stopped"); },
            5000);
        const double rateHz = audio.rateHz ();
        pumpMessages (100);
        jack.app ().keep ("app-jack-ended");

        jack.server ().start ();
        const bool isBack = AppRun::pumpUntil (
            [&] { return audio.deviceFault ().isEmpty () && audio.rateHz () > 0; }, 6000);
        const bool isMoving = isBack && moves (jack.content ());
        if (jack.isGone ())
            return "the server hung";
        CHECK (hasMoved);
        CHECK (isTold);
        CHECK (rateHz == 0);
        CHECK (isBack);
        CHECK (audio.generation () > generation);
        CHECK (isMoving);
        return "";
    };
    underJack ("a JACK server that returns", {}, attempt);
}

} // namespace melstrom::testing
