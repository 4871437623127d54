"""Checkpoint in a real browser: a real model's file becomes the table in use; a wrong one changes nothing."""

from tests.browser.opening import columns, open_at
from tools.browser import wait_idle

NEAR_CAT = [("cats", "0.815"), ("kitten", "0.560"), ("kitty", "0.537")]


def test_the_real_minilm_file(server, browser_page, real_file):
    page, weights = browser_page, real_file("minilm")
    open_at(page, f"{server.url}/checkpoint")
    page.locator("input[type=file]").first.set_input_files(weights)
    page.get_by_text("embeddings.word_embeddings.weight: 30,522 rows × 384 dimensions, float32").wait_for(
        timeout=60_000
    )
    wait_idle(page, 60)
    _, answers = columns(page, 0)
    assert answers[1].startswith("Unknown: nothing in this file says.")
    assert answers[2].startswith("11,720,448 parameters, 46.9 MB; its tables together 11,917,056 parameters")
    assert answers[3] == "None: every row is finite, and none is zero."
    page.locator("input[type=file]").nth(1).set_input_files(weights.with_name("vocab.txt"))
    page.get_by_text("Yes: 30,522 tokens from vocab.txt").wait_for()
    page.get_by_text("994 rows whose names say that they are unused or padding").wait_for(timeout=120_000)
    wait_idle(page, 60)
    with page.expect_download() as download:
        page.get_by_role("button", name="Report (HTML)").click()
    assert "423 ordinary tokens look like the 994" in download.value.path().read_text("utf-8")
    page.get_by_role("button", name="Use this table").click()
    page.get_by_text("In use on every page").wait_for()
    page.get_by_role("link", name="Neighbours").first.click()
    page.get_by_text("cat · id 4937").wait_for()
    wait_idle(page)
    cosine = columns(page, 1)
    assert list(zip(cosine[1], cosine[2], strict=True))[:3] == NEAR_CAT
    page.get_by_role("link", name="Home").click()
    page.get_by_text("cat – tuesday").wait_for()
    wait_idle(page)
    rows = columns(page, 0)
    assert (rows[1][1], rows[2][1]) == ("0.42", "-0.06")  # cosine: cat and dog, cat and tuesday


def test_a_wrong_file_is_a_sentence_and_the_table_in_use_stays(server, browser_page, tmp_path):
    wrong = tmp_path / "holiday.safetensors"
    wrong.write_bytes(b"\xff\xd8\xff\xe0 this is a photograph")
    open_at(browser_page, f"{server.url}/checkpoint")
    before = browser_page.get_by_test_id("stCaptionContainer").first.inner_text()
    browser_page.locator("input[type=file]").first.set_input_files(wrong)
    alert = browser_page.get_by_test_id("stAlert").first
    alert.wait_for()
    wait_idle(browser_page)
    assert "Traceback" not in alert.inner_text()
    assert "/tmp" not in alert.inner_text()
    assert browser_page.get_by_test_id("stCaptionContainer").first.inner_text() == before
    assert columns(browser_page, 0)[1][0].startswith("input_table.weight:")
