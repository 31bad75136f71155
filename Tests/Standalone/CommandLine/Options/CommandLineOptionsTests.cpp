#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Standalone/CommandLine/Options/CommandLineOptions.h"
#include "Standalone/CommandLine/Options/OptionTable.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/CommandLine/ParsedLine.h"
#include "Tests/Support/TemporaryFolder.h"

#include <sstream>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

template <typename Kind>
Kind requestOf (const std::string& line)
{
    const auto parsed = parse (line);
    INFO (line << ": " << (parsed ? "" : parsed.error ().message));
    REQUIRE (parsed);
    REQUIRE (std::holds_alternative<Kind> (parsed->request));
    return std::get<Kind> (parsed->request);
}

bool contains (const std::string& text, const std::string& part)
{
    return text.find (part) != std::string::npos;
}

} // namespace

TEST_CASE ("the mode --batch takes every option it documents", "[command-line]")
{
    const TemporaryFolder folder;
    const auto table = folder.write ("labels.csv", "path,label\n");
    const auto request = requestOf<BatchRequest> (
        "--batch a b --out o --preset leak --set bands=40 --set lowest_hz=50 --format h5 --dtype "
        "f32 --labels " +
        table +
        " --split 8:1.5:0.5 --waveform --backend cuda:1 --variant cufft --device-mem 4G "
        "--threads 3 --max-mem 256M --max-errors 2.5% --overwrite --verify"
        " --trace t.json --progress plain --truncated keep --nonfinite zero --no-resample");
    const BatchOptions& options = request.options;
    CHECK (options.inputs.inputs == std::vector<std::string> {"a", "b"});
    CHECK (options.outputFolder == "o");
    CHECK (options.inputs.excludedFolder == "o");
    CHECK (options.preset.name == "leak");
    CHECK (options.preset.spec.numBands == 40);
    CHECK (options.preset.spec.lowestHz == 50);
    CHECK (options.preset.spec.storedType == StoredType::float32);
    CHECK (options.format == OutputFormat::h5);
    CHECK (options.inputs.labels == LabelMode::table);
    CHECK (options.inputs.labelTable == table);
    CHECK (options.inputs.splits == SplitMode::ratio);
    CHECK (options.inputs.ratios == std::vector<double> {8, 1.5, 0.5});
    CHECK (options.waveform);
    CHECK (request.backend ==
           BackendChoice {BackendChoice::Kind::gpu, 1, 3, {"cufft"}, std::size_t {4} << 30});
    CHECK (options.maxMemoryBytes == std::int64_t {256} << 20);
    CHECK (options.maxErrorRatio == 0.025);
    CHECK_FALSE (options.maxErrors);
    CHECK (options.overwrite);
    CHECK (request.verifies);
    CHECK (request.traceFile == "t.json");
    CHECK (request.progress == ProgressStyle::plain);
    CHECK (options.audio == AudioOptions {true, true});
    CHECK_FALSE (options.resample);
}

TEST_CASE ("what is not said has the documented default", "[command-line]")
{
    const auto request = requestOf<BatchRequest> ("--batch in --out o --preset leak");
    const BatchOptions& options = request.options;
    CHECK (options.format == OutputFormat::npy);
    CHECK (options.preset.spec == findPreset ("leak")->spec);
    CHECK (options.inputs.labels == LabelMode::folders);
    CHECK (options.inputs.splits == SplitMode::listed);
    CHECK (options.inputs.labelSeparator == ";");
    CHECK (options.inputs.columns == TableColumns ());
    CHECK (options.maxMemoryBytes == std::int64_t {1} << 30);
    CHECK (options.audio == AudioOptions {});
    CHECK (options.resample);
    CHECK (request.backend == BackendChoice {});
    CHECK (request.builds ());
    CHECK_FALSE (request.verifies);
    CHECK (request.progress == ProgressStyle::automatic);
    CHECK (requestOf<PictureRequest> ("--picture a.wav --out a.png").preset.name == "librosa-db");
    CHECK (parse ("--list presets")->logLevel == LogLevel::info);
}

