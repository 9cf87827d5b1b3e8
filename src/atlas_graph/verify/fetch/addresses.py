"""Whether the machine behind a name is a public one, asked at the moment of connecting to it.

The name is resolved once, every address in the answer is judged, and the connection goes to an address
out of that very answer: there is no second lookup that could say something else.
"""

from __future__ import annotations

import ipaddress
import os
import socket
import threading
from collections.abc import Callable, Sequence

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

#: From host and port to the addresses in the order in which they should be tried.
Resolver = Callable[[str, int], Sequence[str]]

LOOPBACK_VARIABLE = "ATLAS_GRAPH_ALLOW_LOOPBACK"

_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_GLOBAL_UNICAST = ipaddress.IPv6Network("2000::/3")
_NOT_PUBLIC = (
    ipaddress.IPv4Network("192.0.0.0/24"),  # protocol assignments; partly "global" in the registry
    ipaddress.IPv4Network("192.88.99.0/24"),  # relays into IPv6, withdrawn by RFC 7526
    ipaddress.IPv4Network("168.63.129.16/32"),  # in public space, but a cloud's own metadata service
)


class ForbiddenAddressError(Exception):
    """The host has an address that is not public; the message names both."""


class UnknownHostError(Exception):
    """The host has no address; ``again`` says that the name service itself had failed."""

    def __init__(self, message: str, *, again: bool = False) -> None:
        super().__init__(message)
        self.again = again


def is_public(address: IPAddress) -> bool:
    """Whether an address is one that anybody on the Internet could reach.

    An IPv6 address that carries an IPv4 address is judged by the latter.

    >>> [is_public(ipaddress.ip_address(a)) for a in ("8.8.8.8", "10.0.0.1", "::ffff:127.0.0.1")]
    [True, False, False]
    """
    if isinstance(address, ipaddress.IPv4Address):
        return (
            address.is_global
            and not address.is_multicast
            and not address.is_reserved
            and not any(address in network for network in _NOT_PUBLIC)
        )
    inner = _embedded(address)
    if inner is not None:
        return is_public(inner)
    return (
        address in _GLOBAL_UNICAST
        and address.is_global
        and not address.is_multicast
        and address.teredo is None
        and address.scope_id is None
    )


def is_loopback(address: IPAddress) -> bool:
    """Whether an address leads back to this machine (the unspecified address is not meant)."""
    inner = _embedded(address) if isinstance(address, ipaddress.IPv6Address) else None
    return (inner or address).is_loopback


def _embedded(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address.sixtofour is not None:
        return address.sixtofour
    if address in _NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return None


def loopback_allowed() -> bool:
    """Whether the user has let loopback through, which is meant for tests."""
    return os.environ.get(LOOPBACK_VARIABLE) == "1"


def literal(host: str) -> IPAddress | None:
    """The address that a host *is*, in any spelling that a resolver would take for one, else None.

    >>> [str(literal(h)) for h in ("127.0.0.1", "[::1]", "2130706433", "0177.1", "0x7f.0.0.1", "docs.org")]
    ['127.0.0.1', '::1', '127.0.0.1', '127.0.0.1', '127.0.0.1', 'None']
    """
    bare = host.removeprefix("[").removesuffix("]").removesuffix(".")
    try:
        return ipaddress.ip_address(bare)
    except ValueError:
        pass
    # The old short, decimal, octal and hexadecimal spellings of IPv4; a name has some other character.
    if bare and all(character in "0123456789abcdefxABCDEFX." for character in bare) and bare[0].isdigit():
        try:
            return ipaddress.IPv4Address(socket.inet_aton(bare))
        except OSError:
            return None
    return None


def system_resolver(host: str, port: int) -> list[str]:
    """Ask the operating system.

    :raises socket.gaierror: if the name has no address.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def resolve(host: str, port: int, timeout: float, resolver: Resolver = system_resolver) -> list[IPAddress]:
    """The addresses of a host, within a time: the system's own lookup cannot be told to hurry.

    :raises UnknownHostError: if there are none.
    :raises TimeoutError: if no answer came in ``timeout`` seconds.
    """
    known = literal(host)
    if known is not None:
        return [known]
    answer: list[str] = []
    error: list[Exception] = []

    def ask() -> None:
        try:
            answer.extend(resolver(host, port))
        except Exception as problem:  # handed to the thread that waits
            error.append(problem)

    # A daemon: a lookup that hangs must not keep the process from ending.
    asker = threading.Thread(target=ask, name=f"resolve {host}", daemon=True)
    asker.start()
    asker.join(timeout)
    if asker.is_alive():
        raise TimeoutError(f"looking up {host} took too long")
    if error:
        code = error[0].errno if isinstance(error[0], socket.gaierror) else None
        raise UnknownHostError(f"{host} has no address ({error[0]})", again=code == socket.EAI_AGAIN)
    if not answer:
        raise UnknownHostError(f"{host} has no address")
    return [ipaddress.ip_address(text) for text in answer]


def check(host: str, found: Sequence[IPAddress]) -> None:
    """Let a host pass only if *all* its addresses may be reached.

    :raises ForbiddenAddressError: otherwise.
    """
    for address in found:
        if is_public(address) or (loopback_allowed() and is_loopback(address)):
            continue
        if literal(host) == address:
            raise ForbiddenAddressError(f"{host} is not a public address")
        raise ForbiddenAddressError(f"{host} leads to {address}, which is not a public address")
