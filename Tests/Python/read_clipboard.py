#!/usr/bin/env python3
"""Reads the selection CLIPBOARD of the X display through Xlib, as another program would.

Usage: read_clipboard.py TARGET FILE    writes the content; for TARGETS, one name a line
Exit: 0 read, 1 nobody offers it.
"""
import ctypes
import sys

X = ctypes.CDLL ("libX11.so.6")
Window = Atom = ctypes.c_ulong
SELECTION_NOTIFY, PROPERTY_NOTIFY, PROPERTY_CHANGE_MASK = 31, 28, 1 << 22


class Selection (ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
                ("display", ctypes.c_void_p), ("requestor", Window), ("selection", Atom),
                ("target", Atom), ("property", Atom), ("time", ctypes.c_ulong)]


class Property (ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
                ("display", ctypes.c_void_p), ("window", Window), ("atom", Atom),
                ("time", ctypes.c_ulong), ("state", ctypes.c_int)]


class Event (ctypes.Union):
    _fields_ = [("selection", Selection), ("property", Property), ("pad", ctypes.c_long * 24)]


X.XOpenDisplay.restype = ctypes.c_void_p
X.XDefaultRootWindow.restype = X.XCreateSimpleWindow.restype = X.XInternAtom.restype = Window
X.XGetAtomName.restype = ctypes.c_char_p
display = ctypes.c_void_p (X.XOpenDisplay (None))
root = Window (X.XDefaultRootWindow (display))
window = Window (X.XCreateSimpleWindow (display, root, 0, 0, 1, 1, 0, Window (0), Window (0)))
X.XSelectInput (display, window, ctypes.c_long (PROPERTY_CHANGE_MASK))


def atom (name):
    return Atom (X.XInternAtom (display, name.encode (), 0))


def wait_for (kind):
    event = Event ()
    while True:
        X.XNextEvent (display, ctypes.byref (event))
        if event.selection.type == kind:
            return event


def take_property ():
    """Type, bits and bytes of the property; deletes it."""
    kind, bits, count, left = Atom (), ctypes.c_int (), ctypes.c_ulong (), ctypes.c_ulong ()
    data = ctypes.POINTER (ctypes.c_ubyte) ()
    X.XGetWindowProperty (display, window, place, ctypes.c_long (0), ctypes.c_long (1 << 28), 1, Atom (0),
                          ctypes.byref (kind), ctypes.byref (bits), ctypes.byref (count),
                          ctypes.byref (left), ctypes.byref (data))
    each = {8: 1, 16: 2, 32: ctypes.sizeof (ctypes.c_long), 0: 0}[bits.value]
    content = ctypes.string_at (data, count.value * each) if count.value else b""
    X.XFree (data)
    return kind.value, content


place = atom ("MELSTROM_TEST")
X.XConvertSelection (display, atom ("CLIPBOARD"), atom (sys.argv[1]), place, window, ctypes.c_ulong (0))
if wait_for (SELECTION_NOTIFY).selection.property == 0:
    sys.exit (1)
kind, content = take_property ()
if kind == atom ("INCR").value:
    content = b""
    while True:
        event = wait_for (PROPERTY_NOTIFY)
        if event.property.atom != place.value or event.property.state != 0:
            continue
        piece = take_property ()[1]
        if not piece:
            break
        content += piece
elif kind == 4: # atoms
    names = [X.XGetAtomName (display, Atom (int.from_bytes (content[n:n + 8], sys.byteorder))) for n in range (0, len (content), 8)]
    content = b"\n".join (names)
open (sys.argv[2], "wb").write (content)
