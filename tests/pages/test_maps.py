"""The page of the maps: shipped maps at once, settings that reach the job, partial maps, errors as sentences."""

import json
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from embedlab.checkpoints import open_table
from embedlab.distortion import MEASURES, groups_job
from embedlab.distortion.check import foremost
from embedlab.distortion.job import run
from embedlab.distortion.results import Maps
from embedlab.distortion.selection import MapsSettings
from embedlab.distortion.stability import Stability
from embedlab.distortion.twins import Twins
from embedlab.errors import JobError
from embedlab.findings import Finding
from embedlab.text.pages.maps import EN, PT
from embedlab.ui import drawn_maps, jobs, map_scene, session
from embedlab.ui.escaping import visible
from embedlab.wording import Sentence

APP = str(session.SHIPPED.parent / "app.py")
SAID = ("**Warning.", "**Note.")  # how a finding begins


FUNCTIONS = {
    "maps": "embedlab.distortion.job:run",
    "maps.twins": "embedlab.distortion.comparison_job:twins",
    "maps.stability": "embedlab.distortion.comparison_job:stability",
    "maps.groups": "embedlab.distortion.groups_job:run",
}


class Job:
    """A job as the page sees it, whose end the test decides."""

    error, position, seconds = None, 0, 1.0

    def __init__(self, settings, kind="maps"):
        self.id, self.kind = "job", kind
        self.work = type("Work", (), {"settings": json.loads(json.dumps(settings)), "result": None})()
        self.state, self.progress, self.stopped = "running", {}, False

    @property
    def settings(self):
        return self.work.settings

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
        assert function == FUNCTIONS[kind]
        made.append(Job(settings, kind))
        return made[-1]

    def last(kind, *_):
        return next((job for job in reversed(made) if job.kind == kind), None)

    monkeypatch.setattr(jobs, "submit", submit)
    monkeypatch.setattr(jobs, "of", last)
    monkeypatch.setattr(jobs, "beside", last)
    monkeypatch.setattr(jobs, "panel", lambda job, language, draw=None: draw and draw(job))
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
        reading, headline, declaration = panel["caption"]
        assert reading
        for part in (" 15: ", text.noise.split("{")[0], text.headline.rpartition("·")[2].split()[0]):
            assert part in headline
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


def table_of(app, column):
    """The columns of the list on the page whose first column has this name."""
    listed = [one.value for one in app.table if one.value.columns[0] == column]
    assert len(listed) == 1
    return listed[0]


def test_at_most_three_findings_stand_above_and_none_twice(asked):
    app = page()
    _, maps = drawn_maps.load(session.SHIPPED / "maps_en.json")
    first, rest = foremost(map_scene.findings(maps))
    behind = next(one for one in app.expander if one.label == f"Further remarks on these maps: {len(rest)}")
    told, below = ([one.value for one in part.markdown if one.value.startswith(SAID)] for part in (app, behind))
    assert (len(told) - len(below), len(below)) == (len(first), len(rest))
    assert 1 <= len(first) <= 3
    assert len({finding.code for finding in first}) == len(first)


@pytest.mark.parametrize("severity", ["warning", "info"])  # above the maps, and behind the further remarks
def test_the_rows_of_a_finding_are_named(asked, monkeypatch, severity):
    found = Finding("table.hubs", severity, Sentence("{count} hubs.", "{count} hubs."), {"count": 2, "ids": [0, 1]})
    monkeypatch.setattr(map_scene, "findings", lambda maps: (found,))
    first, second = session.opened(session.shipped("en")).tokens[:2]
    app = page()
    above = next(one.value for one in app.markdown if one.value.startswith(SAID))
    assert above.replace("\\", "").endswith(f"2 hubs. Rows: {first}, {second}")
    sent = []
    monkeypatch.setattr("embedlab.ui.linked_maps._mail", lambda key, data: sent.append(data))
    next(one for one in app.button if one.label == EN.rows).click().run()
    _, maps = drawn_maps.load(session.SHIPPED / "maps_en.json")
    assert [maps.ids[row] for row in sent.pop()["marked"]] == [0, 1]
    app.run()
    assert "marked" not in sent.pop()


