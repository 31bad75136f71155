// Numbers, names and floats packed into bytes: the encoding of shard.bin.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace melstrom
{

/** Appends items to its text. */
class PackedText
{
public:
    explicit PackedText (std::string_view start) : text_ (start) {}
    const std::string& text () const& noexcept { return text_; }
    std::string text () && { return std::move (text_); }

    void bytes (std::string_view some) { text_ += some; }
    /** LEB128: seven bits a byte, the lowest first. */
    void number (std::uint64_t value);
    /** An index; -1, which means "not given", becomes 0. */
    void place (int index) { number (static_cast<std::uint64_t> (index + 1)); }
    /** Their number, then each as its number of bytes and the bytes. */
    void names (const std::vector<std::string>& names);
    void floats (std::span<const float> values);
    void word (std::uint32_t value); ///< little-endian

private:
    std::string text_;
};

/** Takes the items off the front of a text. Taking more than the text has makes it fail; then all
    results are 0 or empty. */
class PackedReader
{
public:
    explicit PackedReader (std::string_view text) : text_ (text) {}
    bool isSound () const noexcept { return isSound_; }
    bool isEmpty () const noexcept { return text_.empty (); }
    void refuseUnless (bool isSound) { isSound_ = isSound_ && isSound; }

    std::string_view bytes (std::uint64_t count);
    std::uint64_t number ();
    /** A place below `count`, or -1. */
    int place (std::size_t count);
    /** A count of items that take at least one byte each. */
    std::size_t count ();
    std::vector<std::string> names ();
    std::vector<float> floats ();
    std::uint32_t word ();

private:
    std::string_view text_;
    bool isSound_ = true;
};

} // namespace melstrom
