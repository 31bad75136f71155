// The engine's status, shown behind a warning icon.
#include "Source/Editor/Bars/HealthLine.h"
#include "Source/Processor/InstrumentProcessor.h"
#include "Tests/Support/Editor/EditorWindow.h"
#include "Tests/Support/Editor/FindComponent.h"
#include "Tests/Support/Editor/Mouse.h"
#include "Tests/Support/Skip.h"

namespace melstrom::testing
{

TEST_CASE ("what the engine says of itself stands behind an icon, which warns", "[editor][screen]")
{
    REQUIRE (hasDisplay ());
    Host host;
    InstrumentProcessor processor;
    processor.prepareToPlay (48000, 512);
    EditorWindow window (processor);
    Mouse mouse;
    if (! mouse.fault ().empty ())
        return skipTest (mouse.fault ());
    pumpMessages (50);
    auto& line = find<HealthLine> (window.editor ());
    auto& icon = find<IconButton> (line);
    const auto text = line.getLocalBounds ().withTrimmedLeft (icon.getRight () + 2);
    const auto numLit = [&]
    {
        const auto picture = line.createComponentSnapshot (text, true, 1);
        int count = 0;
        for (int y = 0; y < picture.getHeight (); ++y)
            for (int x = 0; x < picture.getWidth (); ++x)
                count += picture.getPixelAt (x, y) != Theme::background () ? 1 : 0;
        return count;
    };
    CHECK_FALSE (line.isOpen ());
    CHECK (numLit () == 0);
    CHECK (line.getDescription ().contains ("p99.9")); // for screen readers
    REQUIRE (mouse.click (icon));
    pumpMessages (50);
    CHECK (line.isOpen ());
    CHECK (numLit () > 200);
    REQUIRE (mouse.click (icon));
    pumpMessages (50);
    CHECK (numLit () == 0);

    ProcessorHealth health;
    HealthLine other ([&health] { return health; }, true);
    CHECK_FALSE (other.isWarning ());
    health.numInvalidSamples = 3;
    other.update ();
    CHECK (other.isWarning ());
    health.numInvalidSamples = 0;
    other.update ();
    CHECK_FALSE (other.isWarning ());
}

} // namespace melstrom::testing
