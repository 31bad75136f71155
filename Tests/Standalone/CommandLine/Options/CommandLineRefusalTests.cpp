#include "Standalone/CommandLine/Options/CommandLineOptions.h"
#include "Standalone/CommandLine/Terminal/ExitCode.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/CommandLine/ParsedLine.h"
#include "Tests/Support/TemporaryFolder.h"

#include <filesystem>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

bool contains (const std::string& text, const std::string& part)
{
    return text.find (part) != std::string::npos;
}

/** A refused command line, and texts that its message must contain. */
struct Refusal
{
    std::string line;
    std::vector<std::string> named;
};

void checkRefusals (const std::vector<Refusal>& refusals)
{
    for (const auto& [line, named] : refusals)
    {
        const auto parsed = parse (line);
        INFO (line);
        REQUIRE_FALSE (parsed);
        INFO (parsed.error ().message);
        CHECK (exitCodeOf (parsed.error ()) == ExitCode::badUsage);
        for (const auto& part : named)
        {
            INFO (part);
            CHECK (contains (parsed.error ().message, part));
        }
    }
}

const std::string kBatch = "--batch in --out no-such-folder --preset leak ";

} // namespace

TEST_CASE ("a value that is not allowed is refused with option, value and what is",
           "[command-line]")
{
    checkRefusals ({
        {kBatch + "--threads 0", {"--threads", "0", "1 to 256"}},
        {kBatch + "--threads -1", {"--threads", "-1", "1 to 256"}},
        {kBatch + "--threads 257", {"--threads", "257", "1 to 256"}},
        {kBatch + "--threads 2147483648", {"--threads", "2147483648", "1 to 256"}},
        {kBatch + "--threads 99999999999999999999", {"--threads", "99999999999999999999"}},
        {kBatch + "--threads 4x", {"--threads", "4x", "1 to 256"}},
        {kBatch + "--threads 1.5", {"--threads", "1.5", "1 to 256"}},
        {kBatch + "--max-mem 15M", {"--max-mem", "15M", "16M"}},
        {kBatch + "--max-mem -1G", {"--max-mem", "-1G", "16M"}},
        {kBatch + "--max-mem 0", {"--max-mem", "0", "16M"}},
        {kBatch + "--max-mem 9999999T", {"--max-mem", "9999999T", "64T"}},
        {kBatch + "--max-mem inf", {"--max-mem", "inf", "16M"}},
        {kBatch + "--max-mem 2X", {"--max-mem", "2X", "16M"}},
        {kBatch + "--max-errors -1", {"--max-errors", "-1", "100%"}},
        {kBatch + "--max-errors 101%", {"--max-errors", "101%", "100%"}},
        {kBatch + "--max-errors few", {"--max-errors", "few", "100%"}},
        {kBatch + "--split 8:1", {"--split", "8:1", "8:1:1"}},
        {kBatch + "--split 8:1:1:1", {"--split", "8:1:1:1", "8:1:1"}},
        {kBatch + "--split 8:-1:1", {"--split", "8:-1:1", "8:1:1"}},
        {kBatch + "--split 0:0:0", {"--split", "0:0:0", "not all 0"}},
        {kBatch + "--split nan:1:1", {"--split", "nan:1:1"}},
        {kBatch + "--format hdf5", {"--format", "hdf5", "npy or h5"}},
        {kBatch + "--dtype f64", {"--dtype", "f64", "f16 or f32"}},
        {kBatch + "--labels folder", {"--labels", "folder", "folders, none or a CSV"}},
        {kBatch + "--boxes folder", {"--boxes", "folder", "a table of marks that is there"}},
        {kBatch + "--truncated yes", {"--truncated", "yes", "keep or refuse"}},
        {kBatch + "--nonfinite yes", {"--nonfinite", "yes", "zero or refuse"}},
        {kBatch + "--progress loud", {"--progress", "loud", "auto, bar, plain, json or none"}},
        {kBatch + "--log-level loud", {"--log-level", "loud", "error, warning, info or debug"}},
        {kBatch + "--backend gpu", {"--backend", "gpu", "auto, cpu, cuda or cuda:N"}},
        {kBatch + "--backend cuda:", {"--backend", "cuda:"}},
        {kBatch + "--backend cuda:-1", {"--backend", "cuda:-1"}},
        {kBatch + "--backend cuda:0x", {"--backend", "cuda:0x", "cuda:N"}},
        {kBatch + "--backend cuda:256", {"--backend", "cuda:256", "0 to 255"}},
        {kBatch + "--backend cuda:4294967296", {"--backend", "cuda:4294967296", "0 to 255"}},
        {kBatch + "--devices none", {"--devices", "none", "all, or numbers"}},
        {kBatch + "--devices 0,", {"--devices", "0,", "0 to 255"}},
        {kBatch + "--devices ,0", {"--devices", ",0"}},
        {kBatch + "--devices 0,256", {"--devices", "256", "0 to 255"}},
        {kBatch + "--devices -1", {"--devices", "-1"}},
        {kBatch + "--devices 0-3", {"--devices", "0-3"}},
        {kBatch + "--devices all,0", {"--devices", "all,0"}},
        {kBatch + "--devices cuda:0", {"--devices", "cuda:0", "such as 0,2,5"}},
        {kBatch + "--devices 0,2,0", {"--devices", "0,2,0", "0 is there twice"}},
        {kBatch + "--devices 1,01", {"--devices", "1,01", "twice"}},
        {kBatch + "--variant fast", {"--variant", "fast", "auto, fused or cufft"}},
        {kBatch + "--variant fused-20x10-t32,", {"--variant", "fused-20x10-t32,", "names such"}},
        {kBatch + "--device-mem 63M", {"--device-mem", "63M", "64M to 1T"}},
        {kBatch + "--device-mem 80%", {"--device-mem", "80%", "64M to 1T"}},
        {kBatch + "--device-mem 2T", {"--device-mem", "2T", "64M to 1T"}},
        {"--picture a.wav --out a.png --width 479", {"--width", "479", "480"}},
        {"--picture a.wav --out a.png --height 16385", {"--height", "16385", "16,384"}},
        {"--picture a.wav --out a.png --colours jet", {"--colours", "jet", "magma"}},
        {"--export csv data --out new",
         {"--export", "csv", "kaldi, webdataset, parquet, arrow, zarr, lhotse or huggingface"}},
        {"--list preset",
         {"--list", "preset",
          "presets, patches, chords, backends, colours, man, bash, zsh or fish"}},
        {"--bench speed",
         {"--bench", "speed",
          "mel, cuda, synth, live, chords, soak, resample, hash, batch or files"}},
    });
}

