"""Starts an app and a headless Chromium: what browser tests, benchmarks and screenshots share."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Any

from playwright.sync_api import Browser, Page, Playwright

ROOT = Path(__file__).resolve().parent.parent
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
# Software WebGL: no graphics card is needed, and the pixels do not depend on one.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
)
AS_MAKE = {"OMP_WAIT_POLICY": "passive", "MALLOC_ARENA_MAX": "2"}
# A run counts as ended when nothing has moved for this long: a rerun may follow a run at once.
QUIET_MS = 150
_IDLE = """(quiet) => {
  const app = document.querySelector('[data-testid="stApp"]');
  const busy = !app
    || app.dataset.testConnectionState !== 'CONNECTED'
    || app.dataset.testScriptState !== 'notRunning'
    || document.querySelector('[data-stale="true"], [data-testid="stSkeleton"]');
  const now = performance.now();
  if (busy) { window.__quietSince = null; return false; }
  window.__quietSince ??= now;
  return now - window.__quietSince >= quiet;
}"""


def find_chromium() -> str | None:
    """The path of a Chromium: EMBEDLAB_CHROMIUM, then the usual names and places; None where there is none."""
    named = os.environ.get("EMBEDLAB_CHROMIUM")
    if named:
        return named
    found = (shutil.which(name) for name in NAMES)
    return next((path for path in (*found, *PLACES) if path and Path(path).exists()), None)


def launch(playwright: Playwright, executable: str) -> Browser:
    """A headless Chromium with WebGL in software."""
    return playwright.chromium.launch(executable_path=executable, headless=True, args=list(FLAGS))


def wait_idle(page: Page, timeout: float = 30.0) -> None:
    """Wait until Streamlit is connected, no script runs and nothing on the page is stale. Seconds."""
    page.evaluate("window.__quietSince = null")
    page.wait_for_function(_IDLE, arg=QUIET_MS, polling=30, timeout=timeout * 1000)


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """`streamlit run` of one app in its own process group, on a free port of 127.0.0.1.

    `home` is its home folder and EMBEDLAB_ROOT: files to open by path are put there.
    Raises RuntimeError with the log when it does not answer within `timeout` seconds.
    """

    def __init__(self, app: Path, home: Path, timeout: float = 60.0, **environment: str) -> None:
        self.home = home
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log_path = home / f"server-{self.port}.log"
        folders = {"HOME": str(home), "USERPROFILE": str(home), "EMBEDLAB_ROOT": str(home)}
        with self.log_path.open("wb") as log:
            self.process = subprocess.Popen(
                self.command(app),
                cwd=ROOT,
                env=os.environ | AS_MAKE | {"PYTHONPATH": str(ROOT)} | folders | environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._wait(timeout)

    def command(self, app: Path) -> list[str]:
        """What is started."""
        options: dict[str, Any] = {
            "server.port": self.port,
            "server.address": "127.0.0.1",
            "server.headless": "true",
            "server.fileWatcherType": "none",
            "browser.gatherUsageStats": "false",
        }
        flags = [f"--{name}={value}" for name, value in options.items()]
        return [sys.executable, "-m", "streamlit", "run", str(app), *flags]

    def _wait(self, timeout: float) -> None:
        end = time.monotonic() + timeout
        while time.monotonic() < end and self.process.poll() is None:
            if self.answers():
                return
            time.sleep(0.05)
        self.close()
        raise RuntimeError(f"the server did not start; its log:\n{self.log()}")

    def answers(self) -> bool:
        """Whether the server is up."""
        try:
            with urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=5) as reply:
                return reply.status == 200
        except OSError:
            return False

    def log(self, characters: int = 6000) -> str:
        """The end of what the server has written."""
        return self.log_path.read_text("utf-8", "replace")[-characters:]

    def close(self) -> None:
        """End the server and whatever is left of its process group."""
        for number in (signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):
            try:
                os.killpg(self.process.pid, number)
                self.process.wait(8)
            except (ProcessLookupError, PermissionError):
                break
            except subprocess.TimeoutExpired:
                continue
        self.process.wait(8)

    def __enter__(self) -> Server:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _install() -> str | None:
    """Install Debian's Chromium where that may be done without asking; its path, or None."""
    as_root = [] if hasattr(os, "geteuid") and os.geteuid() == 0 else ["sudo", "-n"]
    if not shutil.which("apt-get") or (as_root and not shutil.which("sudo")):
        return None
    for arguments in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", "chromium"]):
        if subprocess.run([*as_root, "apt-get", *arguments]).returncode:
            return None
    return find_chromium()


def main() -> int:
    """Make sure that there is a Chromium. Without one browser tests are skipped, except in CI."""
    if find_chromium() or _install():
        return 0
    print(
        "No Chromium was found, and it could not be installed from the system's packages. Install Chromium or\n"
        "Google Chrome, or set EMBEDLAB_CHROMIUM to its path. Without it the browser tests are skipped.",
        file=sys.stderr,
    )
    return 1 if os.environ.get("CI") else 0


if __name__ == "__main__":
    raise SystemExit(main())
