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
