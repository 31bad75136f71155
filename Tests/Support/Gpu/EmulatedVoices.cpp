#include "Tests/Support/Gpu/EmulatedVoices.h"

#include "Engine/Backend/Gpu/Kernels/Voices/PartialBank.h"
#include "Engine/Backend/Gpu/Kernels/Voices/VoiceMix.h"

#include <atomic>
#include <cmath>
#include <cstring>
#include <memory>
#include <numbers>
#include <stdexcept>

namespace melstrom::testing
{

using namespace gpu;

namespace
{
/** Same interface as DeviceBank: see PartialBank.cu. */
class HostBank : public HostBlock
{
public:
    HostBank () : HostBlock (kBankThreads) {}

    static void sineCosineOf (std::int32_t phase, float& sine, float& cosine)
    {
        sine = sineOf (phase);
        cosine = static_cast<float> (std::cos (radiansOf (phase)));
    }
    static float sineOf (std::int32_t phase)
    {
        return static_cast<float> (std::sin (radiansOf (phase)));
    }
    static float inverseRootOf (float x) { return 1.0f / std::sqrt (x); }
    static void forgetMemory () {}

private:
    static double radiansOf (std::int32_t phase)
    {
        return std::ldexp (2.0 * std::numbers::pi * phase, -32);
    }
};

/** Same interface as DeviceMix: see VoiceMix.cu. */
class HostMix : public HostBlock
{
public:
    using HostBlock::HostBlock;
    static std::int32_t countIn (std::int32_t* counter) { return ++*counter; }
    static std::int32_t countMixed (std::int32_t* counter, std::int32_t number)
    {
        return *counter += number;
    }
    void tellHost (std::uint32_t* word, std::uint32_t number)
    {
        ++numTold;
        std::atomic_ref (*word).store (number, std::memory_order_release);
    }

    int numTold = 0;
};

/** Shared memory starts with undefined contents: here NaN. */
template <typename Shared>
std::unique_ptr<Shared> poisoned ()
{
    auto shared = std::make_unique<Shared> ();
    std::memset (static_cast<void*> (shared.get ()), 0xff, sizeof (Shared));
    return shared;
}
} // namespace

void emulateFetchBatch (const VoiceWork& work)
{
    constexpr std::int64_t kThreads = 7; // any number of threads does all the work
    for (std::int64_t thread = 0; thread < kThreads; ++thread)
        fetchBatch (work, thread, kThreads);
}

void emulatePartialBank (const VoiceWork& work)
{
    HostBank block;
    const auto shared = poisoned<BankShared> ();
    for (int oscillator = 0; oscillator < kNumOscillators; ++oscillator)
        for (int item = 0; item < bankItemsOf (work, oscillator); ++item)
            sumChunk (work, oscillator, item, block, *shared);
}

void emulateVoiceMix (const VoiceWork& work)
{
    HostMix block (kMixThreads);
    const auto shared = poisoned<MixShared> ();
    for (int record = countsOf (work).numRecords; record-- > 0;) // any may end last
    {
        mixVoice (work, record, block, *shared);
        if (block.numTold != (record == 0))
            throw std::logic_error ("a batch reported its end too early or too late");
    }
}

} // namespace melstrom::testing
