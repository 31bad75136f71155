// Many open files: which of them compute, and how much memory they have together.
#include "Tests/Standalone/App/Files/FilePair.h"

#include <algorithm>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

OverviewWork workOf (const OpenSound& sound)
{
    return sound.overview->settings ().work;
}

} // namespace

TEST_CASE ("a file that is not shown waits, and goes on when it is shown", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    AppRun app;
    auto& page = app.content ().files ();
    const auto path = tonesFile (app.folder (), "long.wav", 0, 1200);
    const auto other = tonesFile (app.folder (), "short.wav", 0, 3);
    app.content ().openPaths ({path, other});
    REQUIRE (AppRun::pumpUntil ([&] { return page.numOpen () == 2; }));
    auto& sound = page.files ()[0];
    // the second file was never shown
    CHECK (workOf (page.files ()[1]) == OverviewWork::released);
    CHECK (page.files ()[1].overview->status ().memoryBytes == 0);
    REQUIRE (AppRun::pumpUntil ([&] { return sound.overview->status ().doneRatio > 0; }));
    page.choose (1);
    pumpMessages (200);
    const double doneRatio = sound.overview->status ().doneRatio;
    REQUIRE (doneRatio < 1);
    CHECK (workOf (sound) == OverviewWork::paused);
    pumpMessages (500);
    CHECK (sound.overview->status ().doneRatio == doneRatio);
    CHECK (isWhole (&page.files ()[1]));
    page.choose (0);
    CHECK (AppRun::pumpUntil ([&] { return isWhole (&sound); }, 60'000));
    CHECK (sound.overview->rows ().endRow () > 0);
}

TEST_CASE ("twenty open files stay within one limit; the oldest gives way and comes back",
           "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    constexpr int kFiles = 20;
    constexpr std::size_t kMostBytes = 120'000'000;
    AppRun app;
    auto& page = app.content ().files ();
    CHECK (page.files ().mostBytes () == OpenedFiles::kMostBytes);
    page.files ().setMostBytes (kMostBytes);
    const juce::File folder (app.folder ().file ("many"));
    REQUIRE (folder.createDirectory ().wasOk ());
    const juce::File first (tonesFile (app.folder (), "many/00.wav", 0, 30));
    for (int n = 1; n < kFiles; ++n)
        REQUIRE (
            first.copyFileTo (folder.getChildFile (juce::String (n).paddedLeft ('0', 2) + ".wav")));
    app.content ().openPaths ({folder.getFullPathName ()});
    REQUIRE (AppRun::pumpUntil ([&] { return page.numOpen () == kFiles; }));

    std::size_t most = 0;
    for (int n = 0; n < kFiles; ++n)
    {
        page.choose (n);
        REQUIRE (AppRun::pumpUntil (
            [&]
            {
                most = std::max (most, page.files ().memoryBytes ());
                return isWhole (page.chosen ());
            }));
        most = std::max (most, page.files ().memoryBytes ());
    }
    INFO (most);
    CHECK (most <= kMostBytes);
    CHECK (most > kMostBytes / 2); // the limit was needed
    CHECK (workOf (page.files ()[0]) == OverviewWork::released);
    CHECK (page.files ()[0].overview->status ().memoryBytes == 0);
    CHECK (workOf (page.files ()[kFiles - 2]) == OverviewWork::paused); // shown just before
    CHECK (isWhole (&page.files ()[kFiles - 2]));
    app.keep ("app-twenty-files");

    page.choose (0);
    REQUIRE (AppRun::pumpUntil ([&] { return isWhole (page.chosen ()); }));
    const auto& again = page.files ()[0].overview->rows ();
    const auto& kept = page.files ()[kFiles - 1].overview->rows ();
    std::vector<float> one (static_cast<std::size_t> (again.geometry ().rowElements ()));
    auto other = one;
    for (const std::int64_t row : {10, 500, 1500})
    {
        CHECK (again.maximum (row, row + 1, one) == RowPresence::whole);
        CHECK (kept.maximum (row, row + 1, other) == RowPresence::whole);
        CHECK (one == other);
    }
}
