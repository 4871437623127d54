"""C23 and C24: one world, three objectives. The models are trained once per language, with seeds 0 to 2."""

import time
from dataclasses import replace

import numpy as np
import pytest

from embedlab.claims import objectives as claims
from embedlab.claims.objectives import OneSpace
from embedlab.errors import FileError
from embedlab.training import three, vocabulary, world
from embedlab.training.objective import TrainingData
from embedlab.training.objectives import multimodal, retrieval
from embedlab.training.world_words import TRIPLES
from embedlab.wording import LANGUAGES

pytestmark = [pytest.mark.claims, pytest.mark.heavy]
NUMBERS = {item.en: number for number, item in enumerate(world.items())}


def never():
    return False


@pytest.fixture(scope="module", params=LANGUAGES)
def trained(request, tmp_path_factory):
    """(Three, the CPU seconds of its nine runs)"""
    out = tmp_path_factory.mktemp("three") / "three.safetensors"
    began = time.process_time()
    told = []
    answer = three.run({"language": request.param, "seed": 0, "out": str(out)}, told.append, never)
    assert told[-1] == {"done": 9, "total": 9}
    assert [one["done"] for one in told] == sorted(one["done"] for one in told)
    assert answer == {"path": str(out), "seed": 0}
    return three.read(out), time.process_time() - began


def triple(tables, word):
    return claims.flip(tables, NUMBERS[word], tuple(NUMBERS[other] for other in TRIPLES[word]))


def test_c23_three_objectives_mean_three_things_by_similar(trained):
    found, seconds = trained
    tables = claims.words(found)
    outcome = claims.meanings(tables)
    assert outcome.verdict == "three"
    assert outcome.values["across"] <= 0.25
    assert outcome.values["within"] >= 0.55
    flipped = [word for word in TRIPLES if triple(tables, word).in_every_seed]
    assert {"sheep", "cat"} <= set(flipped)
    assert len(flipped) >= 6
    for name, code, least in zip(found.tables, world.codes().values(), (0.95, 0.95, 0.75), strict=True):
        nearest = [code[claims.nearest(rows, 1)[:, 0]] == code for rows in tables[name]]
        assert np.mean(nearest) >= least  # substitutes, the same topic, what looks alike
    shares = claims.passage_first(claims.texts(found))
    assert shares["next_token"] <= 0.25  # another question of its kind, rather than a passage of its topic
    assert shares["retrieval"] >= 0.95
    assert seconds <= 9 * 2 + 5  # each run at most 2 CPU seconds; the first imports torch


def test_c24_a_caption_stands_beside_its_own_picture(trained):
    seeds = claims.spaces(trained[0])
    outcome = claims.own_picture(seeds)
    assert outcome.verdict == "own"
    assert outcome.values["own"] >= 0.9 > 60 * outcome.values["chance"]
    assert 0 < outcome.values["gap"] < 0.5
    for one in seeds:
        captions, patches, share = one.plane()
        assert captions.shape == patches.shape == (70, 2)
        assert 0 < share < 1


def test_the_pairs_that_are_torn_apart_are_seen(trained):
    """Every caption is given the next item's picture: the nearest is no longer its own."""
    mixed = [OneSpace(one.captions, np.roll(one.patches, 1, axis=0)) for one in claims.spaces(trained[0])]
    assert claims.own_picture(mixed).verdict == "chance"
    by_look = np.argsort(world.codes()["look"], kind="stable")
    next_of = np.empty(70, dtype=int)
    next_of[by_look] = np.roll(by_look, 1)
    alike = [OneSpace(one.captions, one.patches[next_of]) for one in claims.spaces(trained[0])]
    assert claims.own_picture(alike).verdict == "alike"


def last(objective, data, seed):
    run = objective.start(data, objective.Settings(updates=150), seed, "cpu")
    while run.step < run.total:
        run.advance()
    return run.tensors()["input_table.weight"]


def test_a_world_with_one_code_means_one_thing():
    """Topic and look are made the same as the class: retrieval and pictures then agree. No fixed answer."""
    text = world.build("en")
    words, about = vocabulary.of(text.sentences), text.world()
    painted = np.stack([about.pictures[7 * kind] for kind in about.kinds])  # one picture a class
    rest = np.random.default_rng(0).normal(0, 0.05, painted.shape)  # so that items differ a little
    same = replace(about, topics=about.kinds, kinds=np.arange(70), pictures=(painted + rest).astype(np.float32))
    data = TrainingData(tuple(vocabulary.encode(text.sentences, words)), words.counts, same)
    rows = np.array([words.ids[item.en] for item in world.items()])
    tables = {}
    for objective in (retrieval.OBJECTIVE, multimodal.OBJECTIVE):
        vectors = [last(objective, data, seed) for seed in range(2)]
        tables[objective.key] = [claims.unit((table - table.mean(0))[rows]) for table in vectors]
    outcome = claims.meanings(tables)
    assert outcome.verdict == "one"
    assert outcome.values["agree"] >= 0.55


