"""An answer as facts that can be compared: (kind, where, index) -> value.

A JSON document is split into its leaves: `where` is the path of a leaf without indices, as in kernels.barriers.depth, and
`index` the tuple of these. The kind follows from the path (KINDS). Text is split into lines.
"""
import json
import re

# The kind of a leaf, or of a file by its ending: of the first row whose pattern is found in "command:path".
KINDS = [(re.compile(pattern), kind) for pattern, kind in [
    (r"^(lower|explain):.*(steps|before|access|after|operations)\.text$", "sequence"),
    (r"\.(message|reason|why|motion|mayCross|source|text|position|added|explanation|description|because|purpose)$", "wording"),
    (r"(findings|errors|tests\.ub|states\.ub)\.name$", "finding name"),
    (r"(findings|errors)\.(severity|certainty)$", "finding severity"),
    (r"(findings|errors)\.(.*\.)?(location|accesses|barrier)\.|^litmus:tests\.(races|ub)\.", "finding place"),
    (r"[:.]verdict$|^check:summary\.|^litmus:tests\.(observation|positive|negative|executions|states|races|ub)\b", "verdict"),
    (r"^place:(\.|kernels|strategies|certificates)", "placement"),
    (r"^lower:(\.|files\.functions)|^explain:(.*\.)?(steps|assembly|before|access|after|pre|post)\b", "sequence"),
]]
ALL_KINDS = ["crash", "time-out", "exit code", "verdict", "finding name", "finding place", "finding severity", "placement",
             "sequence", "JSON", "wording"]

FINDING = re.compile(r"(?P<place>.*?): (?P<severity>error|warning|unknown): (?P<message>.*)\[(?P<name>[a-z0-9-]+)\]$")
SUMMARY = re.compile(r"(Test|States|Ok|No|Unknown|Positive:|Observation)( |$)|kernel \S+: \d+ barriers? placed|"
                     r"\d+ kernels? checked")


def kind_of(command, where):
    return next((kind for pattern, kind in KINDS if pattern.search(f"{command}:{where}")), "JSON")


def facts(command, answer, names):
    """All facts of an answer. `names` (Names) renames what the JSON of the old program calls otherwise."""
    found = {("exit code", "", ()): answer.code}
    found.update(facts_of_text(command, "", answer.text, names))
    found.update(facts_of_lines("standard error", answer.messages))
    for ending, text in answer.files:
        found.update(facts_of_text(command, ending, text, names))
    return found


def facts_of_text(command, file, text, names):
    """Facts of standard output, or of a written file with the ending `file`."""
    documents = parse_json(text)
    if documents is not None:
        return facts_of_json(command, file, documents, names)
    if file:
        kind = kind_of(command, file)
        return {(kind, file, (number,)): line for number, line in enumerate(text.splitlines())}
    return facts_of_lines("standard output", text)


def parse_json(text):
    """The JSON document, or the list of those on lines of their own; None for other text."""
    if not text.startswith("{"):
        return None
    try:
        return json.loads(text)
    except ValueError:
        pass
    try:
        return [json.loads(line) for line in text.splitlines()]
    except ValueError:
        return None


def facts_of_json(command, file, document, names):
    found = {}
    for where, index, value in leaves(document):
        where, value = names.rename(where, value)
        if where is not None:
            kind = kind_of(command, file) if file else kind_of(command, where)
            found[kind, file + where, index] = value
    return found


def leaves(value, where="", index=()):
    if isinstance(value, dict) and value:
        for key in sorted(value):
            yield from leaves(value[key], f"{where}.{key}" if where else key, index)
    elif isinstance(value, list) and value:
        for number, each in enumerate(value):
            yield from leaves(each, where, index + (number,))
    else:
        yield where, index, value


def facts_of_lines(where, text):
    """Findings by their parts, summaries, and the wording of all other lines."""
    found = {}
    for number, line in enumerate(text.splitlines()):
        finding = FINDING.match(line)
        if finding:
            found.update({(f"finding {part}", where, (number,)): finding[part] for part in ("name", "place", "severity")})
            line = finding["message"]
        if not line.startswith("Time "):
            found["verdict" if SUMMARY.match(line) else "wording", where, (number,)] = line
    return found


class Names:
    """Renames fields and values of a command's JSON, and leaves fields out. The table is that of renames.json."""

    def __init__(self, table, command):
        def part(name):
            return {**table.get(name, {}).get("*", {}), **table.get(name, {}).get(command, {})}
        self.renamed, self.values, self.ignored = part("renamed"), part("values"), part("ignored")

    def rename(self, where, value):
        """The new path and value; the path is None for what is not compared."""
        if any(is_within(where, path) for path in self.ignored):
            return None, value
        for old, new in self.renamed.items():
            if is_within(where, old):
                where = new + where[len(old):]
                break
        return where, self.values.get(where, {}).get(value, value) if isinstance(value, str) else value


def is_within(where, path):
    return where == path or where.startswith(path + ".")
