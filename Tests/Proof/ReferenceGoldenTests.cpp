// The float64 reference against files computed by the original tools.
#include "Tests/Reference/ReferenceBank.h"
#include "Tests/Reference/ReferenceMel.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Golden/GoldenCases.h"

#include <set>

using namespace melstrom;
using namespace melstrom::testing;

TEST_CASE ("the reference agrees with every golden", "[reference][golden]")
{
    const auto index = GENERATE (range (std::size_t {0}, goldenCases ().size ()));
    const GoldenCase& golden = goldenCases ()[index];
    const WavSamples wav = goldenInput (golden);
    const auto result = referenceMel (golden.spec, wav.rateHz, wav.mean);
    const Agreement agreement = compareWithGolden (golden, result.values);
    INFO (golden.name << ", " << golden.variant << ": " << agreement.where);
    CHECK (agreement.ok);
}

TEST_CASE ("the reference's filter banks agree with every golden bank", "[reference][golden]")
{
    for (const GoldenBank& golden : goldenBanks ())
    {
        const Matrix bank = referenceFilterBank (golden.spec, golden.rateHz, golden.fftSamples);
        const Agreement agreement = compareWithGolden (golden, bank.values);
        INFO (golden.name << ": " << agreement.where);
        CHECK (agreement.ok);
    }
}

TEST_CASE ("every golden file has a case, and every case a file", "[reference][golden]")
{
    std::set<std::string> files, cases;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator (goldenFolder () / "expected"))
        if (entry.path ().extension () == ".npy")
            files.insert (entry.path ().stem ().string ());
    for (const GoldenCase& golden : goldenCases ())
        cases.insert (golden.name);
    for (const GoldenBank& golden : goldenBanks ())
        cases.insert (golden.name);
    CHECK_FALSE (files.empty ());
    CHECK (files == cases);
}
