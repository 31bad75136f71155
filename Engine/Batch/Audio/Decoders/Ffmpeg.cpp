#include "Engine/Batch/Audio/Decoders/Ffmpeg.h"

#include "Engine/Core/Printable.h"
#include "Engine/Core/System/Process.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace melstrom
{
namespace
{

using Arguments = std::vector<std::string>;

/** The name of ffmpeg's demuxer. ffmpeg must not guess it, because a playlist could name other
    files. */
std::string demuxerOf (Container container)
{
    switch (container)
    {
        case Container::mp4: return "mov";
        case Container::matroska: return "matroska";
        case Container::asf: return "asf";
        case Container::amr: return "amr";
        default: return "aac";
    }
}

/** The environment of this process, without variables that make ffmpeg write a report or
    colours. */
std::vector<std::string> environmentOfFfmpeg ()
{
    constexpr std::array<std::string_view, 4> leftOut {
        "FFREPORT=", "AV_LOG_FORCE_COLOR=", "AV_LOG_FORCE_256COLOR=", "AV_LOG_FORCE_NOCOLOR="};
    std::vector<std::string> environment {"AV_LOG_FORCE_NOCOLOR=1"};
    for (auto& line : ownEnvironment ())
        if (std::none_of (leftOut.begin (), leftOut.end (),
                          [&line] (std::string_view name) { return line.starts_with (name); }))
            environment.push_back (std::move (line));
    return environment;
}

/** ffmpeg's name of the input. */
std::string urlOf (const FfmpegInput& input)
{
    if (! input.archived)
        return "file:" + input.path;
    return "subfile,,start," + std::to_string (input.archived->first) + ",end," +
           std::to_string (input.archived->end) + ",,:file:" + input.archived->path;
}

/** The arguments before the output. */
Arguments inputArguments (const std::string& program, const FfmpegInput& input)
{
    return {program, "-nostdin", "-hide_banner", "-nostats", "-loglevel", "error", "-xerror",
            // every fault that a decoder notices ends the run
            "-err_detect", "crccheck+bitstream+buffer+explode", "-protocol_whitelist",
            input.archived ? "file,pipe,subfile" : "file,pipe", "-threads", "1",
            // a change of rate or channels in the middle is a fault; ffmpeg must not convert
            "-reinit_filter", "0", "-f", demuxerOf (input.container), "-i", urlOf (input)};
}

void append (Arguments& arguments, const Arguments& more)
{
    arguments.insert (arguments.end (), more.begin (), more.end ());
}

} // namespace

bool needsFfmpeg (Container container) noexcept
{
    return container == Container::mp4 || container == Container::matroska ||
           container == Container::asf || container == Container::amr ||
           container == Container::aac;
}

std::optional<std::string> findFfmpeg ()
{
    const char* const variable = std::getenv ("PATH");
    const std::string_view path = variable == nullptr ? "" : variable;
    for (std::size_t at = 0; at <= path.size ();)
    {
        const auto end = std::min (path.find (':', at), path.size ());
        const std::string folder (path.substr (at, end - at));
        at = end + 1;
        if (folder.starts_with ('/')) // other folders depend on the current folder
            if (auto program = folder + "/ffmpeg"; isProgram (program))
                return program;
    }
    return std::nullopt;
}

Result<std::string> ffmpegVersion (const std::string& program, ChildPatience patience)
{
    MELSTROM_TRY_VALUE (auto child,
                        ChildPipe::start ({program, "-version"}, environmentOfFfmpeg (), patience));
    std::string text (256, '\0'); // "ffmpeg version 5.1.9-0+deb12u1 Copyright ..."
    MELSTROM_TRY_VALUE (const auto got, child->read (text.data (), text.size ()));
    text.resize (got);
    constexpr std::string_view opening = "ffmpeg version ";
    if (! text.starts_with (opening))
        return std::string ();
    return printable (text.substr (opening.size (),
                                   text.find_first_of (" \n", opening.size ()) - opening.size ()));
}

Result<std::unique_ptr<ChildPipe>> startDecoding (const std::string& program,
                                                  const FfmpegInput& input, ChildPatience patience)
{
    auto arguments = inputArguments (program, input);
    // as input options: such streams are not even read
    arguments.insert (arguments.end () - 2, {"-vn", "-sn", "-dn"});
    append (arguments,
            {"-map", "0:a:0", "-map_metadata", "-1", "-c:a", "pcm_f32be", "-f", "au", "pipe:1"});
    return ChildPipe::start (arguments, environmentOfFfmpeg (), patience);
}

Result<bool> hasStream (const std::string& program, const FfmpegInput& input, StreamKind kind,
                        ChildPatience patience)
{
    auto arguments = inputArguments (program, input);
    append (arguments, {"-map", kind == StreamKind::audio ? "0:a:0" : "0:v:0", "-c", "copy", "-t",
                        "0", "-f", "null", "pipe:1"});
    MELSTROM_TRY_VALUE (auto child, ChildPipe::start (arguments, environmentOfFfmpeg (), patience));
    MELSTROM_TRY_VALUE (const auto end, child->finish ());
    return end.succeeded ();
}

std::string conversionCommand (const FfmpegInput& input)
{
    std::string path = input.path;
    if (input.archived) // beside the archive, because no folder has its name
        path = input.archived->path.substr (0, input.archived->path.rfind ('/') + 1) +
               path.substr (path.rfind ('/') + 1);
    const auto slash = path.rfind ('/');
    const auto dot = path.rfind ('.');
    const bool hasExtension =
        dot != std::string::npos && (slash == std::string::npos || dot > slash);
    const auto target = (hasExtension ? path.substr (0, dot) : path) + ".wav";
    return printableCommand ("ffmpeg -i " + shellWord (urlOf (input)) +
                             " -map 0:a:0 -c:a pcm_f32le " + shellWord ("file:" + target));
}

std::string withoutAddresses (std::string message)
{
    constexpr std::string_view opening = " @ 0x";
    for (auto at = message.find (opening); at != std::string::npos; at = message.find (opening, at))
    {
        const auto end = message.find_first_not_of ("0123456789abcdef", at + opening.size ());
        message.erase (at, std::min (end, message.size ()) - at);
    }
    return message;
}

} // namespace melstrom
