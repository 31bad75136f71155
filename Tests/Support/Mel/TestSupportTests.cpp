// Tests of the tests' own tools: each of them must be able to fail.
#include "Tests/Support/Audio/WavSamples.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Golden/Ladder.h"
#include "Tests/Support/NpyArray.h"
#include "Tests/Support/Skip.h"
#include "Tests/Support/TemporaryFolder.h"
#include "Tests/Support/Timing.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace melstrom::testing;

namespace
{

/** Ratio of one band's error in dB at this depth to what the ladder allows. */
double ratioAt (double depthDb, double errorDb, double factor = 1)
{
    const double quiet = std::pow (10.0, -depthDb / 10);
    const std::vector<double> reference {1, quiet};
    const std::vector<double> tested {1, quiet * std::pow (10.0, errorDb / 10)};
    return compareEnergies (reference, tested, {.numBands = 2, .factor = factor}).worstRatio;
}

/** A version 1 .npy file in a private folder, because tests run concurrently. The destructor
    deletes it. */
class TemporaryNpy
{
public:
    TemporaryNpy (const std::string& type, const std::string& shape, const std::string& data)
    {
        const std::string header =
            "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }\n";
        std::ofstream file (path (), std::ios::binary);
        file << "\x93NUMPY" << '\1' << '\0' << static_cast<char> (header.size ()) << '\0' << header
             << data;
    }

    std::filesystem::path path () const { return folder_.file ("array.npy"); }

private:
    const TemporaryFolder folder_;
};

template <typename Number>
std::string bytesOf (const std::vector<Number>& numbers)
{
    std::string bytes (numbers.size () * sizeof (Number), '\0');
    std::memcpy (bytes.data (), numbers.data (), bytes.size ());
    return bytes;
}

} // namespace

TEST_CASE ("the ladder allows what its rungs say", "[support]")
{
    CHECK (ratioAt (30, 0.9e-4) == Approx (0.9).epsilon (1e-3));
    CHECK (ratioAt (30, -1.1e-4) == Approx (1.1).epsilon (1e-3));
    CHECK (ratioAt (50, 1.1e-3) == Approx (1.1).epsilon (1e-3));
    CHECK (ratioAt (70, 1.1e-2) == Approx (1.1).epsilon (1e-3));
    CHECK (ratioAt (90, 1.1e-1) == Approx (1.1).epsilon (1e-3));
    CHECK (ratioAt (90, 1.1e-1, 10) == Approx (0.11).epsilon (1e-3));
    CHECK (ratioAt (110, 3) < 1);
    CHECK (ratioAt (0, 0.9e-4) > 1);
}

TEST_CASE ("an error within the rounding agrees where the ladder does not", "[support]")
{
    const std::vector<double> reference {1, 1e-3}, tested {1, 1.05e-3}, nan {1, NAN};
    const auto isOk = [&] (const std::vector<double>& values, const std::vector<double>& rounding)
    { return compareEnergies (reference, values, {.numBands = 2, .rounding = rounding}).ok; };
    CHECK_FALSE (isOk (tested, {}));
    CHECK (isOk (tested, {0, 6e-5}));
    CHECK_FALSE (isOk (tested, {0, 4e-5}));
    CHECK_FALSE (isOk (tested, {6e-5, 0}));
    CHECK_FALSE (isOk (tested, {6e-5}));
    CHECK_FALSE (isOk (nan, {1, 1}));
}

TEST_CASE ("what cannot be compared is no agreement", "[support]")
{
    const std::vector<double> one {1.0}, none, nan {NAN}, zero {0.0};
    const LadderTerms terms {.numBands = 1};
    CHECK (compareEnergies (one, one, terms).ok);
    CHECK (compareEnergies (zero, zero, terms).ok);
    CHECK_FALSE (compareEnergies (zero, one, terms).ok);
    CHECK_FALSE (compareEnergies (one, zero, terms).ok);
    CHECK_FALSE (compareEnergies (one, nan, terms).ok);
    CHECK_FALSE (compareEnergies (nan, one, terms).ok);
    CHECK_FALSE (compareEnergies (none, none, terms).ok);
    CHECK_FALSE (compareEnergies (one, none, terms).ok);
    CHECK (compareFlat (one, one, 0).ok);
    CHECK_FALSE (compareFlat (one, nan, 1).ok);
    CHECK_FALSE (compareFlat (none, none, 1).ok);
}

