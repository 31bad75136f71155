#include "Engine/Backend/Gpu/Variants/VariantChoice.h"
#include "Tests/Support/Catch.h"

#include <map>
#include <optional>

using namespace melstrom;
using namespace melstrom::gpu;

namespace
{

FusedShape shapeNamed (int framesPerTile, int compiled)
{
    FusedShape shape;
    shape.fftSamples = 400;
    shape.radices = {20, 10};
    shape.framesPerTile = framesPerTile;
    shape.compiled = compiled;
    return shape;
}

const FusedShape t32 = shapeNamed (32, 0), t16 = shapeNamed (16, 1), any32 = shapeNamed (32, -1),
                 any16 = shapeNamed (16, -1);

/** A device's results by variant name, and a record of the questions. */
class ScriptedTrials final : public VariantTrials
{
public:
    std::map<std::string, Error> faults, timingFaults;
    std::map<std::string, double> seconds; ///< a variant without an entry cannot be timed
    std::vector<std::string> checked, timed;

    Result<void> check (const ChosenVariant& variant) override
    {
        checked.push_back (variant.name ());
        if (const auto fault = faults.find (variant.name ()); fault != faults.end ())
            return fault->second;
        return {};
    }
    Result<std::optional<double>> time (const ChosenVariant& variant) override
    {
        timed.push_back (variant.name ());
        if (const auto fault = timingFaults.find (variant.name ()); fault != timingFaults.end ())
            return fault->second;
        const auto known = seconds.find (variant.name ());
        return known == seconds.end () ? std::optional<double> () : std::optional (known->second);
    }
};

const Error disagrees {ErrorCode::verificationFailed, "is off", {}};
const Error lost {ErrorCode::deviceLost, "launch failed", {}};
const Error noMemory {ErrorCode::outOfMemory, "none left", {}};
using Names = std::vector<std::string>;

Result<ChosenVariant> choose (std::vector<FusedShape> shapes, bool allowsCufft,
                              ScriptedTrials& trials, const std::string& remembered = {})
{
    return chooseAmong ({std::move (shapes), allowsCufft}, remembered, trials, "a device");
}

} // namespace

TEST_CASE ("the fastest shape that agrees is taken", "[cuda][variants]")
{
    ScriptedTrials trials;
    trials.seconds = {{t32.name (), 2e-3}, {t16.name (), 1e-3}};
    auto chosen = choose ({t32, t16}, true, trials);
    REQUIRE (chosen);
    CHECK (chosen->name () == t16.name ());
    CHECK (chosen->isMeasured);
    CHECK (chosen->rejected.empty ());
    CHECK (trials.checked == Names {t32.name (), t16.name ()}); // cuFFT is not opened

    trials.faults = {{t16.name (), disagrees}};
    chosen = choose ({t32, t16}, true, trials);
    REQUIRE (chosen);
    CHECK (chosen->name () == t32.name ());
    CHECK (chosen->rejected == t16.name () + ": is off");
}

TEST_CASE ("the likeliest shape stays unless another is clearly faster", "[cuda][variants]")
{
    ScriptedTrials trials;
    trials.seconds = {{t32.name (), 1e-3}, {t16.name (), 0.93e-3}};
    CHECK (choose ({t32, t16}, false, trials)->name () == t32.name ());
    trials.seconds[t16.name ()] = 0.87e-3;
    CHECK (choose ({t32, t16}, false, trials)->name () == t16.name ());
}

TEST_CASE ("a shape without a kernel of its own stands by", "[cuda][variants]")
{
    ScriptedTrials trials;
    trials.seconds = {{t32.name (), 1e-3}, {any32.name (), 5e-3}, {any16.name (), 4e-3}};
    CHECK (choose ({t32, any32, any16}, false, trials)->name () == t32.name ());
    CHECK (trials.checked == Names {t32.name ()});
    trials.faults = {{t32.name (), disagrees}};
    CHECK (choose ({t32, any32, any16}, false, trials)->name () == any16.name ());
}

