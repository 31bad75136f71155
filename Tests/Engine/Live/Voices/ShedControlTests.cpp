// Shedding levels that follow the duration of blocks, which is simulated.
#include "Engine/Live/Voices/ShedControl.h"
#include "Tests/Support/Catch.h"

#include <cmath>
#include <functional>

namespace melstrom::testing
{

namespace
{
constexpr double kRateHz = 48000;

/** A processor on which a block takes a share of its length. */
class Processor
{
public:
    /** load: for a level and a number of voices */
    using Load = std::function<double (int level, int numVoices)>;
    explicit Processor (Load load, int blockSamples = 128)
        : load_ (std::move (load)), blockSeconds_ (blockSamples / kRateHz)
    {
    }

    void play (double seconds)
    {
        for (double played = 0; played < seconds; played += blockSeconds_)
            block (0);
    }
    /** A block in which numStarting notes begin. */
    void block (int numStarting)
    {
        const int before = control_.level ();
        const int level =
            control_.begin ({blockSeconds_, numVoices, numStarting, numSinusoids, isOnCpu});
        numVoices += numStarting;
        const double load = load_ (level, numVoices);
        control_.end (load * blockSeconds_, numVoices);
        numLate += load > 1 ? 1 : 0;
        numMoves += level != before ? 1 : 0;
        highest = std::max (highest, level);
    }
    int level () const { return control_.level (); }

    int numVoices = 0, numLate = 0, numMoves = 0, highest = 0;
    std::int64_t numSinusoids = 1000;
    bool isOnCpu = true;

private:
    Load load_;
    double blockSeconds_;
    ShedControl control_ {kRateHz};
};

/** Load of voices that take a tenth each; each level saves `share` of it. */
Processor::Load tenthEach (double share)
{
    return [share] (int level, int numVoices)
    { return 0.02 + 0.1 * numVoices * std::pow (1 - share, level); };
}
} // namespace

TEST_CASE ("nothing is left out while blocks are done in time", "[shed]")
{
    Processor processor (tenthEach (0.2));
    processor.block (2);
    processor.play (1);
    processor.block (4);
    processor.play (10);
    CHECK (processor.highest == 0);
}

TEST_CASE ("a chord that would be late is not: the level rises before it sounds", "[shed]")
{
    Processor processor (tenthEach (0.2), GENERATE (32, 128, 512, 2048));
    processor.play (0.1);
    processor.block (3);
    processor.play (0.5);
    REQUIRE (processor.level () == 0);
    processor.block (10); // load 1.32
    processor.play (5);
    CHECK (processor.numLate == 0);
    CHECK (processor.highest > 0);
}

TEST_CASE ("notes that come one after the other are never late", "[shed]")
{
    Processor processor (tenthEach (0.15));
    processor.play (0.1);
    for (int note = 0; note < 40; ++note)
    {
        processor.block (1);
        processor.play (0.1);
    }
    CHECK (processor.numLate == 0);
    CHECK (processor.level () < kMostShedLevel);
}

TEST_CASE ("the level comes back to 0 when there is time again", "[shed]")
{
    Processor processor (tenthEach (0.2));
    processor.block (3);
    processor.play (0.1);
    processor.block (12);
    processor.play (1);
    const int high = processor.level ();
    REQUIRE (high > 2);
    processor.numVoices = 3;
    processor.play (ShedControl::kCalmSeconds * 0.9);
    CHECK (processor.level () == high);
    processor.play (high * ShedControl::kCalmSeconds + 0.5);
    CHECK (processor.level () == 0);
    CHECK (processor.numLate == 0);
}

TEST_CASE ("where nothing sounds any more the level is 0 soon", "[shed]")
{
    Processor processor (tenthEach (0.2));
    processor.block (3);
    processor.play (0.1);
    processor.block (12);
    processor.play (1);
    REQUIRE (processor.level () > 0);
    processor.numVoices = 0;
    processor.play (ShedControl::kCalmSeconds + 0.01);
    CHECK (processor.level () == 0);
}

TEST_CASE ("the level does not go to and fro", "[shed]")
{
    // One step saves almost nothing, or almost everything: either way no level lies in between.
    const double share = GENERATE (0.03, 0.2, 0.6, 0.9);
    Processor processor (tenthEach (share));
    processor.play (0.1);
    processor.block (3);
    processor.play (0.1);
    processor.block (9);
    processor.play (1);
    processor.numMoves = processor.numLate = 0;
    processor.play (60);
    // It retries after 1, 2, 4, 8 and 16 s.
    CHECK (processor.numMoves <= 2 * 7);
    CHECK (processor.numLate <= 7);
}

TEST_CASE ("a block that was held up once brings no lasting harm", "[shed]")
{
    int numBlocks = 0;
    Processor processor ([&] (int, int) { return ++numBlocks == 500 ? 30.0 : 0.2; });
    processor.block (5);
    processor.play (5);
    CHECK (processor.level () == 0);
    CHECK (processor.highest <= ShedControl::kMostSteps);
}

TEST_CASE ("while a GPU sounds voices nothing is left out", "[shed]")
{
    Processor processor ([] (int, int) { return 0.9; }); // mostly waiting for the GPU
    processor.isOnCpu = false;
    processor.block (20);
    processor.play (1);
    CHECK (processor.highest == 0);
    processor.isOnCpu = true; // the GPU is gone
    processor.play (0.1);
    REQUIRE (processor.level () > 0);
    processor.isOnCpu = false;
    processor.play (kMostShedLevel * ShedControl::kMostCalmSeconds);
    CHECK (processor.level () == 0);
}

TEST_CASE ("a processor that is always too slow gets the last level, not beyond", "[shed]")
{
    Processor processor ([] (int, int) { return 3.0; });
    processor.block (1);
    processor.play (1);
    CHECK (processor.level () == kMostShedLevel);
}

} // namespace melstrom::testing