TEST_CASE ("a spec that cannot be is refused with its key and value", "[command-line]")
{
    checkRefusals ({
        {kBatch + "--set bands=-3", {"--set", "bands", "-3", "1 to 4096"}},
        {kBatch + "--set bands=2147483648", {"--set", "bands", "2147483648"}},
        {kBatch + "--set bnads=40", {"--set", "bnads", "bands"}},
        {kBatch + "--set bands", {"--set", "bands", "key=value"}},
        {kBatch + "--set log=log2", {"--set", "log", "log2", "decibel"}},
        {kBatch + "--set lowest_hz=1000 --set highest_hz=500", {"lowest_hz", "1000", "500"}},
        {kBatch + "--set highest_hz=2049", {"highest_hz", "2049", "2048"}},
        {"--batch in --out x --preset lekc", {"--preset", "lekc", "leak", "--list presets"}},
        {"--batch in --out x", {"--preset", "--list presets", "whisper-openai-80"}},
        {"--batch in --out x --preset librosa --waveform", {"--waveform", "librosa", "segments"}},
        {"--explain leak lekc", {"lekc", "leak"}},
    });
}

TEST_CASE ("a preset file that is not TOML is refused with line and column", "[command-line]")
{
    const TemporaryFolder folder;
    const auto path = folder.write ("broken.toml", "bands = 40\nlog = = 3\n");
    checkRefusals ({{"--batch in --out x --preset " + path, {"--preset", "broken.toml:2:7"}}});
}

