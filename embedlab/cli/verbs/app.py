"""`app`: starts the app, on this machine only; with `--class` for a room."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

from embedlab.cli import options
from embedlab.cli.verb import Report, Verb
from embedlab.shipped import ROOT


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=options.positive, default=8501, help="default: %(default)s")
    parser.add_argument("--root", metavar="FOLDER", type=Path, help="files below it may be opened by path, of any size")
    parser.add_argument("--type", metavar="PIXELS", type=options.positive, help="size of the letters")
    parser.add_argument("--class", dest="room", action="store_true", help="for a room: prints the join link as QR code")
    parser.add_argument("--address", help="with --class: how the room reaches this machine, if the one found is wrong")
    parser.set_defaults(refuse=parser.error)


def _run(arguments: argparse.Namespace, _: Report) -> NoReturn:
    """Become the server, so that whoever ends this command ends it."""
    if arguments.json:
        arguments.refuse("--json: a server has no answer to print")
    if arguments.room and arguments.root:
        arguments.refuse("--root: in a class no file is opened by path")
    if arguments.address and not arguments.room:
        arguments.refuse("--address goes with --class; without it only this machine reaches the app")
    if arguments.root and not arguments.root.is_dir():
        arguments.refuse(f"--root: {arguments.root} is no folder")
    # glibc has up to eight places a core to take memory from, and each keeps what was in use: 20 MB more for a class.
    environment = {"MALLOC_ARENA_MAX": "2", **os.environ}
    if arguments.root:
        environment["EMBEDLAB_ROOT"] = str(arguments.root.resolve())
    # -P: a folder called embedlab where the person stands must not take the place of ours.
    command = [sys.executable, "-P", "-m", *(_class(arguments) if arguments.room else _app(arguments))]
    if os.name == "posix":
        os.execve(command[0], command, environment)
    sys.exit(subprocess.call(command, env=environment))  # Windows returns to the shell where a process is replaced


def _app(arguments: argparse.Namespace) -> list[str]:
    size = [f"--theme.baseFontSize={arguments.type}"] if arguments.type else []
    return ["streamlit", "run", str(ROOT / "app.py"), f"--server.port={arguments.port}", *size]


def _class(arguments: argparse.Namespace) -> list[str]:
    size = [f"--type={arguments.type}"] if arguments.type else []
    address = [f"--address={arguments.address}"] if arguments.address else []
    return ["embedlab.ui.open_class", f"--port={arguments.port}", *size, *address]


VERB = Verb(
    key="app",
    summary="start the app in the browser, on this machine only",
    add_arguments=_add_arguments,
    run=_run,
    show=str,
)
