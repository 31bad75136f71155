// A look at the app without a device and without files.
#include "Engine/Core/Version.h"
#include "Tests/Standalone/App/Files/FilePair.h"

#include <algorithm>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
constexpr int kMostRenderMs = 120'000;
} // namespace

TEST_CASE ("from an empty home, one button brings a demo to the screen", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    AppRun app;
    auto& content = app.content ();
    const bool isWithoutDevice = app.goWithoutDevice ();
    if (! isWithoutDevice)
        content.showPage (AppContent::Page::files);
    pumpMessages (200);
    const juce::File old = DemoSound::file ().getSiblingFile ("Melstrom demo 0.0.1.wav");
    REQUIRE (old.create ().wasOk ());

    auto& button = isWithoutDevice ? buttonNamed (content.live (), "Demo")
                                   : buttonNamed (content.files (), "Demo");
    REQUIRE (button.isShowing ());
    app.keep ("app-demo-offered");
    button.triggerClick ();
    bool wasProgressSeen = false;
    REQUIRE (AppRun::pumpUntil (
        [&]
        {
            for (auto* const one : allOf<juce::Button> (content.files ()))
                wasProgressSeen =
                    wasProgressSeen ||
                    (one->isShowing () && one->getButtonText ().startsWith ("Rendering, "));
            return isWhole (content.files ().chosen ());
        },
        kMostRenderMs));
    CHECK (wasProgressSeen);
    CHECK (content.page () == AppContent::Page::files);
    const auto made = DemoSound::file ();
    CHECK (content.files ().chosen ()->file == made);
    CHECK (made.getFileName ().contains (kVersion));
    CHECK (made.isAChildOf (juce::File (app.folder ().path ())));
    CHECK_FALSE (old.exists ());
    CHECK (content.files ().chosen ()->overview->seconds () > 8);

    const auto& rows = content.files ().chosen ()->overview->rows ();
    std::vector<float> levels (static_cast<std::size_t> (rows.geometry ().rowElements ()));
    CHECK (rows.maximum (0, rows.endRow (), levels) == RowPresence::whole);
    CHECK (*std::max_element (levels.begin (), levels.end ()) > -40);
    pumpMessages (200);
    app.keep ("app-demo");

    // once made, it is opened at once
    const auto time = made.getLastModificationTime ();
    app.end ();
    app.start ();
    app.content ().showPage (AppContent::Page::files);
    pumpMessages (200);
    buttonNamed (app.content ().files (), "Demo").triggerClick ();
    REQUIRE (AppRun::pumpUntil ([&] { return isWhole (app.content ().files ().chosen ()); }));
    CHECK (DemoSound::file ().getLastModificationTime () == time);
}

TEST_CASE ("an app that ends while it renders the demo leaves no file", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    AppRun app;
    app.content ().showPage (AppContent::Page::files);
    pumpMessages (200);
    app.content ().files ().openDemo ();
    const auto target = DemoSound::file ();
    app.end ();
    CHECK_FALSE (target.exists ());
    CHECK (target.getParentDirectory ().getNumberOfChildFiles (juce::File::findFiles) == 0);
}
