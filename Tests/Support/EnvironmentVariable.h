// A variable of the environment for the length of a test.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace melstrom::testing
{

/** Set, or unset where value is null; at the end it is as it was before.
    Thread: no other one may read the environment while it is made or goes away. */
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