TEST_CASE ("the option --statistics reads numbers for normalisation", "[command-line]")
{
    const TemporaryFolder folder;
    const auto file = folder.write ("numbers.json", R"({"mean": [1, 2], "deviation": [0.5, 0]})");
    const auto request = requestOf<BatchRequest> (
        "--batch in --out o --preset librosa --set normalisation=dataset --statistics " + file);
    CHECK (request.options.moments == BandMoments {{1, 2}, {0.5, 0}});
    CHECK_FALSE (request.options.needsRawRows ());
    CHECK (requestOf<BatchRequest> ("--batch in --out o --preset librosa --set "
                                    "normalisation=dataset")
               .options.needsRawRows ());
    CHECK_FALSE (parse ("--batch in --out o --preset librosa --statistics " + file));
    CHECK_FALSE (parse ("--batch in --out o --preset librosa --set normalisation=dataset --shard "
                        "0/2"));
}

TEST_CASE ("operands may stand anywhere, and look like anything after --", "[command-line]")
{
    CHECK (requestOf<BatchRequest> ("--out o a --batch b --preset leak c").options.inputs.inputs ==
           std::vector<std::string> {"a", "b", "c"});
    CHECK (requestOf<BatchRequest> ("--batch --out=o --preset=leak -- -a.wav --threads")
               .options.inputs.inputs == std::vector<std::string> {"-a.wav", "--threads"});
    CHECK (
        requestOf<BatchRequest> ("--batch [2024] --out [x] --preset leak").options.inputs.inputs ==
        std::vector<std::string> {"[2024]"});
    CHECK (requestOf<BatchRequest> ("--batch in --out [x] --preset leak").options.outputFolder ==
           "[x]");
}

TEST_CASE ("the option --verify without an INPUT checks what is there", "[command-line]")
{
    const auto request = requestOf<BatchRequest> ("--verify --out o --threads 2");
    CHECK (request.verifies);
    CHECK_FALSE (request.builds ());
    CHECK (request.options.outputFolder == "o");
    CHECK_FALSE (requestOf<BatchRequest> ("--batch --verify --out o").builds ());
}

TEST_CASE ("the other modes come out as they went in", "[command-line]")
{
    const auto picture =
        requestOf<PictureRequest> ("--picture a.wav --out a.png --preset leak --set bands=20 "
                                   "--colours viridis --width 800 --height 400");
    CHECK (picture.audioFile == "a.wav");
    CHECK (picture.pictureFile == "a.png");
    CHECK (picture.preset.spec.numBands == 20);
    CHECK (picture.style.colours == "viridis");
    CHECK (picture.style.widthPixels == 800);
    CHECK (picture.style.heightPixels == 400);

    CHECK_FALSE (requestOf<ExplainRequest> ("--explain leak librosa").audioFile);
    CHECK (requestOf<ExplainRequest> ("--explain leak librosa a.wav").audioFile == "a.wav");
    const auto from = requestOf<ExplainRequest> ("--explain --from a.npy b.wav --threads 2");
    CHECK (from.featuresFile == "a.npy");
    CHECK (from.audioFile == "b.wav");
    CHECK (from.backend.numThreads == 2);
    const auto report = requestOf<ReportRequest> ("--report data/ --threads 3 --progress none");
    CHECK (report.folders == std::vector<std::string> {"data"});
    CHECK (report.numThreads == 3);
    CHECK (report.progress == ProgressStyle::none);
    CHECK_FALSE (report.jsonFile);
    const auto difference = requestOf<ReportRequest> ("--report a b --json d.json");
    CHECK (difference.folders == std::vector<std::string> {"a", "b"});
    CHECK (difference.jsonFile == "d.json");
    CHECK (requestOf<DoctorRequest> ("--doctor --threads 4").backend.numThreads == 4);
    CHECK (requestOf<ListRequest> ("--list colours").topic == ListTopic::colours);
    const auto all = requestOf<BenchRequest> ("--bench");
    using enum BenchSubject;
    CHECK (all.subjects == std::vector {mel, cuda, synth, live, batch});
    CHECK_FALSE (all.needsGpu);
    CHECK (requestOf<BenchRequest> ("--bench cuda").needsGpu);
    CHECK (requestOf<BenchRequest> ("--bench mel --backend cuda").needsGpu);
    const auto bench = requestOf<BenchRequest> ("--bench mel --json b.json");
    CHECK (bench.subjects == std::vector {mel});
    CHECK (requestOf<BenchRequest> ("--bench soak chords").subjects == std::vector {chords, soak});
    CHECK_FALSE (bench.needsGpu);
    CHECK (bench.jsonFile == "b.json");
    const auto measured = requestOf<BenchRequest> ("--bench files /tmp batch --size 32M");
    CHECK (measured.subjects == std::vector {batch, files});
    CHECK (measured.filesFolder == "/tmp");
    CHECK (measured.filesBytes == 32 << 20);
    CHECK_FALSE (parseCommandLine ({"--bench", "files"}, {}).ok ());
    CHECK_FALSE (parseCommandLine ({"--bench", "files", "/tmp", "--size", "1M"}, {}).ok ());
    CHECK_FALSE (parseCommandLine ({"--bench", "mel", "--size", "32M"}, {}).ok ());
}

