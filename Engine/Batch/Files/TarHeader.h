// The data between the files of a tar: one block of 512 bytes before each file, and names or sizes
// that do not fit into the block.
#pragma once

#include "Engine/Core/Result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace melstrom
{

inline constexpr std::int64_t kTarBlockBytes = 512;

enum class TarKind
{
    file,
    hardLink,
    symbolicLink,
    folder,
    other,         ///< device, FIFO
    sparse,        ///< GNU's own type; PaxFields has the newer types
    longName,      ///< GNU: the data are the name of the next entry
    longLink,      ///< GNU: the data are the target of the next entry
    pax,           ///< the data are fields of the next entry
    paxForAll,     ///< the data are fields of all entries behind it
    continued,     ///< the rest of a file that began in another tar
    withoutMeaning ///< no content: a volume's label, a list of a folder
};

struct TarHeader
{
    TarKind kind = TarKind::file;
    std::string name, target;
    std::int64_t bytes = 0;           ///< of the data behind it; 0 for a kind without data
    bool hasMoreSparseBlocks = false; ///< TarKind::sparse: blocks of its map precede the data
};

/** Reads ustar, GNU's and the oldest format; sizes in octal or base 256.
    block   512 bytes
    Fails: with a few words if the block's checksum is wrong, or a size is no number.
    source  POSIX.1-2017 pax, "ustar Interchange Format"; GNU tar manual, "Basic Tar Format" */
Result<TarHeader> parseTarHeader (std::span<const std::byte> block);

bool isZeroTarBlock (std::span<const std::byte> block) noexcept;

/** True if more blocks of a sparse file's map follow this one. */
bool hasMoreSparseBlocks (std::span<const std::byte> block) noexcept;

/** The pax header's fields that Melstrom uses. */
struct PaxFields
{
    std::optional<std::string> name, target;
    std::optional<std::int64_t> bytes;
    bool isSparse = false;

    bool isEmpty () const noexcept { return ! name && ! target && ! bytes && ! isSparse; }
};

/** Fails: with a few words if a record is not "LENGTH KEY=VALUE\n". */
Result<PaxFields> parsePax (std::string_view text);

/** A member's name relative to the tar's path, up to the first zero byte. Without leading, trailing
    and doubled slashes, and without "." components. Empty: it names the tar's top folder. */
std::string tidyMemberName (std::string_view name);

} // namespace melstrom
