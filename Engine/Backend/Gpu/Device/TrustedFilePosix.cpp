#include "Engine/Backend/Gpu/Device/CudaModule.h"

#include "Engine/Core/Printable.h"

#include <array>
#include <cerrno>
#include <filesystem>
#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <system_error>
#include <vector>

namespace melstrom::gpu
{

namespace
{
namespace fs = std::filesystem;

constexpr int kMostLinks = 40; // the kernel's limit

Error denied (const std::string& reason)
{
    return {ErrorCode::permissionDenied, reason, {}};
}

std::string shown (const struct stat& info, const fs::path& path)
{
    const char* const kind = S_ISDIR (info.st_mode)   ? "the folder "
                             : S_ISLNK (info.st_mode) ? "the link "
                                                      : "the file ";
    return kind + printable (path.string ());
}

/** True if the group is the user's private group: it is the user's primary group, has the user's
    name and no other member. Many systems give each user such a group, with write permission by
    default. */
bool isOwnGroup (gid_t group, uid_t user)
{
    std::array<char, 4096> userText {}, groupText {};
    passwd userEntry {};
    passwd* foundUser = nullptr;
    struct group groupEntry
    {
    };
    struct group* foundGroup = nullptr;
    if (getpwuid_r (user, &userEntry, userText.data (), userText.size (), &foundUser) != 0 ||
        getgrgid_r (group, &groupEntry, groupText.data (), groupText.size (), &foundGroup) != 0 ||
        foundUser == nullptr || foundGroup == nullptr)
        return false;
    const std::string name = foundUser->pw_name;
    if (foundUser->pw_gid != group || name != foundGroup->gr_name)
        return false;
    for (char** member = foundGroup->gr_mem; *member != nullptr; ++member)
        if (name != *member)
            return false;
    return true;
}

Result<void> checkOwner (const struct stat& info, const fs::path& path, uid_t user)
{
    if (info.st_uid == 0 || info.st_uid == user)
        return {};
    return denied (shown (info, path) + " belongs to user " + std::to_string (info.st_uid) +
                   ", neither to you (user " + std::to_string (user) +
                   ") nor to root; change its owner with chown, or install Melstrom in a folder "
                   "that only you can write to");
}

Result<void> checkWriters (const struct stat& info, const fs::path& path)
{
    const bool isForAll = (info.st_mode & S_IWOTH) != 0;
    const bool isForGroup =
        (info.st_mode & S_IWGRP) != 0 && ! isOwnGroup (info.st_gid, info.st_uid);
    if (! isForAll && ! isForGroup)
        return {};
    return denied (shown (info, path) + " can be written to by " +
                   (isForAll ? "every user" : "group " + std::to_string (info.st_gid)) +
                   "; remove this right with \"chmod go-w\", or install Melstrom in a folder that "
                   "only you can write to");
}

/** Resolves a path entry by entry and checks each entry before following it. */
class Walk
{
public:
    Walk (const fs::path& path, uid_t user) : user_ (user) { add (path); }

    Result<std::string> file ()
    {
        MELSTROM_TRY (look (place_));
        while (! rest_.empty ())
        {
            const auto name = rest_.back ();
            rest_.pop_back ();
            MELSTROM_TRY (step (name));
        }
        if (! S_ISREG (info_.st_mode))
            return denied (shown (info_, place_) +
                           " is not a regular file; install Melstrom's module again");
        // No exception for sticky folders: a user who can add a file here can add a library beside
        // the module.
        MELSTROM_TRY (look (place_.parent_path ()));
        MELSTROM_TRY (checkWriters (info_, place_.parent_path ()));
        return place_.string ();
    }

private:
    /** Inserts these entries before the remaining ones. */
    void add (const fs::path& path)
    {
        const std::vector<fs::path> names (path.begin (), path.end ());
        rest_.insert (rest_.end (), names.rbegin (), names.rend ());
    }

    Result<void> look (const fs::path& path)
    {
        if (lstat (path.c_str (), &info_) != 0)
            return Error {ErrorCode::fileMissing,
                          printable (path.string ()) +
                              " cannot be inspected: " + std::generic_category ().message (errno),
                          {}};
        MELSTROM_TRY (checkOwner (info_, path, user_));
        const bool isSticky = S_ISDIR (info_.st_mode) && (info_.st_mode & S_ISVTX) != 0;
        if (S_ISLNK (info_.st_mode) || isSticky) // a link's mode has no meaning
            return {};
        return checkWriters (info_, path);
    }

    Result<void> step (const fs::path& name)
    {
        if (name.empty () || name == "." || name == "/")
            return {};
        if (name == "..")
        {
            place_ = place_.parent_path (); // place_ contains no link; the parent of / is /
            return look (place_);
        }
        const auto next = place_ / name;
        MELSTROM_TRY (look (next));
        if (! S_ISLNK (info_.st_mode))
        {
            place_ = next;
            return {};
        }
        std::error_code problem;
        const auto target = fs::read_symlink (next, problem);
        if (problem || ++numLinks_ > kMostLinks)
            return denied (shown (info_, next) + " does not lead to a file; install Melstrom's "
                                                 "module again");
        if (target.is_absolute ())
            place_ = "/";
        add (target);
        return look (place_);
    }

    uid_t user_;
    fs::path place_ {"/"};
    std::vector<fs::path> rest_; ///< in reverse: the next entry is last
    struct stat info_
    {
    }; ///< of the last checked entry
    int numLinks_ = 0;
};
} // namespace

Result<std::string> trustedFile (const std::string& path, std::uint32_t user)
{
    return Walk (path, user).file ();
}

} // namespace melstrom::gpu