TEST_CASE ("npy files of four types are read", "[support]")
{
    const TemporaryNpy half ("<f2", "5,",
                             bytesOf<std::uint16_t> ({0x3C00, 0xC000, 0x0001, 0x7BFF, 0xFC00}));
    CHECK (readNpy (half.path ()).values ==
           std::vector<double> {1, -2, std::ldexp (1.0, -24), 65504, -INFINITY});
    const TemporaryNpy single ("<f4", "1, 2", bytesOf<float> ({0.5f, -3}));
    CHECK (readNpy (single.path ()).shape == std::vector<std::int64_t> {1, 2});
    CHECK (readNpy (single.path ()).values == std::vector<double> {0.5, -3});
    const TemporaryNpy wide ("<f8", "1,", bytesOf<double> ({0.1}));
    CHECK (readNpy (wide.path ()).values == std::vector<double> {0.1});
    const TemporaryNpy whole ("<i8", "2,", bytesOf<std::int64_t> ({-5, 9376431}));
    CHECK (readNpy (whole.path ()).values == std::vector<double> {-5, 9376431});
}

TEST_CASE ("missing and broken files are failures that name the file", "[support]")
{
    CHECK_THROWS_AS (readNpy ("no-such-file.npy"), std::runtime_error);
    CHECK_THROWS_AS (readWav ("no-such-file.wav"), std::runtime_error);
    const TemporaryNpy shortOne ("<f4", "3,", bytesOf<float> ({1, 2}));
    CHECK_THROWS_AS (readNpy (shortOne.path ()), std::runtime_error);
    CHECK_THROWS_AS (readWav (shortOne.path ()), std::runtime_error);
    const TemporaryNpy bigEndian (">f4", "1,", bytesOf<float> ({1}));
    CHECK_THROWS_AS (readNpy (bigEndian.path ()), std::runtime_error);
}

TEST_CASE ("a stopwatch counts sleep and work, and neither is taken for a busy machine",
           "[support]")
{
    constexpr double kSeconds = 0.03;
    const Stopwatch sleeping;
    std::this_thread::sleep_for (std::chrono::duration<double> (kSeconds));
    CHECK (sleeping.seconds () > 0.9 * kSeconds);
    const Stopwatch working;
    for (const double begin = threadSeconds (); threadSeconds () < begin + kSeconds;)
    {
    }
    CHECK (working.seconds () >= kSeconds);
}

/** Returns the output of `act` () and hides it from ctest. */
template <typename Act>
static std::string printedBy (Act&& act)
{
    std::FILE* const file = std::tmpfile ();
    REQUIRE (file != nullptr);
    std::fflush (stdout);
    const int before = dup (STDOUT_FILENO);
    dup2 (fileno (file), STDOUT_FILENO);
    act ();
    std::fflush (stdout);
    dup2 (before, STDOUT_FILENO);
    close (before);
    std::rewind (file);
    std::string text;
    for (int byte; (byte = std::fgetc (file)) != EOF;)
        text += static_cast<char> (byte);
    std::fclose (file);
    return text;
}

TEST_CASE ("what is late is tried three times and what is in time no more", "[support]")
{
    int numAttempts = 0;
    std::string late;
    const auto lateTimes = [&] (int times)
    {
        numAttempts = 0;
        return printedBy (
            [&] {
                late =
                    lateAfterAttempts ("this", [&] { return numAttempts++ < times ? "late" : ""; });
            });
    };
    CHECK (lateTimes (0) == "");
    CHECK (late == "");
    CHECK (lateTimes (1) == "RETRIED: this, attempt 1 of 3: late\n");
    CHECK (late == "");
    CHECK (numAttempts == 2);
    CHECK (lateTimes (99) ==
           "RETRIED: this, attempt 1 of 3: late\nRETRIED: this, attempt 2 of 3: late\n");
    CHECK (late == "late");
    CHECK (numAttempts == 3);
    const auto sleep = [] { std::this_thread::sleep_for (std::chrono::milliseconds (20)); };
    CHECK (printedBy ([&] { late = lateAfterAttempts ("a sleep", 0.01, sleep); }) != "");
    CHECK (late != "");
    CHECK (lateAfterAttempts ("a sleep", 20, sleep) == "");
}

TEST_CASE ("a skip is printed when a program ends well and is no skip when it fails", "[support]")
{
    const auto printedAtEnd = [] (int status)
    {
        return printedBy (
            [status]
            {
                const pid_t child = fork ();
                if (child == 0)
                {
                    skipTest ("for a test of skips");
                    std::exit (status);
                }
                waitpid (child, nullptr, 0);
            });
    };
    CHECK (printedAtEnd (0).find ("SKIPPED: for a test of skips\n") != std::string::npos);
    const auto failed = printedAtEnd (1);
    CHECK (failed.find ("NOT RUN: for a test of skips\n") != std::string::npos);
    CHECK (failed.find ("SKIPPED: ") == std::string::npos);
    CHECK (printedBy ([] { skipPart ("some of it"); }) == "SKIPPED IN PART: some of it\n");
}
