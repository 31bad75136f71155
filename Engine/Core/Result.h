// A value or an error. Nothing in Engine throws across a layer.
#pragma once

#include "Engine/Core/Error.h"

#include <utility>
#include <variant>

namespace melstrom
{

/** Holds a T or an Error. Access to the absent one is a programming error. */
template <typename T>
class [[nodiscard]] Result
{
public:
    Result (T value) : content_ (std::in_place_index<0>, std::move (value)) {}
    Result (Error error) : content_ (std::in_place_index<1>, std::move (error)) {}

    bool ok () const noexcept { return content_.index () == 0; }
    explicit operator bool () const noexcept { return ok (); }

    T& operator* () & { return std::get<0> (content_); }
    const T& operator* () const& { return std::get<0> (content_); }
    T&& operator* () && { return std::get<0> (std::move (content_)); }
    T* operator->() { return &std::get<0> (content_); }
    const T* operator->() const { return &std::get<0> (content_); }

    const Error& error () const { return std::get<1> (content_); }

private:
    std::variant<T, Error> content_;
};

/** Success, or an Error. */
template <>
class [[nodiscard]] Result<void>
{
public:
    Result () = default;
    Result (Error error) : error_ (std::move (error)) {}

    bool ok () const noexcept { return ! error_.has_value (); }
    explicit operator bool () const noexcept { return ok (); }
    const Error& error () const { return *error_; }

private:
    std::optional<Error> error_;
};

} // namespace melstrom

#define MELSTROM_JOINED_TEXT(a, b) a##b
#define MELSTROM_JOINED(a, b) MELSTROM_JOINED_TEXT (a, b)

/** Evaluates an expression of type Result. Returns its error from the enclosing function:
        MELSTROM_TRY (storage.makeFolders (folder)); */
#define MELSTROM_TRY(...)                                                                          \
    do                                                                                             \
    {                                                                                              \
        if (const auto MELSTROM_JOINED (tried, __LINE__) = (__VA_ARGS__);                          \
            ! MELSTROM_JOINED (tried, __LINE__))                                                   \
            return MELSTROM_JOINED (tried, __LINE__).error ();                                     \
    } while (false)

/** The same. Moves the value to a new or an existing variable:
        MELSTROM_TRY_VALUE (const auto list, listInputs (storage, options)); */
#define MELSTROM_TRY_VALUE(declaration, ...)                                                       \
    auto MELSTROM_JOINED (tried, __LINE__) = (__VA_ARGS__);                                        \
    if (! MELSTROM_JOINED (tried, __LINE__))                                                       \
        return MELSTROM_JOINED (tried, __LINE__).error ();                                         \
    declaration = *std::move (MELSTROM_JOINED (tried, __LINE__))
