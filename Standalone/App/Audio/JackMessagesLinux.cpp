#include "Standalone/App/Audio/JackMessages.h"

#include <juce_core/juce_core.h>

#if JUCE_LINUX || JUCE_BSD
    #include <dlfcn.h>
#endif

namespace melstrom
{

#if JUCE_LINUX || JUCE_BSD

void silenceJack ()
{
    using Listener = void (*) (const char* text);
    using Set = void (*) (Listener);
    void* library = nullptr; // stays open, because JUCE opens it as well
    for (const char* const name : {"libjack.so.0", "libjack.so"}) // JUCE's names, in its order
        if (library == nullptr)
            library = dlopen (name, RTLD_LAZY);
    if (library == nullptr)
        return;
    for (const char* const name : {"jack_set_error_function", "jack_set_info_function"})
        if (auto* const set = reinterpret_cast<Set> (dlsym (library, name)))
            set ([] (const char*) {});
}

#else

void silenceJack () {}

#endif

} // namespace melstrom
