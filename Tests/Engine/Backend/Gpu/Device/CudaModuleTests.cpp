#include "Engine/Backend/BackendChoice.h"
#include "Engine/Backend/Gpu/Device/CudaModule.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Gpu/FakeModule.h"
#include "Tests/Support/MappedFiles.h"
#include "Tests/Support/Skip.h"
#include "Tests/Support/TemporaryFolder.h"

#include <cstdio>
#include <dlfcn.h>
#include <filesystem>
#include <string>

using namespace melstrom;
using melstrom::testing::EnvironmentVariable;
using melstrom::testing::isMapped;
using melstrom::testing::kFakeBehaviour;
using melstrom::testing::kFakeModule;
using melstrom::testing::kModulePath;
using melstrom::testing::TemporaryFolder;

namespace
{

bool mentions (const std::string& text, const std::string& part)
{
    return text.find (part) != std::string::npos;
}

/** The message of the failed opening. Its code must say that CUDA is unavailable. */
std::string refusal ()
{
    const auto module = gpu::openCudaModule ();
    REQUIRE_FALSE (module.ok ());
    CHECK (module.error ().code == ErrorCode::deviceUnavailable);
    return module.error ().message;
}

std::unique_ptr<Backend> opened (const BackendChoice& choice)
{
    auto backend = openBackend (choice);
    REQUIRE (backend.ok ());
    return *std::move (backend);
}

BackendChoice choiceOf (BackendChoice::Kind kind)
{
    BackendChoice choice;
    choice.kind = kind;
    choice.numThreads = 1;
    return choice;
}

} // namespace

TEST_CASE ("a module that is not where MELSTROM_CUDA_MODULE says is named", "[cuda][module]")
{
    const EnvironmentVariable path (kModulePath, "/nowhere/melstrom-cuda.so");
    const auto message = refusal ();
    CHECK (mentions (message, "/nowhere/melstrom-cuda.so"));
    CHECK (mentions (message, kModulePath));
}

TEST_CASE ("a file that is no library is no module", "[cuda][module]")
{
    const TemporaryFolder folder;
    const auto file = folder.write ("melstrom-cuda.so", "not a library");
    const EnvironmentVariable path (kModulePath, file.c_str ());
    CHECK (mentions (refusal (), file));
}

TEST_CASE ("a library without the entry is no module", "[cuda][module]")
{
    Dl_info library {};
    REQUIRE (dladdr (reinterpret_cast<const void*> (&std::fopen), &library) != 0);
    const EnvironmentVariable path (kModulePath, library.dli_fname);
    const auto message = refusal ();
    CHECK (mentions (message, library.dli_fname));
    CHECK (mentions (message, "melstromCudaModule"));
}

TEST_CASE ("a module of another interface or another version is refused", "[cuda][module]")
{
    const EnvironmentVariable path (kModulePath, kFakeModule.c_str ());
    {
        const EnvironmentVariable behaviour (kFakeBehaviour, "wrong-interface");
        const auto message = refusal ();
        CHECK (mentions (message, kFakeModule));
        CHECK (mentions (message,
                         "interface version " + std::to_string (gpu::kModuleInterfaceVersion + 6)));
    }
    const EnvironmentVariable behaviour (kFakeBehaviour, "wrong-build");
    const auto message = refusal ();
    CHECK (mentions (message, "0.0.0-fake"));
    CHECK (mentions (message, MELSTROM_VERSION));
}

TEST_CASE ("the right module is opened, and is the same when asked for again", "[cuda][module]")
{
    const EnvironmentVariable path (kModulePath, kFakeModule.c_str ());
    const EnvironmentVariable behaviour (kFakeBehaviour, nullptr);
    const auto module = gpu::openCudaModule ();
    REQUIRE (module.ok ());
    CHECK ((*module)->countDevices ().error ().message == "there is no fake driver");
    const auto again = gpu::openCudaModule ();
    REQUIRE (again.ok ());
    CHECK (*again == *module);
}

