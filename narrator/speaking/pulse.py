"""A connection to PulseAudio or PipeWire: which output devices it has."""

from __future__ import annotations

import ctypes as c
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from narrator.audio import AmbiguousDevice, AudioError, NoSuchDevice
from narrator.speaking import pulse_library as pa

ANSWER_SECONDS = 3.0
"""A server that does not answer for so long is dead."""

TURN_MICROSECONDS = 30_000

HOST = "PulseAudio"
"""The host API that labels of these devices name."""

T = TypeVar("T")


class NoServer(AudioError):
    """There is no PulseAudio or PipeWire here, or it does not answer."""


@dataclass(frozen=True, slots=True)
class Sink:
    """An output device as the server knows it."""

    name: str
    description: str
    port: str | None  # the socket in use, such as headphones: a card has several, and switches by itself
    unplugged: bool  # the socket is known to be empty

    @property
    def label(self) -> str:
        """What is stored and finds it again."""
        return f"{self.name}, {HOST}"


class Connection:
    """One client of the server with a thread on which all of libpulse is called."""

    def __init__(self) -> None:
        """Connects. Raises NoServer."""
        library = pa.library()
        if library is None:
            raise NoServer("libpulse is not installed")
        self.pa: Any = library
        self.context: Any = None
        self.failed = threading.Event()
        self._ready = threading.Event()
        self._kept: list[Any] = []  # callbacks, for as long as the library may call them
        self._jobs: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._loop = self.pa.pa_mainloop_new()
        self._ended = False
        self._thread = threading.Thread(target=self._run, name="pulse", daemon=True)
        self._thread.start()
        self._jobs.put(self._connect)
        self.pa.pa_mainloop_wakeup(self._loop)
        if not self._ready.wait(ANSWER_SECONDS) or self.failed.is_set():
            self.close()
            raise NoServer("no PulseAudio or PipeWire answers")

    def keep(self, callback: T) -> T:
        """Hold on to a ctypes callback until the connection is closed."""
        self._kept.append(callback)
        return callback

    def call(self, job: Callable[[], T]) -> T:
        """Run a job on libpulse's thread and give its result. Raises NoServer when it does not come."""
        results: queue.SimpleQueue[T | BaseException] = queue.SimpleQueue()

        def run() -> None:
            try:
                results.put(job())
            except BaseException as error:
                results.put(error)

        if self.failed.is_set():
            raise NoServer("the sound server is gone")
        self._jobs.put(run)
        self.pa.pa_mainloop_wakeup(self._loop)
        try:
            result = results.get(timeout=ANSWER_SECONDS)
        except queue.Empty:
            raise NoServer("the sound server does not answer") from None
        if isinstance(result, BaseException):
            raise result
        return result

    def sinks(self) -> list[Sink]:
        """All output devices. Raises NoServer."""
        found: list[Sink] = []
        over = threading.Event()

        def told(_context: Any, info: Any, end: int, _data: Any) -> None:
            if end:
                over.set()
            else:
                found.append(sink_of(c.cast(info, c.POINTER(pa.SinkInfo)).contents))

        callback = pa.TOLD(told)
        self._ask(lambda: self.pa.pa_context_get_sink_info_list(self.context, callback, None), over, callback)
        return found

    def default_sink(self) -> str:
        """The name of the device that streams go to which name none. Raises NoServer."""
        names: list[str] = []
        over = threading.Event()

        def served(_context: Any, info: Any, _data: Any) -> None:
            if info:
                names.append(text_of(c.cast(info, c.POINTER(pa.ServerInfo)).contents.default_sink_name))
            over.set()

        callback = pa.SERVED(served)
        self._ask(lambda: self.pa.pa_context_get_server_info(self.context, callback, None), over, callback)
        return names[0] if names else ""

    def _ask(self, start: Callable[[], Any], over: threading.Event, callback: Any) -> None:
        self.keep(callback)
        operation = self.call(start)
        if not operation or not over.wait(ANSWER_SECONDS):
            raise NoServer("the sound server does not answer")
        self.call(lambda: self.pa.pa_operation_unref(operation))

    def close(self) -> None:
        """Disconnect and end the thread."""
        if not self._ended:
            self._ended = True
            self.pa.pa_mainloop_wakeup(self._loop)
            if threading.current_thread() is not self._thread:
                self._thread.join(ANSWER_SECONDS)

    def _connect(self) -> None:
        self.context = self.pa.pa_context_new(self.pa.pa_mainloop_get_api(self._loop), b"narrator")

        def changed(context: Any, _data: Any) -> None:
            state = self.pa.pa_context_get_state(context)
            if state in (pa.CONTEXT_FAILED, pa.CONTEXT_TERMINATED):
                self.failed.set()
                self._ready.set()
            elif state == pa.CONTEXT_READY:
                self._ready.set()

        self.pa.pa_context_set_state_callback(self.context, self.keep(pa.NOTIFY(changed)), None)
        if self.pa.pa_context_connect(self.context, None, pa.NO_AUTOSPAWN, None) < 0:
            self.failed.set()
            self._ready.set()

    def _run(self) -> None:
        while not self._ended:
            while not self._jobs.empty():
                self._jobs.get()()
            # A wake-up that comes just before the poll is lost: poll for a short time only.
            ready = self.pa.pa_mainloop_prepare(self._loop, TURN_MICROSECONDS) >= 0
            if not ready or self.pa.pa_mainloop_poll(self._loop) < 0:
                self.failed.set()
                break
            self.pa.pa_mainloop_dispatch(self._loop)
        if self.context:
            self.pa.pa_context_disconnect(self.context)
            self.pa.pa_context_unref(self.context)
        self.pa.pa_mainloop_free(self._loop)


def sinks() -> list[Sink]:
    """All output devices of the server; none where there is no server."""
    try:
        connection = Connection()
    except NoServer:
        return []
    try:
        return connection.sinks()
    except NoServer:
        return []
    finally:
        connection.close()


def default_sink() -> str:
    """The server's default output device. Raises NoServer."""
    connection = Connection()
    try:
        return connection.default_sink()
    finally:
        connection.close()


def choose_sink(known: list[Sink], wanted: str) -> Sink:
    """The one device that `wanted` means: its label, name or description, or a part of one.

    Raises NoSuchDevice, AmbiguousDevice."""
    folded = wanted.strip().casefold()
    for matches in (
        [sink for sink in known if folded in (sink.label.casefold(), sink.name.casefold())],
        [sink for sink in known if folded == sink.description.casefold()],
        [sink for sink in known if folded and folded in f"{sink.name} {sink.description}".casefold()],
    ):
        if len(matches) == 1:
            return matches[0]
        if matches:
            names = "; ".join(sink.label for sink in matches)
            raise AmbiguousDevice(f'"{wanted}" could be any of these output devices: {names}')
    names = "; ".join(sink.label for sink in known) or "none"
    raise NoSuchDevice(f'no output device is called "{wanted}"; there are: {names}')


def sink_of(info: pa.SinkInfo) -> Sink:
    """What the server told, in our words."""
    port = info.active_port.contents if info.active_port else None
    return Sink(
        name=text_of(info.name),
        description=text_of(info.description),
        port=text_of(port.name) if port else None,
        unplugged=bool(port and port.available == pa.PORT_UNPLUGGED),
    )


def text_of(value: bytes | None) -> str:
    """A string of the library's."""
    return value.decode("utf-8", "replace") if value else ""
