// Where in a tar its members lie: one pass over the headers, none over the data.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** Why a member's bytes cannot be had. */
enum class TarFault : std::uint8_t
{
    none,
    sparse,       ///< its holes would have to be put back
    symbolicLink, ///< points out of the tar as often as into it
    brokenLink,   ///< a hard link to what does not come before it
    notAFile      ///< a device, a FIFO, or what continues from another tar
};

struct TarMember
{
    std::int64_t place = 0;  ///< where its header ends; members are ordered by it
    std::int64_t offset = 0; ///< of its bytes; a hard link has those of its target
    std::int64_t bytes = 0;
    std::size_t nameAt = 0;
    std::uint32_t nameBytes = 0;
    TarFault fault = TarFault::none;
};

/** Members have tidy names, each once: of several with one name the last counts, as unpacking
    leaves it. Folders are not members. Memory: 44 bytes a member and its name. Thread: any. */
class TarIndex
{
public:
    /** Reads the headers from the first to the end mark. Where they cannot be followed to it, the
        members before are there and `damage` says what is wrong at which byte. Never fails, and
        ends for any bytes. name: of the tar, for messages, printable. */
    static TarIndex read (ReadableFile& tar, const std::string& name);

    std::span<const TarMember> members () const noexcept { return members_; }
    const std::optional<Error>& damage () const noexcept { return damage_; }
    std::string_view nameOf (const TarMember& member) const noexcept
    {
        return std::string_view (names_).substr (member.nameAt, member.nameBytes);
    }
    /** Null: there is none. */
    const TarMember* find (std::string_view name) const noexcept;
    /** Whether members lie below this folder. */
    bool hasFolder (std::string_view name) const noexcept;

    /** fills it */
private:
    friend class TarPass;

    /** A hard link, until it is followed. */
    struct Link
    {
        std::size_t member;
        std::string target;
    };

    /** Once all members are there. */
    void finish (const std::vector<Link>& links);
    void sortByName ();
    /** Gives a hard link the bytes of the last member of the target's name before it. */
    void follow (const Link& link);
    void dropRepeated ();
    std::size_t lowerBound (std::string_view name) const noexcept;

    std::vector<TarMember> members_;
    std::vector<std::uint32_t> byName_; ///< indices into members_
    std::string names_;
    std::optional<Error> damage_;
};

} // namespace melstrom
