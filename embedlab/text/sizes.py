"""Bytes in words: in thousands (GB) or in powers of two (GiB)."""

from __future__ import annotations

from embedlab.wording import Language, number

UNITS = {"GB": (1000, ("bytes", "kB", "MB", "GB", "TB")), "GiB": (1024, ("bytes", "KiB", "MiB", "GiB", "TiB"))}


def say_size(size: int, unit: str, language: Language) -> str:
    """Bytes by the largest prefix that leaves 1 or more, three digits: `unit` is "GB" or "GiB".

    >>> say_size(2_542_796_800, "GB", "en"), say_size(2_542_796_800, "GiB", "pt")
    ('2.54 GB', '2,37 GiB')
    """
    base, names = UNITS[unit]
    level = 0
    while level + 1 < len(names) and size >= base ** (level + 1):
        level += 1
    value = size / base**level
    digits = 0 if level == 0 or value >= 100 else 1 if value >= 10 else 2
    return f"{number(value, f',.{digits}f', language)} {names[level]}"
