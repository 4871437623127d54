"""One server and one Chromium for all browser tests; a page that fails its test on any script error."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Route, expect, sync_playwright

from tools.browser import ROOT, Server, find_chromium, launch

# Chromium says this whenever a layout takes two passes.
HARMLESS = re.compile(r"ResizeObserver loop")
# Opened by its own address, Streamlit first looks for its server below that address, and finds none.
LOOKS_FOR_ITSELF = re.compile(r"^https?://[^/]+/\w+/_stcore/(health|host-config)$")
APPS = Path(__file__).parent / "apps"
PATIENCE = 15_000  # milliseconds, also for what is expected: a busy machine needs more than Playwright's five seconds
expect.set_options(timeout=PATIENCE)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Every test of this folder carries the marker `browser`, and gets a second try, which the summary lists as RERUN.

    Over a thousand seconds on a busy machine one of hundreds of pages may answer late; a fault of ours comes back.
    """
    item.add_marker(pytest.mark.browser)
    item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """A failed test shows the end of its servers' logs."""
    report = yield
    if report.failed:
        serve = getattr(item, "funcargs", {}).get("serve")
        report.sections += [(f"log of {part.url}", part.log()) for part in getattr(serve, "started", {}).values()]
    return report


# Scope "package": Playwright keeps an event loop running, which the tests of other folders must not meet.
@pytest.fixture(scope="package")
def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Server]]:
    """`serve("linked_maps.py")` starts tests/browser/apps/linked_maps.py once and returns its Server."""
    started: dict[str, Server] = {}

    def start(app: str | Path, **environment: str) -> Server:
        key = f"{app} {sorted(environment.items())}"
        if key not in started:
            started[key] = Server(APPS / app, tmp_path_factory.mktemp("home"), **environment)
        return started[key]

    start.started = started  # for the report of a failed test
    yield start
    for server in started.values():
        server.close()


@pytest.fixture(scope="package")
def server(serve: Callable[..., Server]) -> Server:
    """The whole app, shared by all browser tests: `server.url`, `server.home` (also EMBEDLAB_ROOT), `server.log()`."""
    return serve(ROOT / "app.py")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One headless Chromium. Without one the tests are skipped; in CI they fail."""
    executable = find_chromium()
    if executable is None:
        give_up = pytest.fail if os.environ.get("CI") else pytest.skip
        give_up("no Chromium: install one, or set EMBEDLAB_CHROMIUM to its path")
    with sync_playwright() as playwright:
        chromium = launch(playwright, executable)
        yield chromium
        chromium.close()


@pytest.fixture
def faults() -> list[str]:
    """What the pages of this test did wrong so far; a test that provokes an error clears it."""
    return []


@pytest.fixture
def open_page(browser: Browser, faults: list[str]) -> Iterator[Callable[..., Page]]:
    """`open_page(width=390, height=844, locale="pt-BR", color_scheme="dark")`: a page of a fresh context.

    After the test no page may have raised, logged an error, or asked for anything outside this machine.
    """
    contexts = []

    def open_one(width: int = 1440, height: int = 900, locale: str = "en-US", **options: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, locale=locale, **options)
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.route(re.compile(r"^https?://(?!127\.0\.0\.1|localhost)"), lambda route: _refuse(route, faults))
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(f"page error: {error}"))
        page.on("console", lambda message: _note(message, faults))
        return page

    yield open_one
    for context in contexts:
        context.close()
    left = [fault for fault in faults if not HARMLESS.search(fault)]
    assert not left, "\n".join(left)


def _note(message: ConsoleMessage, faults: list[str]) -> None:
    own_404 = "status of 404" in message.text and LOOKS_FOR_ITSELF.search(message.location["url"])
    if message.type == "error" and not own_404:
        faults.append(message.text)


def _refuse(route: Route, faults: list[str]) -> None:
    faults.append(f"asked the network for {route.request.url}")
    route.abort()


@pytest.fixture
def browser_page(open_page: Callable[..., Page]) -> Page:
    """A page of 1440 x 900 in a fresh context, in English."""
    return open_page()
