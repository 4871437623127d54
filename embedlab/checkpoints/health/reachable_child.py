"""A program: asks a tokenizer.json which tokens it never makes. A file of somebody else runs here, under limits.

python -I reachable_child.py < {"path", "ids", "texts", "pieces", "seconds", "megabytes"} > [ids never made]
"""

from __future__ import annotations

import json
import sys

_BATCH = 5_000  # texts cut at a time
# What stands before the text: nothing; no letter, for a piece inside a word; letters, for one that follows letters.
# Several letters, because "q" and "ing" may make a token together.
_BEFORE = ("", "«", "q", "z", "x", "j", "v", "7", "a", "« ")


def limit(seconds: int, megabytes: int) -> None:
    """Bound this process, where the system knows how."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_DATA, (megabytes * 2**20, megabytes * 2**20))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    """Answer one order."""
    order = json.load(sys.stdin)
    limit(order["seconds"], order["megabytes"])
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(order["path"])
    tokenizer.no_truncation()
    tokenizer.no_padding()
    left = list(zip(order["ids"], order["texts"], order["pieces"], strict=True))
    for place, before in [(place, before) for place in (1, 2) for before in _BEFORE]:  # texts first, then pieces
        kept = []
        for start in range(0, len(left), _BATCH):
            some = left[start : start + _BATCH]
            cut = tokenizer.encode_batch([before + one[place] for one in some], add_special_tokens=False)
            kept += [one for one, encoding in zip(some, cut, strict=True) if one[0] not in encoding.ids]
        left = kept
    json.dump([one[0] for one in left], sys.stdout)


if __name__ == "__main__":
    main()