TEST_CASE ("the option --no-cache is for the modes and subjects that use measured values",
           "[command-line]")
{
    CHECK (requestOf<BenchRequest> ("--bench batch").isCached);
    CHECK_FALSE (requestOf<BenchRequest> ("--bench batch --no-cache").isCached);
    CHECK (requestOf<MergeRequest> ("--merge out a b").isCached);
    CHECK_FALSE (requestOf<MergeRequest> ("--merge out a b --no-cache").isCached);
    CHECK_FALSE (parseCommandLine ({"--bench", "mel", "--no-cache"}, {}).ok ());
    CHECK_FALSE (parseCommandLine ({"--doctor", "--no-cache"}, {}).ok ());
}

TEST_CASE ("the operands of --list are its topics, in order", "[command-line]")
{
    std::string names;
    for (const auto& row : kListTopics)
    {
        names += (names.empty () ? "" : "|") + std::string (row.name);
        CHECK (requestOf<ListRequest> ("--list " + std::string (row.name)).topic == row.topic);
    }
    CHECK (modeRow (Mode::list).operands == names);
}

TEST_CASE ("every mode that computes takes the same choice of a backend", "[command-line]")
{
    using enum BackendChoice::Kind;
    const auto choiceOf = [] (const std::string& options)
    {
        const auto doctor = requestOf<DoctorRequest> ("--doctor " + options).backend;
        CHECK (requestOf<BenchRequest> ("--bench mel batch " + options).backend == doctor);
        CHECK (requestOf<PictureRequest> ("--picture a --out b " + options).backend == doctor);
        CHECK (requestOf<ExplainRequest> ("--explain leak librosa " + options).backend == doctor);
        CHECK (requestOf<BatchRequest> ("--batch a --out b --preset leak " + options).backend ==
               doctor);
        return doctor;
    };
    CHECK (choiceOf ("--backend auto").kind == automatic);
    CHECK (choiceOf ("--backend cpu").kind == cpu);
    CHECK (choiceOf ("--backend cuda").kind == gpu);
    CHECK (choiceOf ("--backend cuda").deviceIndex == 0);
    CHECK (choiceOf ("--backend cuda:7").kind == gpu);
    CHECK (choiceOf ("--backend cuda:7").deviceIndex == 7);
    using Names = std::vector<std::string>;
    CHECK (choiceOf ("--variant fused").variants == Names {"fused"});
    CHECK (choiceOf ("--variant cufft").variants == Names {"cufft"});
    CHECK (choiceOf ("--variant auto").variants.empty ());
    CHECK (choiceOf ("--variant fused-20x10-t32,fused-16x16-t32").variants ==
           Names {"fused-20x10-t32", "fused-16x16-t32"});
    CHECK (choiceOf ("--variant fused-20x10-t32,cufft").variants ==
           Names {"fused-20x10-t32", "cufft"});
    CHECK (choiceOf ("--device-mem 512M").deviceBytes == std::size_t {512} << 20);
    CHECK_FALSE (choiceOf ("--threads 2").deviceBytes);
}

