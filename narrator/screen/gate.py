"""Who may be the judge's phone: one token a time, one device a time, and no guessing. Pure; the clock comes in."""

from __future__ import annotations

import hmac
import ipaddress
import secrets
import threading
from collections import OrderedDict, deque
from enum import Enum

TRIES, WINDOW = 5, 60.0
"""After so many wrong tokens in so many seconds a device has to wait until they have passed. Each device for itself:
nobody can keep the judge out by guessing."""
DEVICES = 256
"""Devices whose tries are remembered; past that many the oldest are forgotten."""
BITS = 128


class Knock(str, Enum):
    """What became of a try to come in."""

    WELCOME = "welcome"
    REFUSED = "refused"  # wrong, or used before
    BUSY = "busy"  # right once, but another judge has come in with it
    SLOW = "slow"  # too many wrong tries


class Gate:
    """A token lets one device in, once; a new token (made at the terminal only) puts the old device out."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._token = ""
        self._used = ""
        self._session = ""
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()

    def invite(self) -> str:
        """A new token. The device that was in is out."""
        with self._lock:
            self._token, self._used, self._session = secrets.token_urlsafe(BITS // 8), "", ""
            return self._token

    @property
    def taken(self) -> bool:
        """Is a device in?"""
        with self._lock:
            return bool(self._session)

    def enter(self, token: str, now: float, device: str = "") -> tuple[Knock, str]:
        """Knock with a token: what becomes of it, and the session's secret for the cookie. `device`: its address."""
        with self._lock:
            wrong = self._tries(device, now)
            if len(wrong) >= TRIES:
                return Knock.SLOW, ""
            if self._token and same(token, self._token):
                self._token, self._used = "", token
                self._session = secrets.token_urlsafe(BITS // 8)
                return Knock.WELCOME, self._session
            wrong.append(now)
            if self._used and same(token, self._used):
                return Knock.BUSY, ""
            return Knock.REFUSED, ""

    def _tries(self, device: str, now: float) -> deque[float]:
        wrong = self._wrong.setdefault(device, deque())
        self._wrong.move_to_end(device)
        if len(self._wrong) > DEVICES:
            self._wrong.popitem(last=False)
        while wrong and wrong[0] <= now - WINDOW:
            wrong.popleft()
        return wrong

    def knows(self, session: str) -> bool:
        """Is this the cookie of the device that is in?"""
        with self._lock:
            return bool(self._session) and same(session, self._session)


def same(one: str, other: str) -> bool:
    """Equality that takes the same time wherever they differ."""
    return hmac.compare_digest(one.encode(), other.encode())


def is_local(address: str) -> bool:
    """Is this an address of a local network (private, link-local) or of this machine?"""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(known, ipaddress.IPv6Address) and known.ipv4_mapped is not None:
        known = known.ipv4_mapped
    return (known.is_private or known.is_link_local or known.is_loopback) and not known.is_unspecified
