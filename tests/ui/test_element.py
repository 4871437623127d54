"""Our elements: every file is used, each is one module, and none writes markup."""

import re

import pytest

from embedlab.ui import arrows, linked_maps, ranked_lists
from embedlab.ui.element import script


@pytest.mark.parametrize("element", [arrows, linked_maps, ranked_lists])
def test_every_file_is_in_the_script_once_and_short(element):
    assert {path.stem for path in element.FOLDER.glob("*.js")} == set(element.SCRIPTS)
    assert len(element.SCRIPTS) == len(set(element.SCRIPTS))
    lengths = {path.name: len(path.read_text("utf-8").splitlines()) for path in element.FOLDER.glob("*.js")}
    assert max(lengths.values()) < 200, lengths


@pytest.mark.parametrize("element", [arrows, linked_maps, ranked_lists])
def test_the_script_is_one_module_that_never_writes_markup(element):
    joined = script(element.FOLDER, element.SCRIPTS)
    assert re.findall(r"^(?:export|import)\b.*", joined, re.MULTILINE) == ["export default function (component) {"]
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", joined)
    names = re.findall(r"^(?:function|class|const) (\w+)", joined, re.MULTILINE)
    assert len(names) == len(set(names)), "two files define the same name"
