// The contents of a disk: files by path, and folders.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace melstrom::testing
{

struct DiskFile
{
    std::shared_ptr<const std::string> bytes;
    std::uint64_t inode = 0;
    std::int64_t modifiedNanoseconds = 0;
};

/** Paths have no slash at either end; the folder "" always exists. Copies share the bytes. */
struct DiskImage
{
    std::map<std::string, DiskFile> files;
    std::set<std::string> folders;

    /** Makes missing parent folders. */
    void add (const std::string& path, std::string bytes)
    {
        for (auto end = path.find ('/'); end != std::string::npos; end = path.find ('/', end + 1))
            folders.insert (path.substr (0, end));
        const auto number = static_cast<std::int64_t> (files.size () + 1);
        files[path] = {std::make_shared<const std::string> (std::move (bytes)),
                       static_cast<std::uint64_t> (number), number};
    }

    /** Name and bytes of every file directly in `folder`. */
    std::map<std::string, std::string> contentsOf (const std::string& folder) const
    {
        std::map<std::string, std::string> contents;
        for (const auto& [path, file] : files)
            if (path.size () > folder.size () + 1 && path.starts_with (folder + "/") &&
                path.find ('/', folder.size () + 1) == std::string::npos)
                contents[path.substr (folder.size () + 1)] = *file.bytes;
        return contents;
    }
};

} // namespace melstrom::testing
