// Long trials of variants while other work waits for the device, on an emulated GPU.
#include "Tests/Support/Gpu/TrialRig.h"

#include <optional>
#include <vector>

using namespace melstrom;
using namespace melstrom::testing;

TEST_CASE ("voices sound while ways of computing are tried", "[cuda][voices][variants][threads]")
{
    SharedRig rig (false, std::chrono::milliseconds (2000));
    const StereoSound expected = renderWhole (*rig.renderer, rig.run);
    rig.hold->mel = true;
    std::atomic<bool> hasPlan {false};
    std::thread trial ([&] { hasPlan = rig.plan ().ok (); });
    REQUIRE (waitForLooks (*rig.hold, 1)); // a kernel of the trial runs
    // The trial ends after all these batches, or at its own time limit.
    std::atomic<int> numBatches {0};
    std::thread voices (
        [&]
        {
            for (int i = 0; i < 50; ++i)
                numBatches += renderWhole (*rig.renderer, rig.run) == expected;
        });
    const auto end = std::chrono::steady_clock::now () + kLongTrial;
    while (numBatches < 50 && std::chrono::steady_clock::now () < end)
        std::this_thread::sleep_for (std::chrono::milliseconds (1));
    const int numDuring = numBatches;
    CHECK_FALSE (hasPlan);
    rig.hold->mel = false;
    voices.join ();
    trial.join ();
    CHECK (numDuring == 50);
    CHECK (hasPlan);
    CHECK_FALSE (rig.isHung ());
}

TEST_CASE ("a choice that nobody waits for ends before its next trial", "[cuda][variants][threads]")
{
    SharedRig rig (false, std::chrono::milliseconds (2000));
    rig.hold->isWrong = true; // else the first variant would be chosen
    rig.hold->mel = true;
    std::optional<Result<std::unique_ptr<MelPlan>>> made;
    std::thread trial ([&] { made = rig.plan (); });
    REQUIRE (waitForLooks (*rig.hold, 1)); // the first of several
    rig.device->abandonTrials ();
    rig.hold->mel = false;
    trial.join ();
    REQUIRE_FALSE (made->ok ());
    CHECK (made->error ().code == ErrorCode::interrupted);
}

TEST_CASE ("one plan tries ways of computing at a time, and others of its spec take its choice",
           "[cuda][variants][threads]")
{
    SharedRig rig (false, std::chrono::milliseconds (2000));
    std::atomic<int> numPlans {0};
    std::vector<std::thread> planners;
    for (int i = 0; i < 4; ++i)
        planners.emplace_back ([&] { numPlans += rig.plan ().ok (); });
    for (auto& planner : planners)
        planner.join ();
    CHECK (numPlans == 4);
}
