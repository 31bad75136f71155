#include "Tests/Fuzz/FuzzTargets.h"

#include <array>

namespace melstrom::testing
{

std::span<const FuzzTarget> fuzzTargets ()
{
    static constexpr std::array kTargets {
        FuzzTarget {"wav", &fuzzWav},         FuzzTarget {"decoder", &fuzzDecoder},
        FuzzTarget {"spec", &fuzzSpec},       FuzzTarget {"patch", &fuzzPatch},
        FuzzTarget {"csv", &fuzzCsv},         FuzzTarget {"dataset", &fuzzDataset},
        FuzzTarget {"folder", &fuzzFolder},   FuzzTarget {"midi", &fuzzMidi},
        FuzzTarget {"scala", &fuzzScala},     FuzzTarget {"state", &fuzzState},
        FuzzTarget {"journal", &fuzzJournal}, FuzzTarget {"tar", &fuzzTar},
        FuzzTarget {"marks", &fuzzMarks},     FuzzTarget {"statistics", &fuzzStatistics},
        FuzzTarget {"moments", &fuzzMoments}};
    return kTargets;
}

} // namespace melstrom::testing
