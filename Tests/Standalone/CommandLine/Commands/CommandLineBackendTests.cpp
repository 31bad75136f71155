// Backends on the command line. Whether a backend exists shows when it is opened.
#include "Engine/Core/ParallelFor.h"
#include "Standalone/CommandLine/Commands/Commands.h"
#include "Standalone/CommandLine/Machine/ReadyBackend.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/CommandLine/ParsedLine.h"
#include "Tests/Support/TemporaryFolder.h"

#include <filesystem>
#include <sstream>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

/** A GPU index that no machine has. */
const BackendChoice kNoSuchGpu {BackendChoice::Kind::gpu, 255, 0, {}, {}};

/** A log that keeps its lines. */
struct KeptLog
{
    explicit KeptLog (LogLevel level) : log (level)
    {
        log.sendTo ([this] (std::string_view line) { text += std::string (line) + "\n"; });
    }
    Log log;
    std::string text;
};

} // namespace

TEST_CASE ("a GPU that is not there is an error with a sentence, not the CPU", "[command-line]")
{
    KeptLog kept (LogLevel::debug);
    const auto backend = openReadyBackend (kNoSuchGpu, kept.log);
    REQUIRE_FALSE (backend);
    CHECK (backend.error ().code == ErrorCode::deviceUnavailable);
    CHECK (exitCodeOf (backend.error ()) == ExitCode::badUsage);
    CHECK_FALSE (backend.error ().message.empty ());
}

TEST_CASE ("the CPU is there wherever the program runs", "[command-line]")
{
    KeptLog kept (LogLevel::debug);
    const auto backend = openReadyBackend ({BackendChoice::Kind::cpu, 0, 2, {}, {}}, kept.log);
    REQUIRE (backend);
    CHECK ((*backend)->name () == "cpu");
    CHECK ((*backend)->concurrency () == 2);
    CHECK (kept.text.empty ());
}

TEST_CASE ("without --backend a command always gets a backend, and only the level debug says that "
           "no GPU computes",
           "[command-line]")
{
    KeptLog kept (LogLevel::info), all (LogLevel::debug);
    for (auto* const one : {&kept, &all})
    {
        const auto backend = openReadyBackend ({}, one->log);
        REQUIRE (backend);
        const auto notice = (*backend)->notice ();
        CHECK (one->text.empty () == (one == &kept || notice.empty ()));
        CHECK ((one->text.empty () || one->text.find (notice) != std::string::npos));
    }
}

TEST_CASE ("no picture is made by a GPU that is not there", "[command-line]")
{
    const TemporaryFolder folder;
    PictureRequest request;
    request.audioFile = folder.write ("a.wav", "no audio, and never looked at");
    request.pictureFile = request.audioFile + ".png";
    request.backend = kNoSuchGpu;
    KeptLog kept (LogLevel::error);
    std::ostringstream out;
    CHECK (runPictureCommand (request, kept.log, out) == ExitCode::badUsage);
    CHECK (kept.text.find ("device-unavailable") != std::string::npos);
    CHECK_FALSE (std::filesystem::exists (request.pictureFile));
}

TEST_CASE ("the doctor does not look past a GPU that was asked for", "[command-line]")
{
    KeptLog kept (LogLevel::error);
    std::ostringstream out;
    CHECK (runDoctorCommand (DoctorRequest {kNoSuchGpu}, kept.log, out) == ExitCode::badUsage);
    CHECK (out.str ().empty ());
    CHECK (kept.text.find ("device-unavailable") != std::string::npos);
}

TEST_CASE ("every device is listed, with the reason of those that are not usable", "[command-line]")
{
    std::ostringstream out;
    REQUIRE (runListCommand (ListRequest {ListTopic::backends}, out) == ExitCode::allIn);
    CHECK (out.str ().find ("\ncpu ") != std::string::npos);
    bool hasCpu = false;
    for (const auto& device : listDevices ())
    {
        CHECK_FALSE (device.text.empty ());
        CHECK (out.str ().find (device.backend) != std::string::npos);
        hasCpu = hasCpu || (device.backend == "cpu" && device.usable);
        if (device.backend == "cpu")
            CHECK (device.text.find (", " + std::to_string (hardwareThreads ()) + " thread") !=
                   std::string::npos);
    }
    CHECK (hasCpu);
}