TEST_CASE ("without a driver automatic computes on the CPU and says why", "[cuda][module]")
{
    const EnvironmentVariable path (kModulePath, kFakeModule.c_str ());
    const EnvironmentVariable behaviour (kFakeBehaviour, nullptr);
    const auto backend = opened (choiceOf (BackendChoice::Kind::automatic));
    CHECK (backend->ready ().ok ());
    CHECK (backend->name () == "cpu");
    CHECK (backend->notice () == "cpu computes instead of cuda:0: there is no fake driver");
    CHECK (backend->concurrency () == 1);
    CHECK (backend->allocate (1000).ok ());
    CHECK (backend->planMel (MelSpec {}, 16000, {}).ok ());
}

TEST_CASE ("without a module automatic computes on the CPU too", "[cuda][module]")
{
    const EnvironmentVariable path (kModulePath, "/nowhere/melstrom-cuda.so");
    const auto backend = opened (choiceOf (BackendChoice::Kind::automatic));
    CHECK (backend->ready ().ok ());
    CHECK (backend->name () == "cpu");
    CHECK (mentions (backend->notice (), "/nowhere/melstrom-cuda.so"));
}

TEST_CASE ("cuda that cannot be had fails, and so does all that is asked of it", "[cuda][module]")
{
    const EnvironmentVariable path (kModulePath, kFakeModule.c_str ());
    const EnvironmentVariable behaviour (kFakeBehaviour, "busy");
    auto choice = choiceOf (BackendChoice::Kind::gpu);
    choice.deviceIndex = 1;
    const auto backend = opened (choice);
    const auto up = backend->ready ();
    REQUIRE_FALSE (up.ok ());
    CHECK (up.error ().code == ErrorCode::deviceUnavailable);
    CHECK (up.error ().message == "fake GPU 1 is busy");
    CHECK (backend->name () == "cuda:1");
    CHECK (backend->notice ().empty ());
    CHECK (backend->allocate (1000).error ().message == up.error ().message);
    CHECK (backend->planMel (MelSpec {}, 16000, {}).error ().message == up.error ().message);
}

TEST_CASE ("the module is loaded when CUDA is asked for, and not before", "[cuda][module]")
{
    const TemporaryFolder folder;
    const auto copy = folder.file ("copy-of-module.so");
    std::filesystem::copy_file (kFakeModule, copy);
    const EnvironmentVariable path (kModulePath, copy.c_str ());
    const auto cpu = opened (choiceOf (BackendChoice::Kind::cpu));
    CHECK (cpu->ready ().ok ());
    CHECK_FALSE (isMapped (copy));
    const auto automatic = opened (choiceOf (BackendChoice::Kind::automatic));
    CHECK (automatic->ready ().ok ());
    CHECK (isMapped (copy));
}

TEST_CASE ("every device is listed, or why there is none", "[cuda][module]")
{
    const EnvironmentVariable path (kModulePath, kFakeModule.c_str ());
    const auto listed = []
    {
        std::string text;
        for (const auto& device : listDevices ())
            text += device.backend + (device.usable ? "; " : ": " + device.text + "; ");
        return text;
    };
    {
        const EnvironmentVariable behaviour (kFakeBehaviour, nullptr);
        CHECK (listed () == "cpu; cuda: there is no fake driver; ");
    }
    const EnvironmentVariable behaviour (kFakeBehaviour, "busy");
    CHECK (listed () == "cpu; cuda:0: fake GPU 0 is busy; cuda:1: fake GPU 1 is busy; ");
}

TEST_CASE ("the module that was built lies where the program looks and shows one name of its own",
           "[cuda][module]")
{
    const auto built = melstrom::testing::builtCudaModule ();
    if (! built)
        return melstrom::testing::skipTest ("this build has no CUDA module");
    const EnvironmentVariable path (kModulePath, nullptr);
    const auto module = gpu::openCudaModule ();
    if (! module)
        FAIL (module.error ().message);
    void* const library = dlopen (built->c_str (), RTLD_NOW | RTLD_NOLOAD);
    REQUIRE (library != nullptr); // the test's own module file
    CHECK (dlsym (library, gpu::kModuleEntryName) != nullptr);
    CHECK (dlsym (library, "cudaMalloc") == nullptr);
    CHECK (dlsym (library, "cudaRuntimeGetVersion") == nullptr);
    dlclose (library);
    if (const auto count = (*module)->countDevices (); ! count)
        CHECK (count.error ().code == ErrorCode::deviceUnavailable);
    else
        CHECK ((*module)->openDevice (*count).error ().code == ErrorCode::deviceUnavailable);
}
