"""Compare in a real browser: a choice, a picture, and a wrong file that changes nothing."""

from tests.browser.opening import columns, open_at, scrolls_sideways
from tools.browser import wait_idle


def test_two_seeds_then_a_file(server, open_page, tmp_path):
    page = open_page(width=390, color_scheme="dark", locale="pt-BR")
    open_at(page, f"{server.url}/compare")
    page.get_by_text("só diferem pela semente").wait_for()
    page.locator(".js-plotly-plot .barlayer").wait_for()
    assert not scrolls_sideways(page)
    assert len(columns(page, 0)[0]) == 12
    page.get_by_text("um arquivo", exact=True).click()
    page.get_by_text("Escolha um arquivo para B.").wait_for()
    wrong = tmp_path / "holiday.npy"
    wrong.write_bytes(b"\xff\xd8\xff\xe0 this is a photograph")
    page.locator("input[type=file]").first.set_input_files(wrong)
    page.get_by_test_id("stAlert").first.wait_for()
    wait_idle(page)
    assert "holiday.npy" in page.get_by_test_id("stAlert").first.inner_text().replace("\u2060", "")
    page.get_by_text("outra semente dela", exact=True).click()
    page.get_by_text("só diferem pela semente").wait_for()