def test_rows_that_are_left_out_have_no_dot_to_show():
    found = Finding("table.zero_rows", "warning", Sentence("{count}", "{count}"), {"count": 2, "ids": [7, 9]})
    maps = SimpleNamespace(ids=np.array([3, 9, 20]), maps={})
    assert map_scene.drawn_rows(found, maps) == [1]
    assert map_scene.drawn_rows(replace(found, values={"count": 2}), maps) == []


def test_dots_that_a_finding_counts_are_those_of_its_map():
    _, maps = drawn_maps.load(session.SHIPPED / "maps_en.json")
    found = next(one for one in map_scene.findings(maps) if one.code == "map.neighbours_false")
    rows = map_scene.drawn_rows(found, maps)
    assert len(rows) == round(found.values["share"] * len(maps.ids))
    assert (maps.maps[found.values["map"]].kept[rows] < 1 - found.values["line"]).all()


@pytest.mark.parametrize(("language", "text"), [("en", EN), ("pt", PT)])
def test_all_measures_stand_beside_noise_and_chance(asked, language, text):
    listed = table_of(page(lang=language), text.of_measure)
    assert list(listed.columns) == [text.of_measure, "PCA", "t-SNE", "UMAP"]
    assert len(listed) == len(MEASURES)
    noise = text.noise.split("{")[0].strip(" ·")
    assert all(noise in cell for column in ("PCA", "t-SNE", "UMAP") for cell in listed[column])


def test_the_line_up_hides_the_map_and_reveals_it(asked):
    app = page(doubt="twins")
    letters = [button for button in app.button if button.key and button.key.startswith("line_up_")]
    assert [button.label for button in letters] == list("ABCDEF")
    said = [one.value for one in app.markdown]
    assert not any("is your table" in line for line in said)
    letters[2].click().run()
    assert not app.exception
    said = [one.value for one in app.markdown]
    assert sum("C is your table" in line or "your table is" in line for line in said) == 1
    assert sum("differs from noise" in line for line in said) == 1
    assert all(button.disabled for button in app.button if button.label in list("ABCDEF"))
    next(button for button in app.button if button.key == "line_up_again").click().run()
    assert not any(button.disabled for button in app.button if button.label in list("ABCDEF"))


def test_the_measure_beside_its_twins_can_be_chosen(asked):
    app = page(doubt="twins", measure="continuity")
    assert app.selectbox(key="measure").value == "continuity"
    assert not app.exception


def test_twins_are_asked_for_and_bring_nulls_and_findings(asked, emitted):
    app = page(seed="7", doubt="twins")
    asked[0].progress = emitted[-1]
    asked[0].stop()  # two maps stand
    app.run()
    assert "noise" not in facts(app)["panels"][0]["caption"][1]
    app.button(key="twins_start").click().run()
    job = asked[-1]
    assert (job.kind, job.work.settings["twins"]) == ("maps.twins", 5)
    assert job.work.settings["maps"] == asked[0].work.settings["maps"]
    maps = Maps.from_arrays(emitted[-1]["document"], emitted[-1]["arrays"])
    random = np.random.default_rng(0)
    twins = {
        key: Twins(
            "gaussian",
            {name: found["value"] + random.normal(size=2) * 0.01 for name, found in judged.measures.items()},
            np.stack([judged.projection.coordinates] * 2).astype(np.float32),
        )
        for key, judged in maps.maps.items()
    }
    packed = {key: one.to_arrays() for key, one in twins.items()}
    job.work.result = {"document": {key: one[0] for key, one in packed.items()}} | {
        key: one[1] for key, one in packed.items()
    }
    job.state = "done"
    app.run()
    assert not app.exception
    assert "noise" in facts(app)["panels"][0]["caption"][1]
    assert any("Noise would give this map" in one.value for one in app.markdown)
    assert {button.label for button in app.button} >= set("ABC")
    app.number_input(key="seed").set_value(8).run()  # other maps have other twins
    asked[-1].progress = emitted[-1]
    app.run()
    assert "noise" not in facts(app)["panels"][0]["caption"][1]


