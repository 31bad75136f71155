// A tap and a GPU that starts, that plans for a long time, or that refuses.
#include "Engine/Live/Device/StartingDevice.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Live/StereoFiles.h"
#include "Tests/Support/Live/TapDevice.h"
#include "Tests/Support/Live/TapRig.h"

#include <latch>
#include <pthread.h>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
/** A device that starts when the test says so. */
struct LateDevice
{
    std::shared_ptr<LosableBackend> backend = std::make_shared<LosableBackend> ();
    std::shared_ptr<std::latch> mayOpen = std::make_shared<std::latch> (1);
    std::shared_ptr<LiveDevice> device = std::make_shared<StartingDevice> (
        "cuda:0",
        [backend = backend, mayOpen = mayOpen] () -> Result<std::unique_ptr<GpuDevice>>
        {
            mayOpen->wait ();
            return std::unique_ptr<GpuDevice> (std::make_unique<TapGpu> (*backend));
        });
    void arrive () { mayOpen->count_down (); }
};

/** Pops consecutive rows until there are enough. */
struct Popped
{
    bool popUntil (TapRig& rig, std::int64_t wanted)
    {
        return waitFor (
            [&]
            {
                for (TapRows next = rig.tap->pop (); next.numRows > 0; next = rig.tap->pop ())
                {
                    doFollow &= next.firstRow == numRows && next.generation == rig.generation;
                    numRows += next.numRows;
                    rows.insert (rows.end (), next.values.begin (), next.values.end ());
                }
                return numRows >= wanted;
            });
    }
    std::vector<float> rows;
    std::int64_t numRows = 0;
    bool doFollow = true;
};

std::string ownThreadName ()
{
    char name[16] {};
    pthread_getname_np (pthread_self (), name, sizeof name);
    return name;
}
} // namespace

TEST_CASE ("a tap goes over to a GPU that comes late without a row lost or doubled",
           "[live][tap][device][threads]")
{
    for (const char* const preset : {"librosa-db", "whisper-openai-80", "leak", "kaldi-mfcc"})
    {
        INFO (preset);
        LateDevice late;
        TapRig rig (tapSettings (preset), late.device); // a tap that waited would never return
        CHECK (rig.tap->backendName () == "cpu");
        rig.push (30000);
        Popped popped;
        REQUIRE (popped.popUntil (rig, rig.settled (30000)));
        CHECK (late.backend->numPlans == 0);

        late.arrive ();
        while (rig.tap->backendName () != "cuda:0" && rig.numPushed < 250000)
        {
            rig.push (777);
            REQUIRE (popped.popUntil (rig, rig.settled (rig.numPushed)));
        }
        CHECK (rig.tap->backendName () == "cuda:0");
        const int before = late.backend->numBatches;
        rig.push (40000);
        REQUIRE (popped.popUntil (rig, rig.settled (rig.numPushed)));
        CHECK (late.backend->numBatches > before); // the GPU computes the rows now
        CHECK (popped.doFollow);
        CHECK (areTapRows (
            popped.rows,
            tapRowsOfFile (rig.settings, kTapRateHz, rig.left, rig.right, 0, rig.numPushed), 0,
            rig.geometry ()));
        CHECK (rig.tap->notice ().empty ());
    }
}

TEST_CASE ("plans on a GPU are made on its own thread, which nobody waits for",
           "[live][tap][device][threads]")
{
    LateDevice late;
    std::latch mayPlan (1);
    std::string planner;
    late.backend->onPlan = [&]
    {
        planner = ownThreadName ();
        mayPlan.wait ();
        return Result<void> ();
    };
    late.arrive ();
    {
        TapRig rig (tapSettings ("librosa-db"), late.device);
        REQUIRE (waitFor ([&] { return late.backend->numPlans == 1; }));
        // A plan is being made and ends when the test says so. Meanwhile:
        rig.push (20000);
        CHECK (rig.pop (rig.settled (20000)).numRows == rig.settled (20000));
        CHECK (rig.tap->backendName () == "cpu");
        REQUIRE (rig.tap->prepare (44100, 64).ok ());
        REQUIRE (rig.tap->set (tapSettings ("vggish"), late.device).ok ());
        CountingClient client;
        const auto worker = LiveWorker::shared (LiveWorker::Purpose::background);
        const auto submitter = worker->add (client);
        CHECK (waitFor ([&] { return client.numAsked > 0; }));
        worker->remove (client);
        rig.tap->watch (false);
    } // destroys the tap
    mayPlan.count_down ();
    // Orders of destroyed feeds were cancelled: the device serves only the next feed.
    TapRig next (tapSettings ("librosa-db"), late.device);
    CHECK (waitFor ([&] { return next.tap->backendName () == "cuda:0"; }));
    CHECK (late.backend->numPlans == 2);
    CHECK (planner == "melstrom-gpu");
}

TEST_CASE ("a GPU that refuses a plan leaves the CPU at work, with a notice",
           "[live][tap][device][threads]")
{
    LateDevice late;
    late.backend->onPlan = [] () -> Result<void> {
        return Error {ErrorCode::outOfMemory, "no room for features on this GPU", {}};
    };
    late.arrive ();
    TapRig rig (tapSettings ("librosa-db"), late.device);
    CHECK (waitFor ([&] { return ! rig.tap->notice ().empty (); }));
    CHECK (rig.tap->notice () == "the CPU computes rows: no room for features on this GPU");
    CHECK (rig.tap->backendName () == "cpu");
    rig.push (20000);
    CHECK (rig.pop (rig.settled (20000)).numRows == rig.settled (20000));
}
