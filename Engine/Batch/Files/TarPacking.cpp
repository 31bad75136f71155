// Compressed and encrypted tars: recognised by their first bytes.
#include "Engine/Batch/Files/TarHeader.h"
#include "Engine/Batch/Files/TarStorage.h"
#include "Engine/Core/Printable.h"

#include <algorithm>
#include <array>
#include <span>

namespace melstrom
{
namespace
{

/** `ending`: what its tool adds to a file's name. */
struct Packing
{
    std::string_view magic, name, command, ending;
};

constexpr std::array<Packing, 12> kPackings {{
    {"\x1f\x8b", "gzip", "gzip -dc", ".gz"},
    {"BZh", "bzip2", "bzip2 -dc", ".bz2"},
    {{"\xfd"
      "7zXZ\0",
      6},
     "xz",
     "xz -dc",
     ".xz"},
    {"\x28\xb5\x2f\xfd", "zstd", "zstd -dc", ".zst"},
    {"\x04\x22\x4d\x18", "lz4", "lz4 -dc", ".lz4"},
    {"-----BEGIN PGP", "OpenPGP", "gpg --decrypt", ".asc"},
    {"\x85", "OpenPGP", "gpg --decrypt", ".gpg"}, // a session key for a public key
    {"\x84", "OpenPGP", "gpg --decrypt", ".gpg"},
    {"\x8c", "OpenPGP", "gpg --decrypt", ".gpg"}, // a session key for a passphrase
    {"\xc1", "OpenPGP", "gpg --decrypt", ".pgp"},
    {"age-encryption.org/", "age", "age --decrypt", ".age"},
    {"Salted__", "openssl enc", "openssl enc -d", ".enc"},
}};
constexpr std::array<std::string_view, 7> kShortNames {".tgz",  ".tbz", ".tbz2", ".txz",
                                                       ".tzst", ".taz", ".tlz4"};

bool endsWith (std::string_view path, std::string_view ending) noexcept
{
    const auto lower = [] (char c) { return c >= 'A' && c <= 'Z' ? char (c - 'A' + 'a') : c; };
    return path.size () > ending.size () &&
           std::equal (ending.rbegin (), ending.rend (), path.rbegin (),
                       [lower] (char wanted, char c) { return wanted == lower (c); });
}

/** The path after unpacking; never the same name. */
std::string unpackedName (const std::string& path, std::string_view ending)
{
    if (endsWith (path, ending))
        return path.substr (0, path.size () - ending.size ());
    const auto dot = path.rfind ('.');
    return path.substr (0, dot) + (endsWith (path, ".tar") ? "-unpacked.tar" : ".tar");
}

} // namespace

Result<void> refusePackedTar (ReadableFile& file, const std::string& path)
{
    std::array<char, kTarBlockBytes> front {};
    MELSTROM_TRY_VALUE (const auto got, file.readAt (front.data (), front.size (), 0));
    const std::string_view start (front.data (), got);
    if (got == front.size () && parseTarHeader (std::as_bytes (std::span (front))))
        return {}; // a member's name may begin with any bytes
    for (const auto& packing : kPackings)
        if (start.starts_with (packing.magic))
            return Error {ErrorCode::badUsage,
                          printable (path) + " is packed with " + std::string (packing.name) +
                              ", but members are read in place. Unpack it first: " +
                              printableCommand (std::string (packing.command) + " < " +
                                                shellWord (path) + " > " +
                                                shellWord (unpackedName (path, packing.ending))),
                          {}};
    return {};
}

bool isNamedLikePackedTar (std::string_view path)
{
    const bool isShort = std::any_of (kShortNames.begin (), kShortNames.end (),
                                      [path] (auto name) { return endsWith (path, name); });
    return isShort ||
           std::any_of (kPackings.begin (), kPackings.end (),
                        [path] (const Packing& packing)
                        { return endsWith (path, ".tar" + std::string (packing.ending)); });
}

bool isNamedLikeTar (std::string_view path)
{
    return endsWith (path, ".tar");
}

} // namespace melstrom
