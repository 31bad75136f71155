// The file of measured values: its contents, and that damage does no harm.
#include "Engine/Backend/Choice/MeasuredValues.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/EnvironmentVariable.h"
#include "Tests/Support/FileBytes.h"
#include "Tests/Support/TemporaryFolder.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>
#include <sys/stat.h>
#include <thread>

using namespace melstrom;
using namespace melstrom::testing;
namespace fs = std::filesystem;

namespace
{
const MeasuredOn kHere {"A processor, 8 threads", "A GPU", "570.86, CUDA 12.8", "1.0"};

MeasuredValue valueOf (const std::string& what, double number)
{
    return {what, kHere, "2026-11-23T05:54:00Z", {{"live_sinusoids", number}, {"none", {}}}};
}
} // namespace

TEST_CASE ("a measured value is recalled with all that it was measured on", "[measured]")
{
    const TemporaryFolder folder;
    const auto file = folder.file ("deep/down/measured.json");
    CHECK (measuredValues (file).empty ());
    CHECK (rememberMeasured (file, valueOf ("a", 61440)));
    auto elsewhere = valueOf ("a", 7);
    elsewhere.on.driver = "another";
    CHECK (rememberMeasured (file, elsewhere));
    CHECK (rememberMeasured (file, valueOf ("b", 0.5)));
    CHECK (measuredValues (file) ==
           std::vector {valueOf ("a", 61440), elsewhere, valueOf ("b", 0.5)});
    CHECK (rememberMeasured (file, valueOf ("a", 5))); // the newest is the last
    CHECK (measuredValues (file) == std::vector {elsewhere, valueOf ("b", 0.5), valueOf ("a", 5)});
    CHECK (std::distance (fs::directory_iterator (folder.file ("deep/down")),
                          fs::directory_iterator ()) == 1);
}

TEST_CASE ("the file of measured values is what docs/gpu.md says", "[measured]")
{
    const TemporaryFolder folder;
    const auto file = folder.file ("measured.json");
    rememberMeasured (file, valueOf ("voices-crossover", 61440));
    const auto json = nlohmann::json::parse (bytesOfFile (file));
    CHECK (json["format"] == "melstrom-measured");
    CHECK (json["version"] == 1);
    const auto& entry = json["values"].at (0);
    CHECK (entry["what"] == "voices-crossover");
    CHECK (entry["machine"] == kHere.machine);
    CHECK (entry["device"] == kHere.device);
    CHECK (entry["driver"] == kHere.driver);
    CHECK (entry["melstrom"] == kHere.melstrom);
    CHECK (entry["measured_at"] == "2026-11-23T05:54:00Z");
    CHECK (entry["numbers"]["live_sinusoids"] == 61440);
    CHECK (entry["numbers"]["none"].is_null ());
}

TEST_CASE ("a file of measured values cut off at any byte gives whole values or none", "[measured]")
{
    const TemporaryFolder folder;
    const auto file = folder.file ("measured.json");
    rememberMeasured (file, valueOf ("a", 1));
    const auto whole = bytesOfFile (file);
    for (std::size_t size = 0; size < whole.size (); ++size)
    {
        folder.write ("measured.json", std::string_view (whole).substr (0, size));
        const auto values = measuredValues (file);
        CHECK (values.size () == (size + 1 == whole.size () ? 1 : 0)); // a newline ends the file
        CHECK ((values.empty () || values[0] == valueOf ("a", 1)));
    }
    CHECK (rememberMeasured (file, valueOf ("b", 2)));
    CHECK (measuredValues (file).back () == valueOf ("b", 2));
}

