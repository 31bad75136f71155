// The memory of a device below a tap's ring.
#include "Engine/Live/Tap/CaptureRing.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Live/StereoFiles.h"
#include "Tests/Support/Live/TapDevice.h"
#include "Tests/Support/Live/TapRig.h"

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
std::size_t ringBytes ()
{
    return SampleRing::memoryFloats (2, kTapRingSamples, CaptureRing::kLookBackSamples) *
           sizeof (float);
}

/** Pushes and pops until the GPU reads its own memory. */
bool goesOverToMemory (TapRig& rig, const LosableBackend& backend)
{
    return waitFor (
        [&]
        {
            if (rig.numPushed > 300'000)
                return false;
            rig.push (600);
            rig.awaitNothingToDo ();
            (void)rig.tap->pop ();
            return backend.bytesInUse () >= ringBytes () && backend.hasReadItsMemory ();
        });
}

bool goesOverToGpu (TapRig& rig)
{
    return waitFor (
        [&]
        {
            (void)rig.tap->pop ();
            return rig.tap->backendName () == "cuda:0";
        });
}
} // namespace

TEST_CASE ("a GPU reads the samples where the audio thread writes them, unless they are copied",
           "[live][tap][device]")
{
    struct Case
    {
        const char* preset;
        TapMix mix;
        bool isInRing;
    };
    for (const auto& [preset, mix, isInRing] :
         {Case {"librosa-db", TapMix::sum, true}, Case {"librosa-db", TapMix::left, true},
          Case {"librosa-db", TapMix::side, false}, Case {"whisper-openai-80", TapMix::sum, false}})
    {
        INFO (preset << ", mix " << int (mix));
        const auto device = std::make_shared<TapDevice> ();
        TapRig rig (tapSettings (preset, mix), device);
        REQUIRE (goesOverToGpu (rig));
        if (isInRing)
            CHECK (goesOverToMemory (rig, device->backend));
        else
        {
            rig.push (20000);
            CHECK (rig.pop (1).numRows > 0);
            CHECK (device->backend.hasReadItsMemory ()); // the copy
            CHECK (device->backend.bytesInUse () < ringBytes ());
        }
        // Rows and history do not care.
        const auto batch = mix == TapMix::side ? std::vector<float> ()
                                               : tapRowsOfFile (rig.settings, kTapRateHz, rig.left,
                                                                rig.right, 0, 350'000);
        rig.push (30000);
        const auto rows = rig.pop (10);
        CHECK (rows.numRows >= 10);
        CHECK ((batch.empty () || areTapRows (rows.values, batch, rows.firstRow, rig.geometry ())));
        rig.awaitNothingToDo ();
        const auto heard = rig.tap->lastSamples (0.2);
        CHECK (heard.firstSample + std::ssize (heard.channels[0]) == rig.numPushed);
        CHECK (std::equal (heard.channels[0].begin (), heard.channels[0].end (),
                           rig.left.begin () + heard.firstSample));
        CHECK (std::equal (heard.channels[1].begin (), heard.channels[1].end (),
                           rig.right.begin () + heard.firstSample));
    }
}

TEST_CASE ("a tap that leaves a GPU returns its memory, with or without audio",
           "[live][tap][device]")
{
    const bool isLost = GENERATE (false, true);
    const bool hasAudio = GENERATE (false, true);
    INFO (isLost << hasAudio);
    auto device = std::make_shared<TapDevice> ();
    TapRig rig (tapSettings ("librosa-db"), device);
    REQUIRE (goesOverToMemory (rig, device->backend));
    if (isLost)
    {
        device->backend.isLost = true;
        rig.push (5000);
        REQUIRE (waitFor (
            [&] { return rig.tap->pop ().numRows == 0 && rig.tap->backendName () == "cpu"; }));
    }
    else
        REQUIRE (rig.tap->set (rig.settings, nullptr).ok ());
    CHECK (waitFor (
        [&]
        {
            if (hasAudio && rig.numPushed < 350'000)
                rig.push (100);
            (void)rig.tap->pop ();
            return device->backend.bytesInUse () == 0;
        }));
    // Rows go on from the tap's own memory.
    const auto begin = rig.numPushed;
    rig.push (20000);
    const auto rows = rig.pop (20);
    CHECK (rows.numRows >= 20);
    CHECK (rig.tap->firstSampleOf (rows.firstRow) <= begin + 2048);
    CHECK (rig.tap->backendName () == "cpu");
}

TEST_CASE ("a tap that goes to a GPU's memory and back loses no sample", "[live][tap][device]")
{
    const auto device = std::make_shared<TapDevice> ();
    TapRig rig (tapSettings ("librosa-db"), device);
    REQUIRE (goesOverToMemory (rig, device->backend));
    rig.push (30000);
    rig.awaitNothingToDo ();
    const auto from = rig.numPushed - 20000;
    REQUIRE (rig.tap->set (rig.settings, nullptr).ok ());
    rig.push (10000);
    rig.awaitNothingToDo ();
    const auto heard = rig.tap->lastSamples (1);
    CHECK (heard.firstSample <= from); // no gap since
    CHECK (std::equal (heard.channels[0].begin (), heard.channels[0].end (),
                       rig.left.begin () + heard.firstSample));
}
