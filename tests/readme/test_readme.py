"""The commands of README do what it says, in English and in Portuguese."""

import re
import shlex
import shutil
import subprocess
import sys

import pytest

from tests.readme.blocks import ROOT, blocks, commands
from tools.browser import Server

README = ROOT / "README.md"
PORTUGUESE = ROOT / "README.pt.md"
BOTH = pytest.mark.parametrize("readme", [README, PORTUGUESE], ids=lambda path: path.name)
WITHOUT_MAKE = next((text for text in blocks(README, "sh") if "-m venv" in text), "")
POWERSHELL = "".join(blocks(README, "powershell"))


@BOTH
def test_it_is_short(readme):
    assert len(readme.read_text("utf-8").splitlines()) < 120


@pytest.mark.parametrize(("readme", "other"), [(README, PORTUGUESE), (PORTUGUESE, README)], ids=["en", "pt"])
def test_it_leads_to_its_twin_on_its_first_lines(readme, other):
    assert f"]({other.name})" in "".join(readme.read_text("utf-8").splitlines()[:5])


@BOTH
def test_its_links_and_pictures_exist(readme):
    targets = re.findall(r"\]\(([^)#:]+)\)", readme.read_text("utf-8"))
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []


@pytest.mark.skipif(not shutil.which("make"), reason="no make on this machine")
@BOTH
def test_its_make_targets_exist(readme):
    targets = re.findall(r"\bmake ([a-z-]+)", readme.read_text("utf-8"))
    assert {"run", "test"} <= set(targets)
    for target in sorted(set(targets)):
        subprocess.run(["make", "-n", target], cwd=ROOT, check=True, capture_output=True)


def test_the_command_line_prints_what_is_written(tmp_path):
    """In one folder, in the order written: a later command uses the file of an earlier one."""
    work, home = tmp_path / "work", tmp_path / "home"
    home.mkdir()
    work.mkdir()
    for part in ("embedlab", "data"):
        (work / part).symlink_to(ROOT / part)
    assert len(commands(README)) >= 3
    for command in commands(README):
        command.run(work, home)


def test_the_portuguese_command_line_prints_what_is_written(tmp_path, monkeypatch, capsys):
    """The same verbs in the same order, in this process: the English ones have shown that they can be started."""
    (tmp_path / "data").symlink_to(ROOT / "data")
    monkeypatch.chdir(tmp_path)
    verbs = [[command.line.split()[3] for command in commands(readme)] for readme in (README, PORTUGUESE)]
    assert verbs[0] == verbs[1]
    for command in commands(PORTUGUESE):
        command.run_here(capsys)


def test_both_install_and_start_by_the_same_commands():
    def bare(readme):
        return [re.sub(r" +#.*", "", text) for kind in ("sh", "powershell") for text in blocks(readme, kind)]

    assert bare(PORTUGUESE) == bare(README)


def test_powershell_does_the_same_as_the_shell():
    shell = WITHOUT_MAKE.replace('EMBEDLAB_ROOT="$HOME" ', "")
    windows = (
        POWERSHELL.replace("$env:EMBEDLAB_ROOT = $HOME\n", "")
        .replace("\\Scripts\\", "/bin/")
        .replace("py -", "python3 -")
    )
    assert shell
    assert windows == shell


def test_what_it_installs_is_what_is_required():
    """Every package that the commands install is here in that very version: nothing would be fetched."""
    installs = [shlex.split(line)[3:] for line in WITHOUT_MAKE.splitlines() if "pip install" in line]
    required = (ROOT / "requirements.txt").read_text("utf-8").splitlines()
    assert installs[0] == ["install", next(line for line in required if line.startswith("torch=="))]
    for arguments in installs:
        command = [sys.executable, "-m", "pip", *arguments, "--dry-run", "--no-index", "--disable-pip-version-check"]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)


class WithoutMake(Server):
    """The app as the last command without make starts it, on a port of the test's."""

    def command(self, app):
        line = WITHOUT_MAKE.splitlines()[-1]
        assert line == 'EMBEDLAB_ROOT="$HOME" .venv/bin/python -m streamlit run app.py'
        return [sys.executable, *shlex.split(line)[2:], "--server.port", str(self.port)]


class MakeRun(Server):
    """The app as `make run` starts it."""

    def command(self, app):
        return ["make", "run", f"PORT={self.port}"]


@pytest.mark.parametrize("kind", [WithoutMake, MakeRun])
def test_its_commands_start_the_app_on_loopback(kind, tmp_path):
    if kind is MakeRun and subprocess.run(["make", "-q", ".venv/app.stamp"], cwd=ROOT, capture_output=True).returncode:
        pytest.skip("this environment was not made by make")
    with kind(ROOT / "app.py", tmp_path, STREAMLIT_SERVER_HEADLESS="true") as server:
        assert server.answers()
        assert f"http://127.0.0.1:{server.port}" in server.log()


def test_make_run_takes_the_port_that_is_written():
    line = subprocess.run(["make", "-n", "run"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    port = re.search(r"127\.0\.0\.1:(\d+)", README.read_text("utf-8"))
    assert port
    assert f"--server.port {port[1]}" in line
