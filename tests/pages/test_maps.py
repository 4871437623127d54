"""The page of the maps: shipped maps at once, settings that reach the job, partial maps, errors as sentences."""

import json

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from embedlab.checkpoints import open_table
from embedlab.distortion.job import run
from embedlab.distortion.results import Maps
from embedlab.distortion.selection import MapsSettings
from embedlab.errors import JobError
from embedlab.text.pages.maps import EN, PT
from embedlab.ui import drawn_maps, jobs, map_scene, session
from embedlab.ui.escaping import visible

APP = str(session.SHIPPED.parent / "app.py")


class Job:
    """A job as the page sees it, whose end the test decides."""

    kind, error, position, seconds = "maps", None, 0, 1.0

    def __init__(self, settings):
        self.id = "job"
        self.work = type("Work", (), {"settings": json.loads(json.dumps(settings)), "result": None})()
        self.state, self.progress, self.stopped = "running", {}, False

    @property
    def active(self):
        return self.state == "running"

    def stop(self):
        self.state = "stopped"

    def touch(self):
        pass


@pytest.fixture
def asked(monkeypatch):
    """Every job that the page asked for; none of them runs."""
    made = []

    def submit(kind, function, settings, **choices):
        assert (kind, function) == ("maps", "embedlab.distortion.job:run")
        made.append(Job(settings))
        return made[-1]

    monkeypatch.setattr(jobs, "submit", submit)
    monkeypatch.setattr(jobs, "of", lambda kind, language, fits: made[-1] if made else None)
    monkeypatch.setattr(jobs, "panel", lambda job, language, draw: draw(job))
    return made


@pytest.fixture(scope="module")
def emitted():
    """What a real job emits while it draws two maps of the shipped table."""
    path = session.SHIPPED / "table_en.safetensors"
    said = []
    settings = {"methods": ["pca", "tsne"], "rows": 100, "parameters": {"tsne": {"n_iter": 50}}}
    run({"table": {"path": str(path)}, "fingerprint": open_table(path).fingerprint, "maps": settings}, said.append,
        lambda: False)  # fmt: skip
    return [message for message in said if "document" in message]


def page(**query):
    app = AppTest.from_file(APP, default_timeout=60).switch_page("pages/maps.py")
    for name, value in query.items():
        app.query_params[name] = value
    return app.run()


def facts(app):
    """What the element was given."""
    element = next(part for part in app.main if part.type == "bidi_component")
    return json.loads(element.proto.mixed.json)["scene"]


@pytest.mark.parametrize("language", ["en", "pt"])
def test_shipped_maps_belong_to_the_shipped_table_and_the_defaults(language):
    content, maps = drawn_maps.load(session.SHIPPED / f"maps_{language}.json")
    table = open_table(session.SHIPPED / f"table_{language}.safetensors")
    again = "the table has changed: run `python -m tools.ship_maps`"
    assert content == {"fingerprint": table.fingerprint, "maps": MapsSettings().to_json()}, again
    assert list(maps.maps) == ["pca", "tsne", "umap"]
    assert len(maps.ids) == table.n_rows


@pytest.mark.parametrize(("language", "text"), [("en", EN), ("pt", PT)])
def test_the_page_opens_on_finished_maps_without_a_job(asked, language, text):
    app = page(lang=language)
    assert not app.exception
    assert not app.error
    assert asked == []
    panels = facts(app)["panels"]
    assert [panel["key"] for panel in panels] == ["pca", "tsne", "umap"]
    for panel in panels:
        reading, measures, declaration = panel["caption"]
        assert reading
        assert measures.count("15") == 3
        assert "seed 0" in declaration or "semente 0" in declaration
        assert 0 < panel["chance"] < panel["kept"] < 1
    assert any(one.label.startswith(text.more.split(":")[0]) for one in app.expander)


def test_settings_reach_the_job_and_only_those_that_differ(asked):
    page(metric="euclidean", seed="7", tsne_perplexity="12")
    assert [job.work.settings["maps"] for job in asked] == [
        {**MapsSettings().to_json(), "metric": "euclidean", "seed": 7, "parameters": {"tsne": {"perplexity": 12.0}}}
    ]
    assert asked[0].work.settings["fingerprint"] == session.opened(session.shipped("en")).fingerprint


def test_a_first_map_is_shown_while_the_others_are_drawn(asked, emitted):
    app = page(seed="7")
    assert not [part for part in app.main if part.type == "bidi_component"]
    asked[0].progress = emitted[0]
    app.run()
    panels = facts(app)["panels"]
    assert [panel["digest"] != "" for panel in panels] == [True, False, False]
    assert panels[1]["waiting"] == "t-SNE follows."
    first = facts(app)["digest"]
    asked[0].progress = emitted[1]
    app.run()
    assert [panel["digest"] != "" for panel in facts(app)["panels"]] == [True, True, False]
    assert facts(app)["digest"] == first
    assert len(asked) == 1


def test_what_stood_at_a_stop_stays_and_can_be_drawn_again(asked, emitted):
    app = page(seed="7")
    asked[0].progress = emitted[0]
    asked[0].stop()
    app.run()
    assert facts(app)["panels"][2]["waiting"] == "Stopped before UMAP."
    again = next(button for button in app.button if button.label == EN.again)
    again.click().run()
    assert len(asked) == 2


def test_other_settings_ask_anew_and_the_default_stops_the_job(asked):
    app = page(seed="7")
    app.number_input(key="seed").set_value(8).run()
    assert [job.work.settings["maps"]["seed"] for job in asked] == [7, 8]
    app.number_input(key="seed").set_value(0).run()
    assert asked[-1].state == "stopped"
    assert facts(app)["panels"][0]["digest"]


def test_a_full_queue_is_said(monkeypatch):
    def full(*_, **__):
        raise JobError("job.queue_full", limit=32)

    monkeypatch.setattr(jobs, "of", lambda kind, language, fits: None)
    monkeypatch.setattr(jobs, "submit", full)
    app = page(seed="7")
    assert len(app.error) == 1
    assert "32" in app.error[0].value


def test_a_tie_kept_by_a_map_is_handed_on(emitted):
    maps = Maps.from_arrays(emitted[1]["document"], emitted[1]["arrays"])
    assert len(map_scene._ties(maps)) == 0  # a trained table has no copies
    near = maps.maps["pca"].near
    row = int(np.flatnonzero(maps.maps["pca"].false.any(axis=1))[0])
    place = int(np.flatnonzero(maps.maps["pca"].false[row])[0])
    maps.maps["pca"].false[row, place] = False  # as if that dot lay exactly as far away as the last neighbour
    assert map_scene._ties(maps).tolist() == [[row, near[row, place]]]
    maps.maps["pca"].false[row, place] = True


def test_the_list_of_a_row_is_the_graph_of_its_maps():
    _, maps = drawn_maps.load(session.SHIPPED / "maps_en.json")
    table = open_table(session.SHIPPED / "table_en.safetensors")
    row = int(np.flatnonzero(maps.ids == table.ids_by_token["cat"][0])[0])
    listed = map_scene.neighbours_of(row, maps, table, "pt")
    assert listed["posição"] == [str(rank) for rank in range(1, 16)]
    assert listed["token"] == [visible(table.tokens[maps.ids[other]]) for other in maps.graph.ids[row]]
    kept = {key: round(15 * float(judged.kept[row])) for key, judged in maps.maps.items()}
    assert sum("UMAP" in names for names in listed[PT.kept_by]) == kept["umap"]
    assert sum("PCA" in names for names in listed[PT.kept_by]) == kept["pca"]
