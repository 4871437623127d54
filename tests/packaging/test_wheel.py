"""What `pip install .` installs: the wheel, made from the source distribution, and the app that starts from it."""

import importlib.metadata
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from embedlab.ui.page import PAGES
from tests.visitor import Visitor
from tools.browser import ROOT, Server


def build(target, source, into):
    """`wheel` or `sdist` by the builder that pyproject.toml names; the file."""
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", target, "-d", into], cwd=source, check=True)
    return next(into.iterdir())


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("packaging")
    with tarfile.open(build("sdist", ROOT, folder / "sdist")) as archive:
        archive.extractall(folder / "source", filter="data")
    with zipfile.ZipFile(build("wheel", next((folder / "source").iterdir()), folder / "wheel")) as archive:
        archive.extractall(folder / "installed")
    return folder / "installed"


def files(*folders):
    return {path for one in folders for path in one.rglob("*") if path.is_file() and "__pycache__" not in path.parts}


def test_it_holds_the_package_and_the_app_and_nothing_else(wheel):
    beside = {ROOT / "app.py", ROOT / ".streamlit" / "config.toml", *files(ROOT / "pages", ROOT / "data")}
    expected = {path.relative_to(ROOT) for path in files(ROOT / "embedlab")}
    expected |= {Path("embedlab", "_app") / path.relative_to(ROOT) for path in beside}
    assert {path.relative_to(wheel) for path in files(wheel / "embedlab")} == expected
    assert {path.name.partition("-")[0] for path in wheel.iterdir()} == {"embedlab"}
    for path in beside:
        assert (wheel / "embedlab" / "_app" / path.relative_to(ROOT)).read_bytes() == path.read_bytes()


def test_it_requires_what_the_requirements_files_pin(wheel):
    (installed,) = importlib.metadata.distributions(path=[str(wheel)])
    required = {plain(line) for line in installed.requires or ()}
    assert required == {plain(line) for line in pinned("requirements.txt")} | {
        plain(f"{line}; extra == 'cluster'") for line in pinned("requirements-cluster.txt")
    }
    (command,) = installed.entry_points
    assert (command.group, command.name, command.load().__name__) == ("console_scripts", "embedlab", "run")


def pinned(name):
    lines = [line for line in (ROOT / name).read_text("utf-8").splitlines() if line and not line.startswith("#")]
    assert lines
    return lines


def plain(line):
    one = Requirement(line)
    return one.name.lower().replace("_", "-"), str(one.specifier), str(one.marker)


class Installed(Server):
    """The app as `embedlab app` starts it from the wheel: its folder stands where site-packages would."""

    def command(self, app):
        return [sys.executable, "-P", "-m", "embedlab", "app", f"--port={self.port}"]


def test_the_installed_app_starts_with_its_pages_data_and_theme(wheel, tmp_path):
    with Installed(ROOT, tmp_path, PYTHONPATH=str(wheel), STREAMLIT_SERVER_HEADLESS="true") as server:
        visitor = Visitor(server.url).run()
        assert f"http://127.0.0.1:{server.port}" in server.log()
        visitor.close()
    assert Path(visitor.session.main_script_path) == wheel / "embedlab" / "_app" / "app.py"
    assert visitor.session.custom_theme.base_font_size == 17
    elements = visitor.elements.values()
    kinds = [element.WhichOneof("type") for element in elements]
    links = {element.page_link.page for element in elements if element.WhichOneof("type") == "page_link"}
    assert links == {Path(path).stem for name, path in PAGES.items() if name not in ("home", "class")} | {""}
    assert "imgs" in kinds  # the triangle, of the shipped table
    assert not {"exception", "alert"} & set(kinds)
