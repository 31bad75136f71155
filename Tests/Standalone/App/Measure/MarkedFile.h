// A file on the page Files with a selection and marks, ready to be played.
#pragma once

#include "Tests/Standalone/App/Measure/MeasuredApp.h"

#include <cmath>
#include <optional>

namespace melstrom::testing
{

/** A minute of noise at 48 kHz. */
inline std::string minuteOfSound ()
{
    constexpr int kRateHz = 48000, kSeconds = 60;
    const auto noise = measuredSound (kRateHz);
    std::string second;
    for (const float value : noise)
        second += littleEndian (
            static_cast<std::uint16_t> (static_cast<std::int16_t> (std::lround (20000 * value))),
            2);
    std::string samples;
    for (int n = 0; n < kSeconds; ++n)
        samples += second;
    return wav ({.rateHz = kRateHz}, samples);
}

/** Opens it, shows its beginning, waits until it is computed, adds marks and selects all but the
    edges. In the shown time a playhead moves by a pixel or more with nearly each frame. */
inline void openMarkedFile (MeasuredApp& app)
{
    auto& files = app.content ().files ();
    files.open ({app.app ().folder ().write ("minute.wav", minuteOfSound ())});
    REQUIRE (AppRun::pumpUntil ([&] { return files.numOpen () == 1; }));
    app.content ().showPage (AppContent::Page::files);
    files.view ().setWindow ({0, 8});
    REQUIRE (
        AppRun::pumpUntil ([&] { return files.chosen ()->overview->status ().doneRatio >= 1; }));
    auto& marks = files.chosen ()->marks;
    REQUIRE (marks.add ({1, 2.5, 300, 2000, "a box"}));
    REQUIRE (marks.add ({2, 3, std::nullopt, std::nullopt, "a range of time"}));
    REQUIRE (marks.add ({4.2, 6, 1000, std::nullopt, "from 1 kHz on"}));
    REQUIRE (marks.add ({6.7, 6.7, std::nullopt, std::nullopt, "a point"}));
    REQUIRE (marks.add ({6.9, 7.8, 100, 8000, "selected"}));
    files.view ().setSelection (TimelineSelection {0.2, 7.9, 200, 12000});
    pumpMessages (300);
}

} // namespace melstrom::testing
