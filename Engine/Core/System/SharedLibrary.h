// Code that is loaded while the process runs: other libraries, and the binary of this code.
#pragma once

#include <string>

namespace melstrom
{

/** A library that stays loaded until the process ends. Thread: any but audio, one at a time. */
class SharedLibrary
{
public:
    /** Loads it with all its references. name: a path, or a name without a slash, which the system
        searches in its own folders. */
    explicit SharedLibrary (const std::string& name);

    bool isLoaded () const noexcept { return handle_ != nullptr; }
    /** The system's text about the last failure, of the constructor or of `find`. */
    const std::string& problem () const noexcept { return problem_; }

    /** Sets a pointer to a function of the library. False: it has no such function. */
    template <typename Function>
    bool find (const char* name, Function& function)
    {
        function = reinterpret_cast<Function> (address (name));
        return function != nullptr;
    }

private:
    void* address (const char* name);

    void* handle_;
    std::string problem_;
};

/** The file into which this code was linked, links followed: the program, or a library or plugin of
    it. Absolute; empty: unknown. Thread: any but audio. */
std::string fileOfThisCode ();

/** Keeps that file loaded until the process ends, even if a host unloads it. For a thread that may
    outlive its users. Thread: any. */
void keepThisCodeLoaded () noexcept;

} // namespace melstrom