TEST_CASE ("an option that is unknown, misplaced or incomplete is refused", "[command-line]")
{
    checkRefusals ({
        {"", {"--batch", "--help"}},
        {"--bacth in", {"--bacth", "--batch"}},
        {kBatch + "--thread 4", {"--thread", "--threads"}},
        {kBatch + "--max_mem=1G", {"--max_mem", "--max-mem"}},
        {kBatch + "-x", {"-x"}},
        {"--batch in --preset leak", {"--out"}},
        {"--batch in --preset leak --out", {"--out", "needs a value"}},
        {"--batch in --out --preset leak", {"--out", "--preset"}},
        {"--batch --out x --preset leak", {"--batch", "INPUT"}},
        {kBatch + "--out y", {"--out", "2 times", "no-such-folder", "y"}},
        {kBatch + "--waveform=no", {"--waveform", "no"}},
        {kBatch + "--width 900", {"--width", "--picture", "--batch"}},
        {kBatch + "--picture a.wav", {"--batch", "--picture"}},
        {kBatch + "--dry-run --verify", {"--dry-run", "--verify"}},
        {kBatch + "--backend cpu --variant fused", {"--variant", "GPU", "--backend cpu"}},
        {kBatch + "--backend cpu --device-mem 1G", {"--device-mem", "GPU", "--backend cpu"}},
        {kBatch + "--backend cpu --devices all", {"--devices all", "--backend cpu", "GPUs"}},
        {kBatch + "--backend cuda:1 --devices 1", {"--devices 1", "--backend cuda:1", "both"}},
        {"--picture a.wav --out b.png --devices 0", {"--devices", "--batch", "--picture"}},
        {"--export kaldi data", {"--out"}},
        {"--export kaldi --out new", {"--export"}},
        {"--export kaldi data --out new --threads 2", {"--threads", "--export"}},
        {"--list backends --variant fused", {"--variant", "--batch", "--list"}},
        {"--bench cuda --backend cpu", {"--bench cuda", "--backend cpu"}},
        {"--picture a.wav b.wav --out a.png", {"--picture", "b.wav"}},
        {"--picture a.wav", {"--out"}},
        {"--explain leak", {"--explain", "PRESET PRESET"}},
        {"--explain --from a.npy", {"--explain", "AUDIO"}},
        {"--explain --from a.npy leak librosa", {"--explain takes AUDIO", "librosa"}},
        {"--explain b.wav --from", {"--from", "FEATURES.npy"}},
        {"--report", {"--report", "DIR"}},
        {"--report a b c", {"--report", "c"}},
        {"--report a --json b.json", {"--json", "--report DIR DIR", "report.json"}},
        {"--report a --out b", {"--out", "--batch", "--report"}},
        {"--report a --backend cpu", {"--backend", "--report"}},
        {"--doctor now", {"--doctor", "now"}},
        {"--duplicates", {"--duplicates", "DIR"}},
        {"--duplicates . .", {"--duplicates", "differ"}},
        {"--verify", {"--out"}},
        {"--verify --out x --preset leak", {"--preset", "INPUT"}},
    });
    const auto empty =
        parseCommandLine ({"--batch", "in", "--out", "", "--preset", "leak"}, std::nullopt);
    REQUIRE_FALSE (empty);
    CHECK (contains (empty.error ().message, "--out"));
}

TEST_CASE ("nothing is written before or by a refusal", "[command-line]")
{
    CHECK_FALSE (parse (kBatch + "--threads 0"));
    CHECK_FALSE (std::filesystem::exists ("no-such-folder"));
}