TEST_CASE ("of a foreign file of measured values nothing counts but whole entries", "[measured]")
{
    const TemporaryFolder folder;
    std::mt19937 random (14);
    const std::string head = R"({"format": "melstrom-measured", "version": 1, "values": )";
    const std::string entry =
        R"({"what": "a", "machine": "m", "melstrom": "1", "numbers": {"n": 1}})";
    std::vector<std::string> contents {
        "null",
        "[]",
        "{}",
        head + "1}",
        head + R"(["a", null, 1, [], {}]})",
        head + R"([{"what": "a", "machine": "m", "melstrom": "1"}]})",
        head + R"([{"what": "a", "machine": "m", "melstrom": "1", "numbers": {"n": "1"}}]})",
        head + R"([{"what": "a", "machine": "m", "melstrom": "1", "numbers": {"n": 1e999}}]})",
        head + R"([{"what": 3, "machine": "m", "melstrom": "1", "numbers": {"n": 1}}]})",
        head + R"([{"what": "a", "melstrom": "1", "numbers": {"n": 1}}]})",
        R"({"format": "other", "version": 1, "values": [)" + entry + "]}",
        R"({"format": "melstrom-measured", "version": 2, "values": [)" + entry + "]}",
        R"({"format": "melstrom-measured", "version": "1", "values": [)" + entry + "]}",
        std::string (200'000, '['),
        head + "[" + entry + "]}" + std::string (300'000, ' ')};
    for (int i = 0; i < 200; ++i)
    {
        std::string bytes (1 + random () % 300, '\0');
        for (char& byte : bytes)
            byte = static_cast<char> (random ());
        contents.push_back (bytes);
    }
    for (const auto& content : contents)
    {
        const auto file = folder.write ("measured.json", content);
        INFO (content.substr (0, 100));
        CHECK (measuredValues (file).empty ());
        CHECK (rememberMeasured (file, valueOf ("b", 2)));
        CHECK (measuredValues (file) == std::vector {valueOf ("b", 2)});
    }
    const auto half = folder.write ("measured.json", head + "[7, " + entry + ", {\"what\": 1}]}");
    REQUIRE (measuredValues (half).size () == 1);
    CHECK (measuredValues (half)[0].what == "a");
}

TEST_CASE ("measured values that cannot be read or written do no harm", "[measured]")
{
    const TemporaryFolder folder;
    folder.write ("file", "text");
    fs::create_directories (folder.file ("folder/measured.json/inside"));
    const auto pipe = folder.file ("pipe");
    REQUIRE (mkfifo (pipe.c_str (), 0600) == 0); // opening a FIFO waits for a writer
    for (const auto& file :
         {folder.file ("file/measured.json"), folder.file ("folder/measured.json"),
          std::string ("/dev/null/x.json"), std::string ("/proc/measured.json"),
          std::string (5000, 'x'), std::string ()})
    {
        CHECK_FALSE (rememberMeasured (file, valueOf ("a", 1)));
        CHECK (measuredValues (file).empty ());
    }
    CHECK (measuredValues (pipe).empty ());
    CHECK (bytesOfFile (folder.file ("file")) == "text");
    CHECK (std::distance (fs::directory_iterator (folder.file ("folder")),
                          fs::directory_iterator ()) == 1);
}

TEST_CASE ("writers of measured values may race and leave a whole file", "[measured]")
{
    const TemporaryFolder folder;
    const auto file = folder.file ("measured.json");
    REQUIRE (rememberMeasured (file, valueOf ("first", 0)));
    std::atomic<bool> mayEnd {false};
    std::atomic<int> numTorn {0}, numReads {0};
    std::thread reader (
        [&]
        {
            for (; ! mayEnd; ++numReads)
                numTorn += measuredValues (file).empty ();
        });
    std::vector<std::thread> writers;
    for (int i = 0; i < 4; ++i)
        writers.emplace_back (
            [&file, i]
            {
                for (int n = 0; n < 50; ++n)
                    rememberMeasured (file, valueOf (std::to_string (i), n));
            });
    for (auto& writer : writers)
        writer.join ();
    mayEnd = true;
    reader.join ();
    CHECK (numReads > 0);
    CHECK (numTorn == 0);
    const auto values = measuredValues (file);
    CHECK (std::ranges::any_of (values, [] (const MeasuredValue& value)
                                { return value.numbers[0].value == 49; }));
    CHECK (std::distance (fs::directory_iterator (folder.path ()), fs::directory_iterator ()) == 1);
}

TEST_CASE ("a file of measured values keeps the newest and stays small", "[measured]")
{
    const TemporaryFolder folder;
    const auto file = folder.file ("measured.json");
    for (int i = 0; i < 100; ++i)
        REQUIRE (rememberMeasured (file, valueOf (std::to_string (i), i)));
    const auto values = measuredValues (file);
    CHECK (values.size () == 64);
    CHECK (values.back () == valueOf ("99", 99));
}

TEST_CASE ("measured values stand in the user's cache folder", "[measured]")
{
    {
        const EnvironmentVariable cache ("XDG_CACHE_HOME", "/some/where");
        CHECK (defaultMeasuredFile () == "/some/where/melstrom/measured.json");
    }
    const EnvironmentVariable cache ("XDG_CACHE_HOME", "not/absolute");
    {
        const EnvironmentVariable home ("HOME", "/home/somebody");
        CHECK (defaultMeasuredFile () == "/home/somebody/.cache/melstrom/measured.json");
    }
    const EnvironmentVariable home ("HOME", nullptr);
    CHECK_FALSE (defaultMeasuredFile ());
}
