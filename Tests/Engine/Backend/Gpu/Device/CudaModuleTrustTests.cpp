// Places of the CUDA module, and reasons to refuse a module there.
#include "Engine/Backend/Gpu/Device/CudaModule.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/TemporaryFolder.h"

#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

using namespace melstrom;
using melstrom::testing::TemporaryFolder;
namespace fs = std::filesystem;

namespace
{
constexpr uid_t kStranger = 12345;
constexpr gid_t kSharedGroup = 1; // "daemon": no user's own group

bool mentions (const std::string& text, const std::string& part)
{
    return text.find (part) != std::string::npos;
}

/** The search of a program or plugin in `file`. */
gpu::ModuleSearch searchFrom (const std::string& file)
{
    return {file, {}, false, geteuid ()};
}

/** A folder with a program and a module in the layout of a build or a package. */
struct Package
{
    Package ()
    {
        fs::create_directories (folder.file ("bin"));
        fs::create_directories (folder.file ("lib"));
        folder.write ("lib/melstrom-cuda.so", "");
    }
    std::string file (const std::string& name) const { return folder.file (name); }
    std::string lib () const { return file ("lib"); }
    std::string module () const { return file ("lib/melstrom-cuda.so"); }
    Result<std::string> found () const
    {
        return gpu::findCudaModule (searchFrom (file ("bin/melstrom")));
    }
    /** The message that refuses the module. */
    std::string refusal () const
    {
        const auto result = found ();
        if (result)
            return "not refused";
        CHECK (result.error ().code == ErrorCode::deviceUnavailable);
        CHECK (mentions (result.error ().message, module ()));
        return result.error ().message;
    }

    TemporaryFolder folder;
};

/** A change of owner or group needs root; the machines that run all tests have it. */
bool mayChangeOwners ()
{
    if (geteuid () == 0)
        return true;
    WARN ("SKIPPED: only root can give a file to another user");
    return false;
}

void setMode (const std::string& path, mode_t mode)
{
    REQUIRE (chmod (path.c_str (), mode) == 0);
}
void setOwner (const std::string& path, uid_t owner)
{
    REQUIRE (lchown (path.c_str (), owner, static_cast<gid_t> (-1)) == 0);
}
} // namespace

TEST_CASE ("the module is found beside a binary, in its bundle and in its package",
           "[cuda][module]")
{
    const TemporaryFolder folder;
    const std::string vst3 = "plugins/Melstrom.vst3/Contents/x86_64-linux";
    const std::string lv2 = "plugins/Melstrom.lv2";
    for (const auto& place : {vst3 + "/lib", lv2 + "/lib", std::string ("bin"),
                              std::string ("libexec"), std::string ("lib/melstrom")})
        fs::create_directories (folder.file (place));
    const auto found = [&] (const std::string& file)
    {
        const auto module = gpu::findCudaModule (searchFrom (folder.file (file)));
        return module ? fs::relative (*module, folder.path ()).string () : std::string ();
    };
    CHECK (found ("bin/melstrom").empty ());
    folder.write ("lib/melstrom/melstrom-cuda.so", "");
    CHECK (found ("bin/melstrom") == "lib/melstrom/melstrom-cuda.so");
    CHECK (found ("libexec/melstrom-tests") == "lib/melstrom/melstrom-cuda.so");
    folder.write ("lib/melstrom-cuda.so", "");
    CHECK (found ("bin/melstrom") == "lib/melstrom-cuda.so");

    CHECK (found (vst3 + "/Melstrom.so").empty ());
    fs::create_symlink ("../../../../../lib/melstrom-cuda.so",
                        folder.file (vst3 + "/lib/melstrom-cuda.so")); // the layout of a build
    CHECK (found (vst3 + "/Melstrom.so") == "lib/melstrom-cuda.so");
    folder.write (lv2 + "/lib/melstrom-cuda.so", ""); // the layout of a package
    CHECK (found (lv2 + "/Melstrom.so") == lv2 + "/lib/melstrom-cuda.so");
    folder.write (lv2 + "/melstrom-cuda.so", "");
    CHECK (found (lv2 + "/Melstrom.so") == lv2 + "/melstrom-cuda.so");
}

TEST_CASE ("folders above a bundle are not searched", "[cuda][module]")
{
    const TemporaryFolder shared;
    const std::string vst3 = "Melstrom.vst3/Contents/x86_64-linux";
    for (const auto* const place : {"Melstrom.vst3/Contents/x86_64-linux", "Melstrom.vst3/lib",
                                    "Melstrom.vst3/Contents/lib", "Melstrom.lv2", "lib/melstrom"})
        fs::create_directories (shared.file (place));
    for (const auto* const stray :
         {"melstrom-cuda.so", "lib/melstrom-cuda.so", "lib/melstrom/melstrom-cuda.so",
          "Melstrom.vst3/lib/melstrom-cuda.so", "Melstrom.vst3/Contents/lib/melstrom-cuda.so"})
        shared.write (stray, "");
    for (const auto& plugin : {vst3 + "/Melstrom.so", std::string ("Melstrom.lv2/Melstrom.so")})
    {
        const auto module = gpu::findCudaModule (searchFrom (shared.file (plugin)));
        REQUIRE_FALSE (module.ok ());
        CHECK (mentions (module.error ().message, "there is no CUDA module"));
        CHECK (mentions (module.error ().message, fs::path (shared.file (plugin)).parent_path ()));
        CHECK_FALSE (mentions (module.error ().message, shared.file ("lib")));
    }
}

