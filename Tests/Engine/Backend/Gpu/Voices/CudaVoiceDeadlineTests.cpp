// Which time counts towards the deadline of a voice batch, on an emulated GPU.
#include "Tests/Support/Gpu/TrialRig.h"

#include <mutex>

using namespace melstrom;
using namespace melstrom::testing;

TEST_CASE ("a batch of voices behind a trial does not count the trial's time as its own",
           "[cuda][voices][variants][threads]")
{
    constexpr std::chrono::milliseconds deadline {100};
    SharedRig rig (true, deadline);
    const StereoSound expected = renderWhole (*rig.renderer, rig.run);
    rig.hold->mel = true;
    rig.hold->voices = true; // the device computes the trial, and the voices wait
    std::atomic<bool> hasPlan {false};
    std::thread trial ([&] { hasPlan = rig.plan ().ok (); });
    REQUIRE (waitForLooks (*rig.hold, 1));
    StereoSound sound (rig.run.numSegments * kControlSamples);
    Result<void> rendered;
    std::thread voices (
        [&]
        {
            rendered = rig.renderer->render ({rig.run.voices, rig.run.numSegments},
                                             sound.left.data (), sound.right.data ());
        });
    std::this_thread::sleep_for (5 * deadline);
    rig.hold->voices = false;
    rig.hold->mel = false;
    voices.join ();
    trial.join ();
    CHECK (rendered.ok ());
    CHECK (sound == expected);
    CHECK (hasPlan);
    CHECK_FALSE (rig.isHung ());
}

TEST_CASE ("a batch of voices does not count the time for which another thread has the device",
           "[cuda][voices][threads]")
{
    constexpr std::chrono::milliseconds deadline {100};
    SharedRig rig (true, deadline);
    const StereoSound expected = renderWhole (*rig.renderer, rig.run);
    REQUIRE (rig.renderer->begin ({rig.run.voices, rig.run.numSegments}));
    StereoSound sound (rig.run.numSegments * kControlSamples);
    Result<void> rendered;
    std::unique_lock lock (rig.device->mutex);
    std::thread voices (
        [&] { rendered = rig.renderer->finish (sound.left.data (), sound.right.data ()); });
    std::this_thread::sleep_for (5 * deadline);
    lock.unlock ();
    voices.join ();
    CHECK (rendered.ok ());
    CHECK (sound == expected);
    CHECK_FALSE (rig.isHung ());
}

TEST_CASE ("a batch of voices that has the device to itself and does not end is lost",
           "[cuda][voices][threads]")
{
    SharedRig rig (true, std::chrono::milliseconds (100));
    rig.hold->voices = true;
    StereoSound sound (rig.run.numSegments * kControlSamples);
    const auto rendered = rig.renderer->render ({rig.run.voices, rig.run.numSegments},
                                                sound.left.data (), sound.right.data ());
    REQUIRE_FALSE (rendered.ok ());
    CHECK (rendered.error ().code == ErrorCode::deviceLost);
    CHECK (rig.isHung ());
    rig.record->liveObjects = 0; // memory that a kernel may still write is not freed
}
