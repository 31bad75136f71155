// melstrom-small-commits IN OUT npy|h5 THREADS [normalised]: a batch run on the real file system
// that commits after every chunk. A small run then has a journal, and a test can kill it at each of its system
// calls. Exits with 0, or with 1 and the error.
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Storage/CommitOften.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>

int main (int count, char** arguments)
{
    using namespace melstrom;
    if (count != 5 && count != 6)
        return std::fputs ("melstrom-small-commits IN OUT npy|h5 THREADS [normalised]\n", stderr),
               2;
    BatchOptions options = testing::batchOptions (arguments[1], arguments[2], "torchaudio");
    options.format = std::string_view (arguments[3]) == "h5" ? OutputFormat::h5 : OutputFormat::npy;
    if (count == 6)
        options.preset.spec.normalisation = Normalisation::dataset;
    testing::commitOften (options);
    const auto outcome = testing::runWith (options, {std::atoi (arguments[4])});
    if (! outcome)
        std::fprintf (stderr, "%s\n", outcome.error ().message.c_str ());
    return outcome ? 0 : 1;
}
