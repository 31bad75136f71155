// What the synthesizer of the app plays.
#pragma once

#include "Engine/Spec/Patch/PatchLibrary.h"
#include "Tests/Support/App/FakeApp.h"

#include <algorithm>
#include <vector>

namespace melstrom::testing
{

inline constexpr float kHeard = 1e-3f;

inline void showOutput (AppSettings& settings)
{
    settings.setText ("source", "output");
    settings.setText ("backend", "cpu");
}

/** Shows the page; its instrument has the plain sine of Init. */
inline void openSynth (FakeApp& fake)
{
    fake.content ().showPage (AppContent::Page::synth);
    fake.content ().audio ().instrument ().loadPatch (initPatch ());
    fake.play (0.3);
}

inline bool isSilent (FakeApp& fake)
{
    fake.play (1); // the release
    return fake.play (0.2) < kHeard;
}

/** Frequency of the loudest band in the newest rows of the page Live. */
inline double loudestHz (AppContent& content)
{
    const auto* const rows = content.live ().feed (0).rows ();
    REQUIRE (rows != nullptr);
    const auto end = rows->endRow ();
    std::vector<float> levels (static_cast<std::size_t> (rows->geometry ().numBands));
    REQUIRE (rows->maximum (end - 10, end - 1, levels) == RowPresence::whole);
    const auto band = std::ranges::max_element (levels) - levels.begin ();
    return makeMelBank (rows->geometry ()).centresHz[static_cast<std::size_t> (band)];
}

} // namespace melstrom::testing
