"""The fixtures themselves: waiting waits, WebGL draws, a script error is a failure."""

from tools.browser import wait_idle

WEBGL = "document.createElement('canvas').getContext('webgl2')?.getParameter(WebGL2RenderingContext.VERSION)"


def test_waiting_for_idle_waits_for_the_end_of_the_script(serve, browser_page):
    browser_page.goto(serve("tiny.py").url)
    wait_idle(browser_page)
    browser_page.get_by_role("button", name="go").click()
    wait_idle(browser_page)
    assert browser_page.get_by_text("went").is_visible()


def test_webgl_works_without_a_graphics_card(serve, browser_page):
    browser_page.goto(serve("tiny.py").url)
    assert browser_page.evaluate(WEBGL).startswith("WebGL 2.0")


def test_an_error_in_the_console_is_a_fault(serve, browser_page, faults):
    browser_page.goto(serve("tiny.py").url)
    browser_page.evaluate("console.error('on purpose')")
    assert faults == ["on purpose"]
    faults.clear()


def test_a_page_that_asks_the_network_is_a_fault(serve, browser_page, faults):
    browser_page.goto(serve("tiny.py").url)
    browser_page.evaluate("fetch('https://example.org/').catch(() => 0)")
    assert faults[0] == "asked the network for https://example.org/"
    faults.clear()


def test_a_file_that_is_not_there_is_a_fault(serve, browser_page, faults):
    browser_page.goto(serve("tiny.py").url)
    browser_page.evaluate("fetch('/media/none.png')")
    assert "status of 404" in faults[0]
    faults.clear()
