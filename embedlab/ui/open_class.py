"""Opens the app to a room: `python -m embedlab.ui.open_class`, which `make class` calls.

The server then listens beyond this machine, so its limits are the safe ones: no file by path, smaller uploads.
"""

from __future__ import annotations

import argparse
import os
import secrets
import socket
import subprocess
import sys
from collections.abc import Sequence

from embedlab.shipped import ROOT
from embedlab.ui.classroom import LINK, TEACHER
from embedlab.ui.join_code import terminal_code
from embedlab.ui.reach import UPLOAD

NOWHERE = ("192.0.2.1", 9)  # RFC 5737: an address for documents; nothing is sent to it


def main(arguments: Sequence[str] | None = None) -> int:
    """Print how to come in, then become the server, so that whoever ends this ends it."""
    asked = _parser().parse_args(arguments)
    address = asked.address or own_address()
    word = secrets.token_urlsafe(9)
    link = f"http://{address}:{asked.port}"
    sys.stdout.write(f"{terminal_code(link)}\nThe class types   {link}\n")
    sys.stdout.write(f"The teacher opens {link}/classroom?teacher={word}\n\n")
    sys.stdout.flush()
    environment = {name: value for name, value in os.environ.items() if name != "EMBEDLAB_ROOT"}
    environment |= {TEACHER: word, LINK: link}
    server = command(address, asked.port, asked.type)
    if os.name == "posix":
        os.execve(server[0], server, environment)
    return subprocess.call(server, env=environment)  # Windows returns to the shell at once where a process is replaced


def command(address: str, port: int, size: int) -> list[str]:
    """How the server is started for a room. size: of the letters, in pixels."""
    options = {
        "server.address": "0.0.0.0",
        "server.port": port,
        "server.headless": "true",
        "server.maxUploadSize": UPLOAD,
        "browser.serverAddress": address,
        "theme.baseFontSize": size,
    }
    flags = [f"--{name}={value}" for name, value in options.items()]
    return [sys.executable, "-P", "-m", "streamlit", "run", str(ROOT / "app.py"), *flags]


def own_address() -> str:
    """The address by which others in the room reach this machine; loopback where there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(NOWHERE)
        except OSError:
            return "127.0.0.1"
        return probe.getsockname()[0]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m embedlab.ui.open_class", description="Open the app to a room.")
    parser.add_argument("--port", type=int, default=8501)
    parser.add_argument("--address", help="how the room reaches this machine, where the one found is not right")
    parser.add_argument("--type", type=int, default=20, help="size of the letters in pixels (default: 20)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
