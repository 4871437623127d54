"""Ledger in a real browser: on a phone too the picture stands first, and a guess brings the verdict."""

import pytest

from tests.browser.opening import columns, open_at, scrolls_sideways
from tools.browser import wait_idle


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_a_guess_and_the_verdict(server, open_page, width, scheme):
    page = open_page(width=width, color_scheme=scheme, locale="pt-BR")
    open_at(page, f"{server.url}/ledger?model=qwen")
    page.locator(".js-plotly-plot .barlayer").wait_for()
    assert not scrolls_sideways(page)
    chart = page.locator(".js-plotly-plot").bounding_box()
    assert chart
    assert chart["y"] < 844
    page.get_by_text("atadas, uma tabela", exact=True).click()
    page.get_by_text("Não como você previu.").wait_for()
    wait_idle(page)
    assert columns(page, 0)[1] == ["1.271.398.400", "1.271.398.400", "2.542.796.800"]
