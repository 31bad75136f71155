// A day of sound: from the drop to the whole picture, and frames while the view changes.
#include "Source/Look/Theme.h"
#include "Source/Spectrogram/FrontEndBox.h"
#include "Tests/Standalone/App/Measure/MeasuredApp.h"
#include "Tests/Support/Skip.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>

namespace melstrom::testing
{

namespace
{

constexpr int kRateHz = 16000, kHours = 24;
constexpr double kMostSeconds = 1; ///< until the whole file is on the screen

std::string littleEndianWord (std::uint32_t value)
{
    return littleEndian (value, 4);
}

/** An hour differs from the next, and no part is silent. */
void writeDay (const std::string& path)
{
    const auto bytes = std::uint32_t {2} * kRateHz * 3600 * kHours;
    std::ofstream file (path, std::ios::binary);
    file << "RIFF" << littleEndianWord (36 + bytes) << "WAVEfmt " << littleEndianWord (16)
         << littleEndian (1, 2) << littleEndian (1, 2) << littleEndianWord (kRateHz)
         << littleEndianWord (2 * kRateHz) << littleEndian (2, 2) << littleEndian (16, 2) << "data"
         << littleEndianWord (bytes);
    const auto noise = measuredSound (kRateHz);
    std::vector<std::int16_t> samples (noise.size ());
    for (int second = 0; second < 3600 * kHours; ++second)
    {
        const float gain = 1500.0f * (1 + static_cast<float> (second / 600 % 7));
        std::ranges::transform (noise, samples.begin (),
                                [gain] (float value)
                                { return static_cast<std::int16_t> (std::lround (gain * value)); });
        file.write (reinterpret_cast<const char*> (samples.data ()), 2 * kRateHz);
    }
    REQUIRE (file.flush ());
}

/** In $MELSTROM_MEASURE_FOLDER, else /tmp/melstrom-measure; made once: 2.8 GB and half of that. */
std::string dayFile (const std::string& ending)
{
    const char* const chosen = std::getenv ("MELSTROM_MEASURE_FOLDER");
    const std::filesystem::path folder = chosen != nullptr ? chosen : "/tmp/melstrom-measure";
    std::filesystem::create_directories (folder);
    const auto wav = folder / "day.wav", path = folder / ("day." + ending);
    if (! std::filesystem::exists (wav))
        writeDay (wav);
    if (ending == "flac" && ! std::filesystem::exists (path))
        if (std::system (("flac --silent -1 -o " + path.string () + " " + wav.string ()).c_str ()))
            return {};
    std::ifstream file (path, std::ios::binary); // into the page cache
    std::vector<char> bytes (1 << 20);
    while (file.read (bytes.data (), static_cast<std::streamsize> (bytes.size ())))
    {
    }
    return path;
}

/** Every point of the line shows sound: it has neither the background of an empty plot nor black. */
bool isWhole (const ScreenPixels& line)
{
    const auto empty = Theme::panel ().getARGB () & 0xffffff;
    const auto background = Theme::background ().getARGB () & 0xffffff;
    return ! line.empty () &&
           std::ranges::none_of (line, [=] (std::uint32_t pixel)
                                 { return pixel == empty || pixel == background || pixel == 0; });
}

struct FrameFigures
{
    double framesPerSecond = 0, longestMs = 0, picturesPerSecond = 0;
    double messageShare = 0;
};

/** onFrame  (number of the frame): changes the view */
FrameFigures framesOf (MeasuredApp& app, const std::function<void (int)>& onFrame)
{
    auto& content = app.content ();
    const ScreenProbe probe (MeasuredApp::lineOf (content.files ().view ()), 0.004, {});
    const ThreadClock clock (0, {probe.thread ()});
    int numFrames = 0;
    double last = steadySeconds (), longest = 0;
    {
        const juce::VBlankAttachment frames (&content,
                                             [&]
                                             {
                                                 const double now = steadySeconds ();
                                                 longest = std::max (longest, now - last);
                                                 last = now;
                                                 onFrame (numFrames++);
                                             });
        pumpMessages (4000);
    }
    const double seconds = clock.seconds ();
    return {numFrames / seconds, 1000 * longest,
            static_cast<double> (probe.numPictures ()) / seconds, clock.shares ().message};
}

void tell (const char* what, const FrameFigures& figures)
{
    report ("  %-26s %6.1f frames/s, longest %5.1f ms, %5.1f pictures/s, message %4.1f %%", what,
            figures.framesPerSecond, figures.longestMs, figures.picturesPerSecond,
            100 * figures.messageShare);
}

void measureView (MeasuredApp& app)
{
    auto& view = app.content ().files ().view ();
    view.showAll ();
    tell ("zooming in",
          framesOf (app, [&] (int) { view.setWindow (view.window ().zoomed (0.96, 0.31)); }));
    view.setWindow ({3600, 600});
    tell ("panning over ten minutes",
          framesOf (app,
                    [&] (int)
                    {
                        const auto window = view.window ();
                        view.setWindow (
                            {window.beginSeconds + window.spanSeconds / 60, window.spanSeconds});
                    }));
    view.showAll ();
    tell ("panning over hours", framesOf (app,
                                          [&] (int frame) {
                                              view.setWindow ({100.0 * frame, 4 * 3600.0});
                                          }));
    auto& list = *[&]
    {
        auto boxes = allOf<FrontEndBox> (app.content ().files ());
        REQUIRE (! boxes.empty ());
        return boxes.front ();
    }();
    const std::array names {"fast", "musical", "librosa"};
    tell ("front end each half second",
          framesOf (app,
                    [&] (int frame)
                    {
                        if (frame % 30 == 0)
                            list.onChoose (names[static_cast<std::size_t> (frame / 30) % 3]);
                    }));
    list.onChoose ("musical");
    view.showAll ();
}

void measureFile (const std::string& path, const char* name)
{
    MeasuredApp app;
    auto& files = app.content ().files ();
    WavFields fields; // a first file lays the page out
    files.open ({app.app ().folder ().write ("first.wav", wav (fields, std::string (32000, 'a')))});
    REQUIRE (AppRun::pumpUntil ([&] { return files.numOpen () == 1; }));
    pumpMessages (300);
    files.close (0);
    pumpMessages (300);

    std::atomic<double> wholeAt {0}, firstAt {0};
    const double begin = steadySeconds ();
    {
        ScreenPixels empty;
        const ScreenProbe probe (MeasuredApp::lineOf (files.view ()), 0.002,
                                 [&] (double seconds, const ScreenPixels& pixels)
                                 {
                                     if (empty.empty ())
                                         empty = pixels;
                                     if (firstAt == 0 && pixels != empty)
                                         firstAt = seconds;
                                     if (wholeAt == 0 && isWhole (pixels))
                                         wholeAt = seconds;
                                 });
        app.content ().filesDropped ({path}, 10, 10);
        AppRun::pumpUntil ([&] { return wholeAt > 0; }, 60'000);
    }
    report ("%s, 24 h at 16 kHz, %.2f GB: first columns %.2f s, whole %.2f s after the drop", name,
            static_cast<double> (std::filesystem::file_size (path)) / 1e9, firstAt - begin,
            wholeAt - begin);
    CHECK (wholeAt > 0);
    CHECK (wholeAt - begin < kMostSeconds);
    app.app ().keep (juce::String ("measure-day-") + name);
    measureView (app);
    AppRun::pumpUntil ([&] { return files.chosen ()->overview->status ().doneRatio >= 1; },
                       400'000);
    report ("  exact %.1f s after the drop", steadySeconds () - begin);
}

} // namespace

TEST_CASE ("files: a day as WAV", "[files]")
{
    measureFile (dayFile ("wav"), "WAV");
}

TEST_CASE ("files: a day as FLAC", "[files]")
{
    const auto path = dayFile ("flac");
    if (path.empty ())
        return skipTest ("there is no flac");
    measureFile (path, "FLAC");
}

} // namespace melstrom::testing