def test_models_that_learned_nothing_are_seen(trained):
    found = trained[0]
    random = np.random.default_rng(0)
    noise = {name: tuple(random.normal(size=(223, 32)) for _ in range(3)) for name in found.tables}
    untrained = replace(found, tables=noise, patches=tuple(random.normal(size=(70, 32)) for _ in range(3)))
    assert claims.meanings(claims.words(untrained)).verdict == "undecided"
    assert claims.own_picture(claims.spaces(untrained)).verdict == "chance"
    assert not any(triple(claims.words(untrained), word).in_every_seed for word in TRIPLES)
    shares = claims.passage_first(claims.texts(untrained))
    assert max(shares.values()) <= 0.3  # two questions of one kind share words: that is no learning


def test_every_run_is_in_the_record(trained):
    records = trained[0].records
    assert [record["seed"] for record in records] == [0, 1, 2] * 3
    assert [record["settings"]["objective"] for record in records[::3]] == list(three.OBJECTIVES)
    assert all({"device", "threads", "updates", "batch"} <= set(record["settings"]) for record in records)
    assert all("torch" in record["versions"] for record in records)


def test_nearest_and_overlap_by_hand():
    rows = claims.unit(np.array([[1, 0], [1, 0.1], [0, 1], [0.1, 1]]))
    assert claims.nearest(rows, 1).ravel().tolist() == [1, 0, 3, 2]
    assert claims.overlap(np.array([[1, 2], [3, 4]]), np.array([[2, 1], [4, 5]])) == 0.75
    assert claims.unit(np.zeros((1, 2))).tolist() == [[0, 0]]


def test_a_passage_before_a_question_by_hand():
    """Questions about sheep and cat; passages about hay (the topic of sheep) and milk (that of cat)."""
    items = np.array([NUMBERS[word] for word in ("sheep", "cat", "hay", "milk")])
    asks = np.array([True, True, False, False])
    topics = np.array([[1.0, 0], [0, 1], [1, 0], [0, 1]])  # a passage lies on its question
    classes = np.array([[1.0, 0], [1, 0], [0, 1], [0, 1]])  # the questions lie on each other
    half = np.array([[1.0, 0], [0, 1], [1, 0], [-1, 0]])  # sheep finds its passage; cat sees both at right angles
    vectors = {"topics": topics, "classes": classes, "half": half}
    shares = claims.passage_first(claims.Texts(((),) * 4, items, asks, vectors))
    assert shares == {"topics": 1.0, "classes": 0.0, "half": 0.75}


def test_gap_by_hand():
    one = OneSpace(np.array([[1.0, 0], [1, 0]]), np.array([[0.0, 1], [0, 1]]))
    assert one.gap == pytest.approx(np.sqrt(2))
    assert one.hits(np.arange(2)).tolist() == [True, False]  # a tie goes to the first
    step = np.tile([[0.0, 1.0]], (400, 1))
    apart = OneSpace(step, -step)  # each swap moves the gap by 2 / 400: the sum of 400 signs, 95 % of it below 1.96 sd
    assert apart.gap == pytest.approx(2)
    assert apart.gap_by_chance() == pytest.approx(2 * 1.96 / 20, rel=0.15)


def test_a_triple_is_one_of_each_kind():
    codes = world.codes()
    for word, others in TRIPLES.items():
        for code, other in zip(("kind", "topic", "look"), others, strict=True):
            assert codes[code][NUMBERS[word]] == codes[code][NUMBERS[other]], (word, other)


def test_a_stop_leaves_no_file_and_a_broken_file_is_said(tmp_path):
    out = tmp_path / "t"
    assert three.run({"language": "en", "seed": 0, "out": str(out)}, lambda progress: None, lambda: True) is None
    assert not out.exists()
    for code in ("file.not_found", "file.metadata"):
        with pytest.raises(FileError) as caught:
            three.read(out)
        assert caught.value.code == code
        out.write_bytes(b"no tables")
