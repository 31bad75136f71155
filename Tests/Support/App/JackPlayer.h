// A JACK client of the test that plays a known sound into another client.
#pragma once

#include <jack/jack.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <dlfcn.h>
#include <string>
#include <utility>
#include <vector>

namespace melstrom::testing
{

using StereoSamples = std::array<std::vector<float>, 2>; ///< left, right; of the same length

/** libjack's functions, as JUCE finds them: the program runs without the library, too. */
struct JackLibrary
{
    template <typename Function>
    static Function* find (const char* name)
    {
        static void* const library = dlopen ("libjack.so.0", RTLD_LAZY);
        return library == nullptr ? nullptr : reinterpret_cast<Function*> (dlsym (library, name));
    }
    bool isThere () const noexcept { return open != nullptr; }

    decltype (::jack_client_open)* open = find<decltype (::jack_client_open)> ("jack_client_open");
    decltype (::jack_client_close)* close =
        find<decltype (::jack_client_close)> ("jack_client_close");
    decltype (::jack_activate)* activate = find<decltype (::jack_activate)> ("jack_activate");
    decltype (::jack_connect)* connect = find<decltype (::jack_connect)> ("jack_connect");
    decltype (::jack_port_register)* addPort =
        find<decltype (::jack_port_register)> ("jack_port_register");
    decltype (::jack_port_name)* portName = find<decltype (::jack_port_name)> ("jack_port_name");
    decltype (::jack_port_get_buffer)* buffer =
        find<decltype (::jack_port_get_buffer)> ("jack_port_get_buffer");
    decltype (::jack_on_shutdown)* onShutdown =
        find<decltype (::jack_on_shutdown)> ("jack_on_shutdown");
    decltype (::jack_set_process_callback)* onProcess =
        find<decltype (::jack_set_process_callback)> ("jack_set_process_callback");
    decltype (::jack_set_xrun_callback)* onXrun =
        find<decltype (::jack_set_xrun_callback)> ("jack_set_xrun_callback");
    decltype (::jack_set_error_function)* onError =
        find<decltype (::jack_set_error_function)> ("jack_set_error_function");
    decltype (::jack_set_info_function)* onInfo =
        find<decltype (::jack_set_info_function)> ("jack_set_info_function");
};

/** Silent until `play`. Thread: the test's. */
class JackPlayer
{
public:
    /** Tries once to reach the server of $JACK_DEFAULT_SERVER. */
    explicit JackPlayer (StereoSamples sound) : sound_ (std::move (sound))
    {
        if (! jack_.isThere ())
            return;
        const auto beQuiet = [] (const char*) {}; // a server that is not there yet is no fault
        jack_.onError (beQuiet);
        jack_.onInfo (beQuiet);
        client_ = jack_.open ("player", JackNoStartServer, nullptr);
        if (client_ == nullptr)
            return;
        for (std::size_t channel = 0; channel < ports_.size (); ++channel)
            ports_[channel] = jack_.addPort (client_, channel == 0 ? "left" : "right",
                                             JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput, 0);
        jack_.onProcess (client_, process, this);
        jack_.onXrun (client_, countXrun, this);
        jack_.onShutdown (client_, noteEnd, this);
        jack_.activate (client_);
    }
    /** A client whose server has ended is left to libjack: it deletes such clients itself when the
        next client is opened. */
    ~JackPlayer ()
    {
        if (client_ != nullptr && ! hasEnded_)
            jack_.close (client_);
    }
    JackPlayer (const JackPlayer&) = delete;
    JackPlayer& operator= (const JackPlayer&) = delete;

    bool isOpen () const noexcept { return client_ != nullptr; }
    /** Left to in_1, right to in_2. */
    bool connectTo (const std::string& client)
    {
        bool isDone = true;
        for (std::size_t channel = 0; channel < ports_.size (); ++channel)
        {
            const auto input = client + ":in_" + std::to_string (channel + 1);
            isDone =
                jack_.connect (client_, jack_.portName (ports_[channel]), input.c_str ()) == 0 &&
                isDone;
        }
        return isDone;
    }

    const StereoSamples& sound () const noexcept { return sound_; }
    void play () { isPlaying_ = true; } ///< the sound, once, from the next period on
    bool isOver () const noexcept { return numPlayed_ == sound_[0].size (); }
    bool hasEnded () const noexcept { return hasEnded_; } ///< the server
    /** As libjack told this client since its start. */
    int numXruns () const noexcept { return numXruns_; }

private:
    static int process (jack_nframes_t numSamples, void* object) noexcept
    {
        static_cast<JackPlayer*> (object)->write (numSamples);
        return 0;
    }
    static int countXrun (void* object) noexcept
    {
        ++static_cast<JackPlayer*> (object)->numXruns_;
        return 0;
    }
    static void noteEnd (void* object) noexcept
    {
        static_cast<JackPlayer*> (object)->hasEnded_ = true;
    }
    /** Thread: libjack's, which calls for each period. */
    void write (std::size_t numSamples) noexcept
    {
        const std::size_t begin = numPlayed_;
        const auto count =
            isPlaying_ ? std::min (numSamples, sound_[0].size () - begin) : std::size_t {0};
        for (std::size_t channel = 0; channel < ports_.size (); ++channel)
        {
            auto* const to = static_cast<float*> (
                jack_.buffer (ports_[channel], static_cast<jack_nframes_t> (numSamples)));
            std::copy_n (sound_[channel].data () + begin, count, to);
            std::fill_n (to + count, numSamples - count, 0.0f);
        }
        numPlayed_ = begin + count;
    }

    const JackLibrary jack_;
    const StereoSamples sound_;
    jack_client_t* client_ = nullptr;
    std::array<jack_port_t*, 2> ports_ {};
    std::atomic<bool> isPlaying_ {false}, hasEnded_ {false};
    std::atomic<std::size_t> numPlayed_ {0};
    std::atomic<int> numXruns_ {0};
};

} // namespace melstrom::testing
