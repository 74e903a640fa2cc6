"""Tables that programs make and documents hold, between two comments."""
import pathlib
import re


def agrees(document, begin, end, table, write=False):
    """Whether `table` stands in `document` after the comment `begin` and before `end`; with `write` it is put there."""
    path = pathlib.Path(document)
    part = re.compile(rf"(<!-- {re.escape(begin)} -->\n).*?(<!-- {re.escape(end)} -->)", re.S)
    text = path.read_text()
    fresh = part.sub(lambda m: m[1] + "\n" + table + "\n" + m[2], text)
    if write:
        path.write_text(fresh)
    return bool(part.search(text)) and (write or fresh == text)
