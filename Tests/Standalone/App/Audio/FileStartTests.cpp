// How soon a long file begins to play, and how soon its reading ends.
#include "Engine/Batch/Audio/Decoders/Ffmpeg.h"
#include "Standalone/App/Audio/FilePlayer.h"
#include "Tests/Support/Audio/EndlessMpeg.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Skip.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

namespace melstrom::testing
{
namespace
{

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

constexpr int kRateHz = 48000, kBlock = 256, kAttempts = 8;
constexpr double kMostMs = 100, kHour = 3600;

/** The least time of some attempts: others use the machine too. */
template <typename Attempt>
double leastMs (Attempt&& attempt)
{
    double least = 1e9;
    for (int n = 0; n < kAttempts && least >= kMostMs; ++n)
        least = std::min (least, attempt ());
    return least;
}

double msSince (Clock::time_point start)
{
    return Milliseconds (Clock::now () - start).count ();
}

/** From the call of `play` to the first sample of the file in the output. */
double msToFirstSample (const FileSection& section)
{
    CallbackGate gate;
    FilePlayer player (gate);
    player.reset (kRateHz);
    const auto start = Clock::now ();
    REQUIRE (player.play (posixStorage (), section));
    while (player.heardSeconds (0) == section.fromSeconds && msSince (start) < 20'000)
    {
        std::vector<float> left (kBlock), right (kBlock);
        const CallbackGate::Callback callback (gate);
        player.add (left.data (), right.data (), kBlock);
        std::this_thread::sleep_for (std::chrono::milliseconds (1));
    }
    const double ms = msSince (start);
    CHECK (player.heardSeconds (0) > section.fromSeconds);
    CHECK_FALSE (player.error ().has_value ());
    return ms;
}

} // namespace

TEST_CASE ("an hour of MP3 without a length begins to play at once if its length is known",
           "[app][play]")
{
    const TemporaryFolder folder;
    const auto path = silentMpeg (folder, "hour.mp3", kHour);
    const auto opened = SoundFile::open (posixStorage (), path);
    REQUIRE (opened);
    const auto known = knownSound ((*opened)->info ());
    CHECK (static_cast<double> (known.numSamples) / known.rateHz == Approx (kHour).margin (1));
    for (const double from : {0.0, kHour / 2, kHour - 5})
    {
        INFO ("from " << from << " s");
        CHECK (leastMs (
                   [&] {
                       return msToFirstSample ({path, from, std::nullopt, kRateHz, known});
                   }) < kMostMs);
    }
}

TEST_CASE ("what is known of another file does not count", "[app][play]")
{
    const TemporaryFolder folder;
    const auto path = silentMpeg (folder, "short.mp3", 3);
    const auto opened =
        SoundFile::open (posixStorage (), path, {KnownSound {22050, 1, 999'999}, nullptr});
    REQUIRE (opened);
    CHECK ((*opened)->info ().rateHz == kSilentMpegRateHz);
    CHECK ((*opened)->info ().numSamples < 4 * kSilentMpegRateHz);
}

TEST_CASE ("a count of samples ends when it is stopped", "[app][play]")
{
    const TemporaryFolder folder;
    const auto path = silentMpeg (folder, "hour.mp3", kHour);
    CHECK (leastMs (
               [&]
               {
                   const auto stop = std::make_shared<std::atomic<bool>> (false);
                   std::atomic<bool> hasEnded {false};
                   auto code = ErrorCode::internalFault;
                   std::thread opening (
                       [&]
                       {
                           const auto opened =
                               SoundFile::open (posixStorage (), path, {std::nullopt, stop});
                           if (! opened)
                               code = opened.error ().code;
                           hasEnded = true;
                       });
                   std::this_thread::sleep_for (std::chrono::milliseconds (150));
                   CHECK_FALSE (hasEnded);
                   const auto start = Clock::now ();
                   *stop = true;
                   opening.join ();
                   const double ms = msSince (start);
                   CHECK (code == ErrorCode::interrupted);
                   return ms;
               }) < kMostMs);
}

TEST_CASE ("a section that is sought by decoding lets go at once", "[app][play]")
{
    const auto ffmpeg = findFfmpeg ();
    if (! ffmpeg)
        return skipTest ("needs ffmpeg");
    const TemporaryFolder folder;
    const auto path = folder.file ("hour.mka");
    const auto make = *ffmpeg + " -loglevel error -f lavfi -i anullsrc=r=48000:cl=mono -t 3600 " +
                      "-c:a flac " + path;
    REQUIRE (std::system (make.c_str ()) == 0);
    const KnownSound known {kRateHz, 1, static_cast<std::int64_t> (kHour) * kRateHz};
    CHECK (leastMs (
               [&]
               {
                   auto file = FileAhead::open (posixStorage (),
                                                {path, kHour - 2, std::nullopt, kRateHz, known});
                   REQUIRE (file);
                   std::this_thread::sleep_for (std::chrono::milliseconds (150));
                   CHECK_FALSE ((*file)->isReady ()); // else nothing was sought
                   const auto start = Clock::now ();
                   *file = nullptr;
                   return msSince (start);
               }) < kMostMs);
}

} // namespace melstrom::testing
