// The numbers behind the reverb: how long its lines are, and what each takes away at a pass.
#pragma once

#include <array>

namespace melstrom
{

inline constexpr int kReverbLines = 16;
/** Where `time` is measured: between the octaves that ISO 3382 takes the mean of. */
inline constexpr double kReverbMiddleHz = 700;
inline constexpr double kReverbHighHz = 8000; ///< where `damping` is measured

/** All-passes before the lines: Dattorro's delays at his rate; the right side's are longer, so that
   a sound in the middle opens up. */
inline constexpr int kReverbDiffusers = 4;
inline constexpr std::array<double, kReverbDiffusers> kReverbDiffuserSeconds {0.00477, 0.00360,
                                                                              0.01273, 0.00931};
inline constexpr double kReverbRightLonger = 1.07;
inline constexpr float kReverbDiffusion = 0.6f;

/** How the outputs weigh the lines. Orthogonal within the even lines and within the odd ones; each
   as far from every row of the Hadamard matrix as can be (a product of 4 with all: a bent
   sequence), for a row would hear the network gather in a single line. */
inline constexpr std::array<float, kReverbLines> kReverbLeftSigns {1,  -1, -1, 1, -1, -1, -1, -1,
                                                                   -1, -1, 1,  1, 1,  -1, 1,  -1};
inline constexpr std::array<float, kReverbLines> kReverbRightSigns {1,  1, -1, -1, 1,  -1, -1, 1,
                                                                    -1, 1, -1, 1,  -1, -1, -1, -1};

/** Primes, a constant ratio apart from 31 to 83 ms, so that echoes meet as late as they can. Sum:
   0.85 s, which holds enough modes for times of several seconds. Source: Schroeder 1962, "Natural
   sounding artificial reverberation" (density of modes). */
std::array<int, kReverbLines> reverbLineSamples (double sampleRateHz);

/** Echoes of the walls nearest by: a constant ratio apart. Tap j falls off with the root of its
    time, and the squares of all gains add up to 1. Even taps hear their own side, odd ones the other.
    The right side's taps come kReverbRightLonger later. */
inline constexpr int kReverbEarlyTaps = 8;
inline constexpr double kReverbEarlyFirstSeconds = 0.0023, kReverbEarlyLastSeconds = 0.037;
/** Of the energy of a steady noise: a quarter, 4.8 dB less than the tail. */
inline constexpr double kReverbEarlyShare = 0.25;
struct ReverbEarly
{
    std::array<std::array<int, kReverbEarlyTaps>, 2> samples {}; ///< side, tap
    std::array<float, kReverbEarlyTaps> gains {};
};
ReverbEarly reverbEarly (double sampleRateHz);

/** How far a line's length swings to either side, and how often: line i at kReverbSwingHz 2^(i / 16).
    A pass bends the pitch by 9 cents at most. Swings move the lines' modes through each other, so
    that no mode stands out; that takes 0.5 ms in all lines (1 ms in half of them leaves peaks 1 dB
    higher). Source: Dattorro 1997, part 1. */
inline constexpr double kReverbSwingSeconds = 0.0005, kReverbSwingHz = 0.7;

/** y[n] = gain x[n] + pole y[n - 1], at the end of a line. */
struct ReverbLoss
{
    float gain = 0, pole = 0;
};

/** Of a line, for `timeSeconds` until -60 dB at kReverbMiddleHz and about (1 - 0.85 damping) of that
    at kReverbHighHz; at 0 Hz at most twice as long.
    damping  0 .. 1
    thread   any; allocates nothing
    source   Jot & Chaigne 1991, "Digital delay networks for designing artificial reverberators"; the
             pole is that of the one-pole low-pass whose gains at 0 Hz and kReverbHighHz are as the
             two times ask */
ReverbLoss reverbLoss (int lineSamples, double sampleRateHz, double timeSeconds,
                       double damping) noexcept;

} // namespace melstrom
