// An optional value that few of many objects have.
#pragma once

#include <memory>
#include <optional>
#include <utility>

namespace melstrom
{

/** As std::optional, but 8 bytes in size: a pointer to an allocated value, or null. A copy
    allocates a value of its own. */
template <typename Value>
class Rare
{
public:
    Rare () = default;
    Rare (Value value) : value_ (std::make_unique<Value> (std::move (value))) {}
    Rare (std::optional<Value> value)
        : value_ (value ? std::make_unique<Value> (*std::move (value)) : nullptr)
    {
    }
    Rare (const Rare& other)
        : value_ (other.value_ ? std::make_unique<Value> (*other.value_) : nullptr)
    {
    }
    Rare (Rare&&) noexcept = default;
    Rare& operator= (Rare other) noexcept
    {
        value_ = std::move (other.value_);
        return *this;
    }
    ~Rare () = default;

    explicit operator bool () const noexcept { return value_ != nullptr; }
    bool has_value () const noexcept { return value_ != nullptr; }
    Value& operator* () noexcept { return *value_; }
    const Value& operator* () const noexcept { return *value_; }
    Value* operator->() noexcept { return value_.get (); }
    const Value* operator->() const noexcept { return value_.get (); }

private:
    std::unique_ptr<Value> value_;
};

} // namespace melstrom
