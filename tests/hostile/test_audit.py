"""The audit of what we stand on: each part finds its fault, and a machine without internet is told so and passes."""

import json
import subprocess
from email.message import Message
from importlib.metadata import distributions

import pytest
from packaging.utils import canonicalize_name

from tools import audit
from tools.audit import APP, CLUSTER, DEVELOPMENT, ROOT


class Package:
    """An installed package, as far as the audit looks."""

    def __init__(self, version="1.0", requires=(), **facts):
        self.version, self.requires, self.metadata = version, list(requires), Message()
        for name, value in facts.items():
            self.metadata[name.replace("_", "-")] = value


@pytest.fixture(scope="module")
def installed():
    return {canonicalize_name(found.name): found for found in distributions()}


def text(file):
    return (ROOT / file).read_text("utf-8")


def test_what_we_stand_on_is_pinned_installed_and_licensed(installed):
    assert not audit.loose({path.name: path.read_text("utf-8") for path in ROOT.glob("requirements*.txt")})
    assert not audit.elsewhere(text(APP) + text(CLUSTER) + text(DEVELOPMENT), installed)
    app = audit.needed(text(APP) + text(CLUSTER), installed)
    assert {"torch", "starlette", "certifi", "distributed"} <= app.keys()  # what is asked for, and what that needs
    assert not audit.unknown(app)


@pytest.mark.parametrize("line", ["numpy", "numpy>=2", "numpy==2.*", "numpy==2,<3", "numpy @ https://x/y.whl", "-e ."])
def test_a_loose_requirement_is_found(line):
    (fault,) = audit.loose({"r.txt": f"# numpy\n\ngood[extra]==1.2.0; sys_platform != 'win32'\n{line}\n"})
    assert line in fault


def test_two_files_cannot_pin_two_versions():
    (fault,) = audit.loose({"a.txt": "ml_dtypes==1.0", "b.txt": "ml-dtypes==1.1"})
    assert "ml-dtypes==1.1" in fault


@pytest.mark.parametrize(("line", "faults"), [("a==1.0", 0), ("a==1.1", 1), ("b==1.0", 1), ("b==1; os_name == 'x'", 0)])
def test_what_is_installed_otherwise_is_found(line, faults):
    assert len(audit.elsewhere(line, {"a": Package("1.0+cpu")})) == faults


def test_what_a_package_needs_is_followed_as_far_as_it_applies():
    every = {"a": Package(requires=["b", "c; extra == 'x'", "d; os_name == 'none'"]), "b": Package(requires=["a"]),
             "c": Package(), "d": Package()}  # fmt: skip
    assert set(audit.needed("a==1.0", every)) == {"a", "b"}
    assert set(audit.needed("a[x]==1.0", every)) == {"a", "b", "c"}
    every["b"] = Package(requires=["a[x]"])  # asked for later, with more
    assert set(audit.needed("b==1.0\na==1.0", every)) == {"a", "b", "c"}


@pytest.mark.parametrize(
    ("facts", "known"),
    [
        ({"License_Expression": "MIT OR (Apache-2.0 WITH LLVM-exception)"}, True),
        ({"License_Expression": "MIT AND GPL-3.0-only"}, False),
        ({"Classifier": "License :: OSI Approved :: BSD License"}, True),
        ({"Classifier": "License :: OSI Approved :: GNU Affero General Public License v3"}, False),
        ({"Classifier": "License :: OSI Approved", "License": "BSD-3-Clause"}, True),
        ({"License": "do as you like"}, False),
        ({}, False),
    ],
)
def test_a_licence_nobody_looked_at_is_found(facts, known):
    assert bool(audit.unknown({"a": Package(**facts)})) != known


ANSWER = {"dependencies": [{"name": "a", "version": "1.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1"]}]}]}
NOBODY = {"dependencies": [{"name": "a", "skip_reason": "Dependency not found"}]}


@pytest.mark.parametrize(
    ("answer", "weak", "said"),
    [
        (json.dumps(ANSWER), ["a 1.0: PYSEC-1, mended in 1.1"], "looked up for 1 of 1"),
        (json.dumps(NOBODY), [], "not looked up"),
        ("", [], "not looked up"),
        (subprocess.TimeoutExpired("pip-audit", 1.0), [], "not looked up"),
    ],
)
def test_only_an_answer_counts_as_a_look(answer, weak, said, monkeypatch):
    """The answers are written here: a source of advisories is not within every machine's reach."""

    def ask(pins):
        if isinstance(answer, Exception):
            raise answer
        return subprocess.CompletedProcess([], 1, answer, "")

    monkeypatch.setattr(audit, "ask", ask)
    found, told = audit.advisories({"a": Package()})
    assert found == weak
    assert told.startswith(said)


def test_a_question_that_pip_audit_does_not_take_is_a_fault_of_ours(monkeypatch):
    real = subprocess.run
    monkeypatch.setattr(audit.subprocess, "run", lambda command, **how: real([*command, "--no-such-option"], **how))
    weak, told = audit.advisories({"a": Package()})
    assert "no-such-option" in weak[0]
    assert told.startswith("not looked up")


def test_a_machine_without_internet_is_told_so(monkeypatch):
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")  # nobody is there
    assert audit.advisories({"six": Package("1.16.0")}) == ([], "not looked up, no source of them was reached")
