"""What travels of an element's script."""

import base64
import gzip
import re

from embedlab.ui.element import packed


def test_a_long_script_travels_compressed_and_whole():
    module = "/** What it is. */\n" + '  export const unlike = "ação // kept";\n' * 99
    travelling = packed(module)
    content = base64.b64decode(re.search(r'atob\("(.+?)"\)', travelling)[1])
    assert gzip.decompress(content).decode() == 'export const unlike = "ação // kept";\n' * 99
    assert len(travelling) < len(module) / 4


def test_a_short_script_travels_as_it_is():
    assert packed("// why\nexport default () => 1;\n") == "export default () => 1;\n"