TEST_CASE ("the first that agrees is taken where timing would not tell", "[cuda][variants]")
{
    ScriptedTrials trials;
    trials.faults = {{t32.name (), disagrees}};
    const auto chosen = choose ({t32, t16, any32}, true, trials);
    REQUIRE (chosen);
    CHECK (chosen->name () == t16.name ());
    CHECK_FALSE (chosen->isMeasured);
    CHECK (trials.checked == Names {t32.name (), t16.name ()});
}

TEST_CASE ("no more than four are timed", "[cuda][variants]")
{
    ScriptedTrials trials;
    std::vector<FusedShape> shapes;
    for (const int frames : {64, 32, 16, 8, 4})
    {
        shapes.push_back (shapeNamed (frames, -1));
        trials.seconds[shapes.back ().name ()] = frames * 1e-3;
    }
    CHECK (choose (shapes, true, trials)->name () == shapes[3].name ());
    CHECK (trials.timed.size () == 4);
}

TEST_CASE ("a single candidate is checked and not timed", "[cuda][variants]")
{
    ScriptedTrials trials;
    const auto chosen = choose ({t32}, true, trials);
    REQUIRE (chosen);
    CHECK_FALSE (chosen->isMeasured);
    CHECK (choose ({t32, any32, any16}, true, trials)->name () == t32.name ());
    CHECK (trials.timed.empty ());
}

TEST_CASE ("cuFFT answers where no shape is there or agrees", "[cuda][variants]")
{
    ScriptedTrials trials;
    CHECK (choose ({}, true, trials)->name () == "cufft");
    trials.faults = {{t32.name (), disagrees}};
    const auto chosen = choose ({t32}, true, trials);
    REQUIRE (chosen);
    CHECK (chosen->name () == "cufft");
    CHECK (chosen->rejected == t32.name () + ": is off");

    for (const bool allowsCufft : {true, false}) // cuFFT is missing, or not allowed
    {
        trials.faults["cufft"] = {ErrorCode::deviceUnavailable, "there is no libcufft", {}};
        const auto none = choose ({t32}, allowsCufft, trials);
        REQUIRE_FALSE (none);
        CHECK (none.error ().code == ErrorCode::deviceUnavailable);
        const auto& message = none.error ().message;
        CHECK (message.find ("no variant of computing") == 0);
        CHECK (message.find ("a device") != std::string::npos);
        CHECK (message.find (t32.name () + ": is off") != std::string::npos);
        CHECK ((message.find ("libcufft") != std::string::npos) == allowsCufft);
    }
}

TEST_CASE ("a remembered choice is checked again and not timed", "[cuda][variants]")
{
    ScriptedTrials trials;
    trials.seconds = {{t32.name (), 1e-3}, {any32.name (), 1e-3}, {any16.name (), 1e-3}};
    const auto chosen = choose ({t32, t16, any32}, true, trials, t16.name ());
    REQUIRE (chosen);
    CHECK (chosen->name () == t16.name ());
    CHECK_FALSE (chosen->isMeasured);
    CHECK (trials.checked == Names {t16.name ()});
    CHECK (trials.timed.empty ());

    trials.faults = {{t16.name (), disagrees}};
    const auto other = choose ({t32, t16, any32}, true, trials, t16.name ());
    REQUIRE (other);
    CHECK (other->name () == t32.name ());
    CHECK (other->rejected == t16.name () + ": is off");
    CHECK (choose ({any32, any16}, true, trials, "of another version")->name () == any32.name ());
}

TEST_CASE ("a lost device and a lack of memory end the search at once", "[cuda][variants]")
{
    for (const Error& error : {lost, noMemory})
    {
        ScriptedTrials checking, timing;
        checking.faults = timing.timingFaults = {{t32.name (), error}};
        for (ScriptedTrials* const trials : {&checking, &timing})
        {
            const auto chosen = choose ({t32, t16}, true, *trials);
            REQUIRE_FALSE (chosen);
            CHECK (chosen.error ().code == error.code);
            CHECK (trials->checked == Names {t32.name ()});
        }
    }
}
