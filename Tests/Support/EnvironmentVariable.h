// Sets an environment variable for the length of a test.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace melstrom::testing
{

/** Sets the variable, or unsets it if value is null; the destructor restores the former value.
    Thread: no other thread may read the environment during construction and destruction. */
class EnvironmentVariable
{
public:
    EnvironmentVariable (const char* name, const char* value) : name_ (name)
    {
        if (const char* const before = std::getenv (name))
            before_ = before;
        set (value);
    }
    ~EnvironmentVariable () { set (before_ ? before_->c_str () : nullptr); }
    EnvironmentVariable (const EnvironmentVariable&) = delete;
    EnvironmentVariable& operator= (const EnvironmentVariable&) = delete;

private:
    void set (const char* value)
    {
        if (value != nullptr)
            setenv (name_, value, 1);
        else
            unsetenv (name_);
    }

    const char* name_;
    std::optional<std::string> before_;
};

} // namespace melstrom::testing
