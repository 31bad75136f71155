// Mean and deviation from a Kaldi network in text form.
#include "Engine/Batch/Normalisation/KaldiMoments.h"
#include "Engine/Batch/Run/Normalising/MomentsFile.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Files/MemoryStorage.h"

#include <utility>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
std::string messageOf (const std::string& text)
{
    const auto moments = kaldiMomentsOf (text);
    if (! moments)
        CHECK (moments.error ().code == ErrorCode::badUsage);
    return moments ? "" : moments.error ().message;
}

std::string replaced (std::string text, const std::string& part, const std::string& by)
{
    const auto at = text.find (part);
    REQUIRE (at != std::string::npos);
    return text.replace (at, part.size (), by);
}

/** As modelscope/FunASR 3c58cb56a5, funasr/bin/compute_audio_cmvn.py writes it. */
const std::string kFile = "<Nnet>\n"
                          "<Splice> 3 3\n"
                          "[ 0 ]\n"
                          "<AddShift> 3 3\n"
                          "<LearnRateCoef> 0 [ -8.25 0 1e-3 ]\n"
                          "<Rescale> 3 3\n"
                          "<LearnRateCoef> 0 [ 0.25 2 0.5 ]\n"
                          "</Nnet>\n";
} // namespace

TEST_CASE ("shift and scale of a Kaldi network are mean and deviation", "[normalisation]")
{
    const BandMoments expected {{8.25, 0, -1e-3}, {4, 0.5, 2}};
    auto other = kFile; // as Kaldi's nnet-copy breaks lines
    for (std::size_t at = 0; (at = other.find (" 0 [", at)) != std::string::npos; at += 4)
        other.replace (at, 4, " 0\n [");
    for (const auto& text : {kFile, other, replaced (kFile, "<LearnRateCoef> 0 ", ""),
                             "  \r\n" + kFile, replaced (kFile, "</Nnet>\n", "")})
    {
        INFO (text);
        REQUIRE (looksLikeKaldi (text));
        const auto moments = kaldiMomentsOf (text);
        REQUIRE (moments.ok ());
        CHECK (*moments == expected);
    }
    for (const auto* text : {"", "  ", "{\"mean\": 1}", "x<Nnet>"})
        CHECK_FALSE (looksLikeKaldi (text));

    MemoryStorage storage;
    storage.addFile ("am.mvn", kFile);
    const auto read = readMoments (storage, "am.mvn", {});
    REQUIRE (read.ok ());
    CHECK (*read == expected);
}

TEST_CASE ("a damaged Kaldi network is refused with line and reason", "[normalisation]")
{
    using Texts = std::pair<const char*, const char*>;
    const std::pair<Texts, const char*> cases[] = {
        {{"<AddShift> 3 3", "<AddShift> 4 4"},
         "line 5: the vector of <AddShift> has 3 numbers, not 4"},
        {{"<AddShift> 3 3", "<AddShift> 2 2"},
         "line 5: the vector of <AddShift> has more than its 2 numbers"},
        {{"<AddShift> 3 3", "<AddShift> 3"},
         "line 5: <AddShift> needs two whole numbers from 1 to 65536, not \"<LearnRateCoef>\""},
        {{"<AddShift> 3 3", "<AddShift> 3 9999999"},
         "line 4: <AddShift> needs two whole numbers from 1 to 65536, not \"9999999\""},
        {{"<AddShift>", "<AddShifts>"}, "line 8: the file ends without <AddShift>"},
        {{"<Rescale>", "<AddShift>"}, "line 6: <AddShift> was already on line 4"},
        {{"-8.25", "nan"},
         "line 5: the vector of <AddShift> needs finite numbers and a ] behind them, not \"nan\""},
        {{"1e-3", "1e999"},
         "line 5: the vector of <AddShift> needs finite numbers and a ] behind them, not "
         "\"1e999\""},
        {{"1e-3 ]", "1e-3"},
         "line 6: the vector of <AddShift> needs finite numbers and a ] behind them, not "
         "\"<Rescale>\""},
        {{" 0.5 ]\n</Nnet>\n", " 0.5"},
         "line 7: the vector of <Rescale> needs finite numbers and a ] behind them, not the end of "
         "the file"},
        {{"[ 0.25 2 0.5 ]", "words"}, "line 7: <Rescale> needs a vector in [ ], not \"words\""},
        {{"[ 0.25 2 0.5 ]\n</Nnet>\n", "\n"}, "line 8: <Rescale> has no vector in [ ]"},
        {{"0.25 2", "0.25 0"}, "line 6: <Rescale> holds 0.000000; all its numbers must be above 0"},
        {{"<Rescale> 3 3\n<LearnRateCoef> 0 [ 0.25 2 0.5 ]",
          "<Rescale> 2 2\n<LearnRateCoef> 0 [ 0.25 2 ]"},
         "line 6: <Rescale> has 2 numbers, and <AddShift> has 3"}};
    for (const auto& [change, message] : cases)
    {
        INFO (change.first << " -> " << change.second);
        CHECK (messageOf (replaced (kFile, change.first, change.second)) == message);
    }
    CHECK (messageOf ("<Nnet>") == "line 1: the file ends without <AddShift>");

    MemoryStorage storage;
    storage.addFile ("am.mvn", replaced (kFile, "0.25 2", "0.25"));
    CHECK (readMoments (storage, "am.mvn", {}).error ().message ==
           "am.mvn: line 7: the vector of <Rescale> has 2 numbers, not 3");
}
