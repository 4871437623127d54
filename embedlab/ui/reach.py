"""How far this server reaches. Beyond this machine: no file by path, smaller uploads, no error details.

That holds whatever the server was started with, so that one forgotten option opens nothing.
"""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

import streamlit as st
from streamlit import config  # `st.set_option` takes options of the client only

UPLOAD = 100  # MB for one file; on loopback the configuration allows twice as much


def enforce() -> None:
    """Make the limits of a server that others reach hold. First thing of every page."""
    if listens_beyond(st.get_option("server.address")):
        st.set_option("client.showErrorDetails", "none")
        if st.get_option("server.maxUploadSize") > UPLOAD:
            config.set_option("server.maxUploadSize", UPLOAD)


def is_local() -> bool:
    """Whether nobody but this machine is served, and this reader asked for it by one of its names for itself.

    A page elsewhere that has its name point to this machine, and a proxy that hands names on, ask for another host.
    """
    host = st.context.headers.get("Host")  # no browser, no header: the tests of pages
    asked = "localhost" if host is None else urlsplit(f"//{host}").hostname
    return not listens_beyond(st.get_option("server.address")) and _loopback(asked or "")


def listens_beyond(address: str | None) -> bool:
    """Whether a server at this address may be reached from elsewhere. Without an address it listens everywhere."""
    return not _loopback(address or "")


def _loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:  # a name, or a socket file behind a proxy
        return False
