"""Mouse and keyboard input on an X11 screen, by libX11 and libXtst."""

import ctypes
import time

CONTROL, RIGHT = 0xffe3, 0xff53  # keysymdef.h
VIEWABLE = 2


class Attributes(ctypes.Structure):
    """XWindowAttributes of Xlib.h."""
    _fields_ = ([(name, ctypes.c_int) for name in ("x", "y", "width", "height", "border", "depth")]
                + [("visual", ctypes.c_void_p), ("root", ctypes.c_ulong)]
                + [(name, ctypes.c_int) for name in ("kind", "bits", "gravity", "store")]
                + [("planes", ctypes.c_ulong), ("pixel", ctypes.c_ulong), ("under", ctypes.c_int),
                   ("colours", ctypes.c_ulong), ("installed", ctypes.c_int), ("state", ctypes.c_int)]
                + [(name, ctypes.c_long) for name in ("all", "your", "not")]
                + [("override", ctypes.c_int), ("screen", ctypes.c_void_p)])


class Screen:
    """The screen of DISPLAY. Fails: OSError, without libraries or screen."""

    def __init__(self):
        self.x11, self.test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
        # A window may disappear during a query. Xlib's default error handler would end the program.
        self.on_error = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda display, event: 0)
        self.x11.XSetErrorHandler(self.on_error)
        self.x11.XOpenDisplay.restype = ctypes.c_void_p
        self.x11.XDefaultRootWindow.restype = ctypes.c_ulong
        self.display = ctypes.c_void_p(self.x11.XOpenDisplay(None))
        if not self.display:
            raise OSError("the screen of DISPLAY cannot be opened")
        self.root = ctypes.c_ulong(self.x11.XDefaultRootWindow(self.display))

    def close(self):
        self.x11.XCloseDisplay(self.display)

    def windows(self):
        """(x, y, width, height) of each visible window."""
        parent, root, count = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_uint()
        children = ctypes.POINTER(ctypes.c_ulong)()
        self.x11.XQueryTree(self.display, self.root, ctypes.byref(root), ctypes.byref(parent),
                            ctypes.byref(children), ctypes.byref(count))
        found = []
        for index in range(count.value):
            seen = Attributes()
            self.x11.XGetWindowAttributes(self.display, ctypes.c_ulong(children[index]), ctypes.byref(seen))
            if seen.state == VIEWABLE:
                found.append((seen.x, seen.y, seen.width, seen.height))
        if children:
            self.x11.XFree(children)
        return found

    def large_window(self, width, height, seconds=60):
        """The first window of at least that size, as soon as it exists; None if none appears in
        time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for window in self.windows():
                if window[2] >= width and window[3] >= height:
                    return window
            time.sleep(0.1)
        return None

    def click(self, x, y):
        self.test.XTestFakeMotionEvent(self.display, -1, x, y, 0)
        for is_down in (1, 0):
            self._flush(0.1)
            self.test.XTestFakeButtonEvent(self.display, 1, is_down, 0)
        self._flush(0.3)

    def press(self, *symbols):
        """Presses keys together and releases them in reverse order."""
        codes = [self.x11.XKeysymToKeycode(self.display, ctypes.c_ulong(symbol)) for symbol in symbols]
        for code in codes:
            self.test.XTestFakeKeyEvent(self.display, code, 1, 0)
            self._flush(0.05)
        for code in reversed(codes):
            self.test.XTestFakeKeyEvent(self.display, code, 0, 0)
            self._flush(0.05)

    def _flush(self, seconds):
        self.x11.XFlush(self.display)
        time.sleep(seconds)
