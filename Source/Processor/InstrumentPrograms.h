// The programs that a host can choose by number, and its choice.
#pragma once

#include "Engine/Spec/Patch/Patch.h"

#include <atomic>
#include <cstdint>
#include <vector>

namespace melstrom
{

/** Init, then the factory patches in their order. Made on first use. Thread: any but audio. */
const std::vector<Patch>& instrumentPrograms ();

/** Index of the program with the patch's name; -1: none. Thread: any but audio. */
int programOf (const Patch& patch);

/** Numbers of the program that sounds and of the program that the host asked for.
    Some hosts choose program 0, or the program at the time of saving, after they set a state. So
    the first choice after a state counts as an echo, and is ignored, if it is program 0 and at most
    kEchoSeconds of sound were processed since. Threads: any, wait-free. */
class ProgramChoice
{
public:
    /** Hosts send the echo at once; a person takes longer. */
    static constexpr double kEchoSeconds = 0.5;

    /** A patch that is no program counts as program 0, because hosts require a valid number. */
    int toldToHost () const noexcept;
    int sounding () const noexcept { return sounding_; } ///< -1: none
    void setSounding (int program) noexcept { sounding_ = program; }

    /** False if the host's choice is an echo, sounds already, or was asked for already. */
    bool isNew (int program) noexcept;
    int asked () const noexcept { return asked_; } ///< not loaded yet; -1: none
    void ask (int program) noexcept { asked_ = program; }
    void forgetAsked () noexcept { asked_ = -1; }
    /** Keeps a program that was asked for after `program`. */
    void forgetAsked (int program) noexcept { asked_.compare_exchange_strong (program, -1); }

    /** rateHz: 0: not known. */
    void expectEcho (double rateHz) noexcept;
    void expectNoEcho () noexcept { echoSamples_ = 0; }
    void countSamples (int numSamples) noexcept; ///< thread: audio

private:
    std::atomic<int> sounding_ {-1}, asked_ {-1};
    std::atomic<std::int64_t> echoSamples_ {0}; ///< of sound left in which an echo may come
};

} // namespace melstrom
