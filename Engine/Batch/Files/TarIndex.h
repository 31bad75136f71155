// The places of a tar's members: one pass over the headers, none over the data.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** Why a member's bytes cannot be read. */
enum class TarFault : std::uint8_t
{
    none,
    sparse,       ///< its holes would have to be restored
    symbolicLink, ///< may point out of the tar
    brokenLink,   ///< a hard link whose target does not come before it
    notAFile      ///< a device, a FIFO, or a file continued from another tar
};

struct TarMember
{
    std::int64_t place = 0;  ///< where its header ends; the order of members
    std::int64_t offset = 0; ///< of its bytes; for a hard link those of its target
    std::int64_t bytes = 0;
    std::size_t nameAt = 0;
    std::uint32_t nameBytes = 0;
    TarFault fault = TarFault::none;
};

/** Members have tidy names, each name once: of several members with one name the last counts, as
    after unpacking. Folders are not members. Memory: 44 bytes and the name per member. Thread:
    any. */
class TarIndex
{
public:
    /** Reads the headers from the first to the end mark. If the headers cannot be followed to the
        end mark, the index has the members before, and `damage` gives the fault and its byte. Never
        fails, and ends for any bytes. name: of the tar, for messages, printable. */
    static TarIndex read (ReadableFile& tar, const std::string& name);

    std::span<const TarMember> members () const noexcept { return members_; }
    const std::optional<Error>& damage () const noexcept { return damage_; }
    std::string_view nameOf (const TarMember& member) const noexcept
    {
        return std::string_view (names_).substr (member.nameAt, member.nameBytes);
    }
    /** Null: there is no such member. */
    const TarMember* find (std::string_view name) const noexcept;
    /** True if members lie below this folder. */
    bool hasFolder (std::string_view name) const noexcept;

private:
    friend class TarPass; ///< fills it

    /** A hard link that is not yet followed. */
    struct Link
    {
        std::size_t member;
        std::string target;
    };

    /** Call when all members are there. */
    void finish (const std::vector<Link>& links);
    void sortByName ();
    /** Gives a hard link the bytes of its target: the last member of that name before the link. */
    void follow (const Link& link);
    void dropRepeated ();
    std::size_t lowerBound (std::string_view name) const noexcept;

    std::vector<TarMember> members_;
    std::vector<std::uint32_t> byName_; ///< indices into members_
    std::string names_;
    std::optional<Error> damage_;
};

} // namespace melstrom