def test_other_runs_say_what_comes_back_by_map_row_and_class(asked, emitted):
    app = page(seed="7", doubt="stability")
    asked[0].progress = emitted[-1]
    asked[0].stop()  # two maps stand
    app.run()
    app.button(key="stability_start").click().run()
    job = asked[-1]
    assert job.kind == "maps.stability"
    maps = Maps.from_arrays(emitted[-1]["document"], emitted[-1]["arrays"])
    table = session.opened(session.shipped("en"))
    of_row = [table.classes[row] for row in maps.ids]
    chosen = next(name for name in of_row if name is not None and of_row.count(name) > 1)
    places = [place for place, name in enumerate(of_row) if name == chosen]
    overlap = np.full(len(maps.ids), 0.8, np.float32)
    overlap[places] = 0.25
    overlap[places[0]] = 0.1
    overlap[next(place for place, name in enumerate(of_row) if name is None)] = np.nan  # a row that one run holds
    found = {
        "tsne_seeds": Stability(overlap, 0.7, 0.3, 3, ({"seed": 1},)),
        "pca_resampled": Stability(overlap, None, 0.2, 2, ({"rows": 80},)),
    }
    packed = {name: one.to_arrays() for name, one in found.items()}
    job.work.result = {"document": {name: one[0] for name, one in packed.items()}} | {
        name: one[1] for name, one in packed.items()
    }
    job.state = "done"
    app.run()
    assert not app.exception
    listed = table_of(app, "Map")
    mean = f"{np.nanmean(overlap):.0%}"
    assert listed.values.tolist() == [
        ["PCA", "sample of the rows", "2", mean, "–", "0.20"],
        ["t-SNE", "seed and start", "3", mean, "0.70", "0.30"],
    ]
    least = next(one.value for one in app.markdown if one.value.startswith("Least stable"))
    first = table.tokens[maps.ids[places[0]]]
    assert f"t-SNE: {first} (10%)" in least.replace("\\", "")
    assert table_of(app, "class").iloc[0].tolist() == [chosen, f"{overlap[places].mean():.0%}"]
    assert not [button for button in app.button if button.key == "stability_start"]


def test_a_group_is_tested_and_its_verdict_stands_with_evidence(asked):
    app = page(doubt="group")
    assert app.button(key="group_test").disabled
    app.segmented_control(key="group_source").set_value("class").run()
    table = session.opened(session.shipped("en"))
    name = app.selectbox(key="group_class").value
    ids = [row for row, one in enumerate(table.classes) if one == name]
    app.segmented_control(key="group_map").set_value("pca").run()
    app.button(key="group_test").click().run()
    job = asked[-1]
    assert job.kind == "maps.groups"
    assert job.work.settings["groups"] == [{"ids": ids, "name": name, "grouped_by": "class"}]
    assert np.shape(job.work.settings["coordinates"]) == (table.n_rows, 2)
    job.work.result = verdict(job.work.settings)
    job.state = "done"
    app.run()
    assert not app.exception
    boxes = [*app.success, *app.info, *app.warning]
    assert any(f"these {len(ids):,} rows" in one.value for one in boxes)
    assert any("silhouette in the table" in one.proto.imgs[0].alt for one in app.get("image"))


def test_a_map_that_is_chosen_below_may_be_drawn_anew(asked, emitted):
    app = page(doubt="group")
    app.segmented_control(key="group_map").set_value("tsne").run()
    app.number_input(key="seed").set_value(7).run()
    asked[-1].progress = emitted[0]  # PCA alone stands
    app.run()
    assert not app.exception
    assert app.segmented_control(key="group_map").value == "pca"


def test_all_groups_on_screen_are_listed_with_their_verdicts(asked):
    app = page(doubt="group")
    app.segmented_control(key="group_source").set_value("screen").run()
    app.segmented_control(key="group_map").set_value("umap").run()
    app.button(key="group_test").click().run()
    job = asked[-1]
    assert job.work.settings["groups"] == "screen"
    one = verdict({**job.work.settings, "method": "pca", "groups": [{"ids": [0, 1, 2, 3, 4, 5], "name": "1"}]})
    compared = {"value": 0.5, "twins": [0.1, 0.2], "p": 1 / 3}
    labels = {"grouped_by": "screen", "groups": 1, "table": compared, "map": compared}
    job.work.result = {**one, "labels": labels}
    job.state = "done"
    app.run()
    listed = table_of(app, "group")
    assert listed["rows"].tolist() == ["6"]
    assert listed["verdict"].tolist()[0] in ("supported", "not supported", "split", "undecided")


def verdict(settings):
    """What the job of a group answers, with fewer rows so that it is quick."""
    return groups_job.run(settings, lambda progress: None, lambda: False)