TEST_CASE ("a module that another user owns is refused", "[cuda][module]")
{
    if (! mayChangeOwners ())
        return;
    const Package package;
    REQUIRE (package.found ().ok ());
    const auto owned = GENERATE (as<std::string> {}, "lib/melstrom-cuda.so", "lib", "");
    const auto path = owned.empty () ? package.folder.path () : package.file (owned);
    setOwner (path, kStranger);
    const auto message = package.refusal ();
    CHECK (mentions (message, path + " belongs to user 12345"));
    CHECK (mentions (message, "chown"));
    // That user accepts the same files, because users trust themselves and root.
    auto search = searchFrom (package.file ("bin/melstrom"));
    search.user = kStranger;
    CHECK (gpu::findCudaModule (search).ok ());
    setOwner (path, geteuid ());
    CHECK (package.found ().ok ());
}

TEST_CASE ("a module that others can write to is refused", "[cuda][module]")
{
    const Package package;
    const auto open = GENERATE (as<std::string> {}, "lib/melstrom-cuda.so", "lib", "");
    const auto path = open.empty () ? package.folder.path () : package.file (open);
    setMode (path, 0757);
    const auto message = package.refusal ();
    CHECK (mentions (message, path + " can be written to by every user"));
    CHECK (mentions (message, "chmod go-w"));
    setMode (path, 0755);
    CHECK (package.found ().ok ());
}

TEST_CASE ("a module that a group of several can write to is refused", "[cuda][module]")
{
    if (! mayChangeOwners ())
        return;
    const Package package;
    const auto open = GENERATE (as<std::string> {}, "lib/melstrom-cuda.so", "lib");
    setMode (package.file (open), 0775);
    CHECK (package.found ().ok ()); // root's own group has no other members
    REQUIRE (chown (package.file (open).c_str (), geteuid (), kSharedGroup) == 0);
    CHECK (mentions (package.refusal (), package.file (open) + " can be written to by group 1"));
}

TEST_CASE ("a sticky folder is trusted above the module's folder and not as that", "[cuda][module]")
{
    const Package package; // lies in such a folder
    setMode (package.folder.path (), 01777);
    CHECK (package.found ().ok ());
    setMode (package.lib (), 01777);
    CHECK (mentions (package.refusal (), package.lib () + " can be written to by every user"));
}

TEST_CASE ("a link is followed only where nobody else could have made it", "[cuda][module]")
{
    const Package package;
    const TemporaryFolder bundle;
    fs::create_directory (bundle.file ("lib"));
    const auto link = bundle.file ("lib/melstrom-cuda.so");
    fs::create_symlink (package.module (), link);
    const auto found = [&]
    { return gpu::findCudaModule (searchFrom (bundle.file ("Melstrom.so"))); };
    REQUIRE (found ().ok ());
    // The file itself is opened, not the link.
    CHECK (*found () == fs::canonical (package.module ()));

    setMode (bundle.file ("lib"), 0777); // any user may replace the link
    REQUIRE_FALSE (found ().ok ());
    CHECK (mentions (found ().error ().message, bundle.file ("lib") + " can be written to"));
    setMode (bundle.file ("lib"), 0755);
    setMode (package.lib (), 0777); // the target's folder counts, too
    CHECK (mentions (found ().error ().message, package.lib () + " can be written to"));
    setMode (package.lib (), 0755);
    if (! mayChangeOwners ())
        return;
    setOwner (link, kStranger);
    CHECK (mentions (found ().error ().message, "the link " + link + " belongs to user 12345"));
}

TEST_CASE ("a path that leads nowhere or to no file is refused", "[cuda][module]")
{
    const TemporaryFolder folder;
    const auto trusted = [&] (const std::string& name)
    { return gpu::trustedFile (folder.file (name), geteuid ()); };
    CHECK (trusted ("nothing").error ().code == ErrorCode::fileMissing);
    fs::create_symlink ("loop", folder.file ("loop"));
    CHECK (mentions (trusted ("loop").error ().message, "does not lead to a file"));
    CHECK (mentions (trusted (".").error ().message, "not a regular file"));
    folder.write ("file", "");
    fs::create_directory (folder.file ("sub"));
    fs::create_symlink (".././file", folder.file ("sub/link"));
    CHECK (*trusted ("sub/link") == fs::canonical (folder.file ("file")));
}

TEST_CASE ("MELSTROM_CUDA_MODULE has to name a file as safe as any", "[cuda][module]")
{
    const Package package;
    auto search = searchFrom ("/nowhere/bin/melstrom");
    search.named = package.module ();
    REQUIRE (gpu::findCudaModule (search).ok ());
    setMode (package.module (), 0666);
    CHECK (mentions (gpu::findCudaModule (search).error ().message,
                     package.module () + " can be written to by every user"));
}

TEST_CASE ("MELSTROM_CUDA_MODULE is ignored where the process has raised rights", "[cuda][module]")
{
    const Package package;
    auto search = searchFrom (package.file ("bin/melstrom"));
    search.named = "/nowhere/melstrom-cuda.so";
    REQUIRE_FALSE (gpu::findCudaModule (search).ok ());
    search.hasRaisedRights = true;
    REQUIRE (gpu::findCudaModule (search).ok ());
    CHECK (*gpu::findCudaModule (search) == fs::canonical (package.module ()));

    search.named = package.module ();
    search.ownFile = "/nowhere/bin/melstrom";
    const auto none = gpu::findCudaModule (search);
    REQUIRE_FALSE (none.ok ());
    CHECK (mentions (none.error ().message, "MELSTROM_CUDA_MODULE is ignored"));
}