TEST_CASE ("the option --devices asks for GPUs, for all or by their numbers",
           "[command-line][group]")
{
    using enum BackendChoice::Kind;
    const auto choiceOf = [] (const std::string& options)
    { return requestOf<BatchRequest> ("--batch a --out b --preset leak " + options).backend; };
    CHECK_FALSE (choiceOf ("").devices);
    for (const std::string beside : {"", " --backend auto", " --backend cuda"})
    {
        const auto all = choiceOf ("--devices all" + beside);
        CHECK (all.kind == gpu);
        CHECK (all.devices == DeviceList {});
        const auto some = choiceOf ("--devices 2,0,255" + beside);
        CHECK (some.kind == gpu);
        CHECK (some.deviceIndex == 2);
        CHECK (some.devices == DeviceList {{2, 0, 255}, {}});
    }
    CHECK (choiceOf ("--devices 1 --variant cufft --device-mem 1G").variants ==
           std::vector<std::string> {"cufft"});
}

TEST_CASE ("MELSTROM_LOG counts unless --log-level is given", "[command-line]")
{
    CHECK (parseCommandLine ({"--doctor"}, "debug")->logLevel == LogLevel::debug);
    CHECK (parseCommandLine ({"--doctor", "--log-level", "error"}, "debug")->logLevel ==
           LogLevel::error);
    CHECK (parseCommandLine ({"--doctor"}, "")->logLevel == LogLevel::info);
    const auto wrong = parseCommandLine ({"--doctor"}, "loud");
    REQUIRE_FALSE (wrong);
    CHECK (contains (wrong.error ().message, "MELSTROM_LOG = loud"));
}

TEST_CASE ("the option --quiet leaves errors alone, whatever MELSTROM_LOG says", "[command-line]")
{
    CHECK (parseCommandLine ({"--doctor", "--quiet"}, "debug")->logLevel == LogLevel::error);
    const auto quiet = requestOf<BatchRequest> ("--batch in --out out --preset leak --quiet");
    CHECK (quiet.progress == ProgressStyle::none);
    const auto shown =
        requestOf<BatchRequest> ("--batch in --out out --preset leak --quiet --progress bar");
    CHECK (shown.progress == ProgressStyle::bar);
    const auto both = parseCommandLine ({"--doctor", "--quiet", "--log-level", "info"}, "");
    REQUIRE_FALSE (both);
    CHECK (contains (both.error ().message, "--quiet"));
}

TEST_CASE ("the help names every mode and option, within 80 columns", "[command-line]")
{
    const auto text = requestOf<TextRequest> ("--help").text;
    CHECK (requestOf<TextRequest> ("-h").text == text);
    CHECK (requestOf<TextRequest> ("--batch --help").text == text);
    for (const auto& row : modeRows ())
        CHECK (contains (text, std::string (row.name)));
    for (const auto& row : optionRows ())
        CHECK (contains (text, std::string (row.name)));
    std::istringstream lines (text);
    for (std::string line; std::getline (lines, line);)
    {
        INFO (line);
        CHECK (line.size () <= 80);
    }
    CHECK (contains (requestOf<TextRequest> ("--version").text, MELSTROM_VERSION));
}
