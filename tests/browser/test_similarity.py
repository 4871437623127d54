"""Similarity in a real browser: the pair stands among random pairs, under the metric of the link."""

import pytest

from embedlab.checkpoints import open_table
from embedlab.neighbours import METRICS
from embedlab.ui.session import SHIPPED
from tests.browser.opening import open_at, scrolls_sideways
from tools.browser import wait_idle


def value(metric, *tokens):
    table = open_table(SHIPPED / "table_en.safetensors")
    a, b = table.rows64([table.ids_by_token[token][0] for token in tokens])
    return float(METRICS[metric].values64(a, b))


def marked(page):
    """What the histogram's first label says: the pair and its value."""
    pair, number = page.locator(".annotation-text").first.text_content().rsplit(": ", 1)
    return pair, float(number.replace("−", "-"))


def test_the_pair_is_marked_among_random_pairs(server, browser_page):
    open_at(browser_page, f"{server.url}/similarity")
    assert marked(browser_page) == ("cat – dog", pytest.approx(value("cosine", "cat", "dog"), abs=6e-4))
    browser_page.get_by_role("radio", name="dot product", exact=True).click()
    browser_page.wait_for_url("**metric=dot**")
    wait_idle(browser_page)
    assert marked(browser_page) == ("cat – dog", pytest.approx(value("dot", "cat", "dog"), abs=6e-4))


def test_a_link_chooses_tokens_pair_and_metric(server, browser_page):
    query = "tokens=dog&tokens=Tuesday&tokens=xylophone&u=Tuesday&v=xylophone&metric=euclidean"
    open_at(browser_page, f"{server.url}/similarity?{query}")
    distance = value("euclidean", "Tuesday", "xylophone")
    assert marked(browser_page) == ("Tuesday – xylophone", pytest.approx(distance, abs=6e-4))


@pytest.mark.parametrize("locale", ["en-US", "pt-BR"])
@pytest.mark.parametrize("path", ["similarity", "maps"])
def test_a_phone_shows_every_metric_and_every_column(server, open_page, path, locale):
    page = open_page(width=390, height=844, locale=locale)
    open_at(page, f"{server.url}/{path}")
    pickers = page.get_by_role("radiogroup")
    metrics = [metric.short.say("pt" if locale == "pt-BR" else "en") for metric in METRICS.values()]
    assert metrics in [picker.get_by_role("radio").all_inner_texts() for picker in pickers.all()]
    for picker in pickers.all():
        assert picker.evaluate("group => group.scrollWidth <= group.clientWidth")
        rights = [
            box["x"] + box["width"] for box in (radio.bounding_box() for radio in picker.get_by_role("radio").all())
        ]
        assert max(rights) <= 390 - 16, rights
    for table in page.get_by_test_id("stTable").all():
        assert table.evaluate(
            "table => [...table.querySelectorAll('*')].every(e => e.scrollWidth <= table.clientWidth)"
        )
    assert not scrolls_sideways(page)
