"""Opening pages of the app."""

from playwright.sync_api import Page

from tools.browser import wait_idle


def open_at(page: Page, url: str) -> None:
    """Open a page by its own address and wait until it stands."""
    page.goto(url)
    wait_idle(page, 60)


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
