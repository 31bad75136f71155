// The ceilings of --bench batch.
#include "Standalone/Bench/BatchTiming.h"

#include "Standalone/Bench/BatchCeilings.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/TemporaryFolder.h"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

using namespace melstrom;
using namespace melstrom::testing;

TEST_CASE ("the ceiling of a whole run is its slowest part alone", "[bench-batch]")
{
    BatchTiming timing;
    timing.seconds = 4;
    timing.inputSeconds = 1;
    timing.computeSeconds = 2;
    timing.outcome.bytesWritten = 500'000'000;
    timing.ceilingGbPerS = 1;
    CHECK (timing.slowestPart ().second == std::string ("computing"));
    CHECK (timing.runCeilingRatio () == 0.5);
    CHECK (timing.computeCeilingRatio () == 0.5);
    timing.inputSeconds = 3;
    CHECK (timing.slowestPart ().second == std::string ("listing and reading the files"));
    CHECK (timing.runCeilingRatio () == 0.75);
    timing.ceilingGbPerS = 0.125; // 4 s of output
    CHECK (timing.slowestPart ().second == std::string ("writing the output"));
    CHECK (timing.runCeilingRatio () == 1);
    timing.durableSeconds = 8;
    timing.syncedSeconds = 2;
    CHECK (timing.durableCeilingRatio () == 0.25);
}

TEST_CASE ("the parts of a whole run are timed alone, and leave nothing", "[bench-batch]")
{
    const TemporaryFolder folder;
    const std::filesystem::path label = folder.file ("label");
    std::filesystem::create_directory (label);
    std::ofstream (label / "a.wav") << "twelve bytes";
    const auto read = listAndReadSeconds (folder.path (), 2);
    REQUIRE (read);
    CHECK (*read > 0);
    CHECK (listAndReadSeconds (folder.file ("nowhere"), 2).error ().code == ErrorCode::fileMissing);
    std::filesystem::create_symlink ("nowhere", label / "b.wav");
    CHECK_FALSE (listAndReadSeconds (folder.path (), 2));

    std::atomic<bool> stop {false};
    const auto written = durableWriteSeconds (label.string (), 9'000'001, stop);
    REQUIRE (written);
    CHECK (*written > 0);
    stop = true;
    CHECK (durableWriteSeconds (label.string (), 9'000'001, stop).error ().code ==
           ErrorCode::interrupted);
    const auto left = std::distance (std::filesystem::directory_iterator (label),
                                     std::filesystem::directory_iterator ());
    CHECK (left == 2); // a.wav and b.wav
}
