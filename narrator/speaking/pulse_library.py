"""The few calls of libpulse that the earpiece needs, through ctypes; PipeWire brings the same library."""

from __future__ import annotations

import ctypes as c
import sys
from functools import cache
from typing import Any

CONTEXT_READY, CONTEXT_FAILED, CONTEXT_TERMINATED = 4, 5, 6
STREAM_READY, STREAM_FAILED, STREAM_TERMINATED = 2, 3, 4
SUBSCRIBE_SINK = 0x0001
NO_AUTOSPAWN = 0x0001
FLOAT32 = 5 if sys.byteorder == "little" else 6
PORT_UNPLUGGED = 1

INTERPOLATE_TIMING, AUTO_TIMING_UPDATE = 0x0002, 0x0008
DONT_MOVE = 0x0200
ADJUST_LATENCY, EARLY_REQUESTS = 0x2000, 0x4000

NOTIFY = c.CFUNCTYPE(None, c.c_void_p, c.c_void_p)
REQUEST = c.CFUNCTYPE(None, c.c_void_p, c.c_size_t, c.c_void_p)
SUBSCRIBED = c.CFUNCTYPE(None, c.c_void_p, c.c_int, c.c_uint32, c.c_void_p)
TOLD = c.CFUNCTYPE(None, c.c_void_p, c.c_void_p, c.c_int, c.c_void_p)
SERVED = c.CFUNCTYPE(None, c.c_void_p, c.c_void_p, c.c_void_p)


class SampleSpec(c.Structure):
    _fields_ = (("format", c.c_int), ("rate", c.c_uint32), ("channels", c.c_uint8))


class BufferAttr(c.Structure):
    _fields_ = tuple((name, c.c_uint32) for name in ("maxlength", "tlength", "prebuf", "minreq", "fragsize"))


class _Channels(c.Structure):
    """A channel map and a volume have the same shape."""

    _fields_ = (("channels", c.c_uint8), ("values", c.c_uint32 * 32))


class PortInfo(c.Structure):
    _fields_ = (
        ("name", c.c_char_p),
        ("description", c.c_char_p),
        ("priority", c.c_uint32),
        ("available", c.c_int),
    )


class SinkInfo(c.Structure):
    _fields_ = (
        ("name", c.c_char_p),
        ("index", c.c_uint32),
        ("description", c.c_char_p),
        ("sample_spec", SampleSpec),
        ("channel_map", _Channels),
        ("owner_module", c.c_uint32),
        ("volume", _Channels),
        ("mute", c.c_int),
        ("monitor_source", c.c_uint32),
        ("monitor_source_name", c.c_char_p),
        ("latency", c.c_uint64),
        ("driver", c.c_char_p),
        ("flags", c.c_int),
        ("proplist", c.c_void_p),
        ("configured_latency", c.c_uint64),
        ("base_volume", c.c_uint32),
        ("state", c.c_int),
        ("n_volume_steps", c.c_uint32),
        ("card", c.c_uint32),
        ("n_ports", c.c_uint32),
        ("ports", c.c_void_p),
        ("active_port", c.POINTER(PortInfo)),
    )


class ServerInfo(c.Structure):
    _fields_ = (
        ("user_name", c.c_char_p),
        ("host_name", c.c_char_p),
        ("server_version", c.c_char_p),
        ("server_name", c.c_char_p),
        ("sample_spec", SampleSpec),
        ("default_sink_name", c.c_char_p),
    )


_P, _S, _I, _U = c.c_void_p, c.c_char_p, c.c_int, c.c_uint32

_CALLS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "pa_mainloop_new": (_P, ()),
    "pa_mainloop_free": (None, (_P,)),
    "pa_mainloop_get_api": (_P, (_P,)),
    "pa_mainloop_prepare": (_I, (_P, _I)),
    "pa_mainloop_poll": (_I, (_P,)),
    "pa_mainloop_dispatch": (_I, (_P,)),
    "pa_mainloop_wakeup": (None, (_P,)),
    "pa_context_new": (_P, (_P, _S)),
    "pa_context_set_state_callback": (None, (_P, NOTIFY, _P)),
    "pa_context_connect": (_I, (_P, _S, _I, _P)),
    "pa_context_get_state": (_I, (_P,)),
    "pa_context_disconnect": (None, (_P,)),
    "pa_context_unref": (None, (_P,)),
    "pa_context_get_sink_info_list": (_P, (_P, TOLD, _P)),
    "pa_context_get_server_info": (_P, (_P, SERVED, _P)),
    "pa_context_set_subscribe_callback": (None, (_P, SUBSCRIBED, _P)),
    "pa_context_subscribe": (_P, (_P, _I, _P, _P)),
    "pa_operation_unref": (None, (_P,)),
    "pa_stream_new": (_P, (_P, _S, c.POINTER(SampleSpec), _P)),
    "pa_stream_set_state_callback": (None, (_P, NOTIFY, _P)),
    "pa_stream_set_write_callback": (None, (_P, REQUEST, _P)),
    "pa_stream_set_moved_callback": (None, (_P, NOTIFY, _P)),
    "pa_stream_connect_playback": (_I, (_P, _S, c.POINTER(BufferAttr), _I, _P, _P)),
    "pa_stream_get_state": (_I, (_P,)),
    "pa_stream_get_device_name": (_S, (_P,)),
    "pa_stream_get_latency": (_I, (_P, c.POINTER(c.c_uint64), c.POINTER(_I))),
    "pa_stream_write": (_I, (_P, _P, c.c_size_t, _P, c.c_int64, _I)),
    "pa_stream_disconnect": (_I, (_P,)),
    "pa_stream_unref": (None, (_P,)),
}


@cache
def library() -> Any | None:
    """libpulse with its signatures, or None on machines without."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        loaded = c.CDLL("libpulse.so.0")
        for name, (result, arguments) in _CALLS.items():
            call = getattr(loaded, name)
            call.restype, call.argtypes = result, arguments
    except (OSError, AttributeError):
        return None
    return loaded
