// Overviews of files made by a test, driven as a screen drives them.
#pragma once

#include "Engine/Batch/Run/Extract.h"
#include "Engine/Dsp/Mel/BandLevels.h"
#include "Engine/Live/Tap/MelStream.h"
#include "Engine/Overview/FileOverview.h"
#include "Tests/Support/Catch.h"

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace melstrom::testing
{

inline MelPreset presetNamed (const std::string& name)
{
    auto preset = findPreset (name);
    REQUIRE (preset.ok ());
    preset->spec.clipMs.reset (); // an overview shows the whole file
    preset->spec.padToSamples.reset ();
    return *preset;
}

inline std::unique_ptr<FileOverview> opened (const std::string& path, Backend& backend,
                                             const OverviewSettings& settings)
{
    auto overview = FileOverview::open (posixStorage (), path, backend, settings);
    INFO ((overview ? "" : overview.error ().message));
    REQUIRE (overview.ok ());
    return *std::move (overview);
}

/** Updates as a screen does until condition (), 60 s at most; the last value of condition (). */
template <typename Condition>
bool updatedUntil (FileOverview& overview, Condition condition)
{
    const auto start = std::chrono::steady_clock::now ();
    while (std::chrono::steady_clock::now () - start < std::chrono::seconds (60))
    {
        overview.update ();
        if (condition ())
            return true;
        std::this_thread::sleep_for (std::chrono::milliseconds (1));
    }
    return false;
}

inline bool becomesWhole (FileOverview& overview)
{
    return updatedUntil (overview, [&] { return overview.status ().doneRatio == 1; });
}

/** Levels of all rows of a batch for the same spec: (rows, bands). */
inline std::vector<float> batchLevels (const std::string& path, Backend& backend,
                                       const MelPreset& preset)
{
    const auto extracted =
        extractFile (posixStorage (), backend, MelStream::streamable (preset.spec, true), path, {});
    INFO ((extracted ? "" : extracted.error ().message));
    REQUIRE (extracted.ok ());
    const BandLevels levels (extracted->geometry, makeMelBank (extracted->geometry));
    auto values = extracted->values ();
    for (auto& value : values)
        value = levels.decibels (value);
    return values;
}

/** Index of the first row of [first, end) that is not whole or differs from `expected` in a bit; -1:
    none does. */
inline std::int64_t firstWrongRow (const RowStore& rows, const std::vector<float>& expected,
                                   std::int64_t first, std::int64_t end)
{
    const auto width = static_cast<std::size_t> (rows.geometry ().rowElements ());
    std::vector<float> row (width);
    for (auto index = first; index < end; ++index)
        if (rows.maximum (index, index + 1, row) != RowPresence::whole ||
            ! std::equal (row.begin (), row.end (),
                          expected.begin () + static_cast<std::ptrdiff_t> (
                                                  static_cast<std::size_t> (index) * width)))
            return index;
    return -1;
}

} // namespace melstrom::testing
