"""Which addresses are public, and what a host has to show for itself."""

from __future__ import annotations

import ipaddress

import pytest

from atlas_graph.verify.fetch import addresses

PUBLIC = [
    "8.8.8.8",
    "93.184.216.34",
    "1.1.1.1",
    "2606:4700::1111",
    "2a00:1450:4001::5",
    "64:ff9b::8.8.8.8",
    "2002:808:808::1",
]
NOT_PUBLIC = [
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "100.64.0.1",  # behind a carrier's NAT
    "127.0.0.1",
    "127.9.9.9",
    "168.63.129.16",
    "169.254.169.254",
    "172.16.0.1",
    "192.0.0.9",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "203.0.113.80",
    "224.0.0.1",
    "224.0.1.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::10.0.0.1",
    "64:ff9b::169.254.169.254",
    "64:ff9b:1::1",
    "100::1",
    "2001:db8::1",
    "2001::1",
    "2002:7f00:1::1",
    "2002:a00:1::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%1",
    "fec0::1",
    "ff02::1",
]


@pytest.mark.parametrize("text", PUBLIC)
def test_public(text: str) -> None:
    """An address that anybody can reach is public."""
    assert addresses.is_public(ipaddress.ip_address(text))


@pytest.mark.parametrize("text", NOT_PUBLIC)
def test_not_public(text: str) -> None:
    """An address of this machine, this network, a cloud's inside or nobody at all is not public."""
    assert not addresses.is_public(ipaddress.ip_address(text))


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.1", "127.0.0.1"),
        ("0x7f000001", "127.0.0.1"),
        ("017700000001", "127.0.0.1"),
        ("2852039166", "169.254.169.254"),
        ("0xa9.0xfe.0xa9.0xfe", "169.254.169.254"),
        ("127.0.0.1.", "127.0.0.1"),
        ("[::1]", "::1"),
        ("docs.example", "None"),
        ("face.example", "None"),
        ("1.docs.example", "None"),
        ("", "None"),
    ],
)
def test_an_address_in_disguise(host: str, address: str) -> None:
    """Every spelling that a resolver takes for an address is read as that address, and no name is."""
    assert str(addresses.literal(host)) == address


def test_only_loopback_can_be_let_through(monkeypatch: pytest.MonkeyPatch) -> None:
    """The user's word lets loopback through, in IPv6 too, and nothing else that is not public."""
    monkeypatch.setenv("ATLAS_GRAPH_ALLOW_LOOPBACK", "1")
    for text in ("127.0.0.1", "::1", "::ffff:127.0.0.1"):
        addresses.check("here", [ipaddress.ip_address(text)])
    for text in ("0.0.0.0", "10.0.0.1", "169.254.169.254", "::"):
        with pytest.raises(addresses.ForbiddenAddressError):
            addresses.check("there", [ipaddress.ip_address("127.0.0.1"), ipaddress.ip_address(text)])


def test_the_refusal_names_host_and_address() -> None:
    """A user learns which name led to which address."""
    with pytest.raises(addresses.ForbiddenAddressError, match=r"in\.example leads to 10\.0\.0\.1"):
        addresses.check("in.example", [ipaddress.ip_address("8.8.8.8"), ipaddress.ip_address("10.0.0.1")])
