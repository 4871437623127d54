"""Opening pages of the app."""

from playwright.sync_api import Page

from tools.browser import wait_idle

_NOT_FOUND = "Failed to load resource: the server responded with a status of 404 (Not Found)"


def open_at(page: Page, url: str, faults: list[str]) -> None:
    """Open a page by its own address. Streamlit then first looks for its server below it: those 404s are no faults."""
    page.goto(url)
    wait_idle(page, 60)
    faults[:] = [fault for fault in faults if fault != _NOT_FOUND]


def scrolls_sideways(page: Page) -> bool:
    """Whether any part of the page is wider than the window."""
    return page.evaluate(
        "[document.documentElement, document.querySelector('[data-testid=stMain]')]"
        ".some(part => part.scrollWidth > part.clientWidth)"
    )


def columns(page: Page, number: int) -> list[list[str]]:
    """The cells of the table of that number on the page, by column, without what escaping added."""
    rows = page.get_by_test_id("stMain").locator("table").nth(number).locator("tbody tr")
    cells = rows.evaluate_all("rows => rows.map(row => [...row.children].map(cell => cell.innerText.trim()))")
    return [[cell.replace("\u2060", "") for cell in column] for column in zip(*cells, strict=True)]
