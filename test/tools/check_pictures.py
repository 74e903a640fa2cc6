"""Checks SVG pictures of executions as a reader sees them: well-formed XML, and
nothing drawn over anything else. Nodes keep apart; labels and captions lie on
the page and keep apart from nodes, from each other and from every line; lines
touch only the nodes at their ends, except that they may pass behind barrier
bands and behind the barrier events of whole waves, which are wider than the
column."""
import re
import sys
import xml.etree.ElementTree as ElementTree

SVG = "{http://www.w3.org/2000/svg}"
PITCH = 0.602  # Of DejaVu Sans Mono, the widest of the fonts that are asked for.
SIZES = {"label": 11, "legend": 11, "scopename": 11, "title": 14}


def overlap(a, b):
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def text_box(x, y, text, classes, anchor):
    size = next((SIZES[c] for c in classes if c in SIZES), 12)
    width = PITCH * size * len(text)
    left = x - width / 2 if anchor == "middle" else x
    return (left, y - 0.75 * size, left + width, y + 0.2 * size)


def texts(root):
    """Yields (box, text) of everything written outside nodes."""
    for element in root.iter(SVG + "text"):
        classes = element.get("class", "").split()
        if "nodetext" in classes or "bandtext" in classes:
            continue
        y = float(element.get("y"))
        spans = list(element) or [element]
        for span in spans:
            if span.text:
                yield (text_box(float(span.get("x")), y, span.text, classes,
                                element.get("text-anchor")), span.text)


def pieces(path):
    """The straight pieces of a line, as thin boxes; corners are rounded."""
    numbers = [float(n) for n in re.findall(r"-?[0-9.]+", path)]
    points = list(zip(numbers[0::2], numbers[1::2]))
    for (x1, y1), (x2, y2) in zip(points, points[1:]):
        yield (min(x1, x2) - 0.5, min(y1, y2) - 0.5,
               max(x1, x2) + 0.5, max(y1, y2) + 0.5)


def rect_box(element, inset=0):
    x, y = float(element.get("x")), float(element.get("y"))
    return (x + inset, y + inset, x + float(element.get("width")) - inset,
            y + float(element.get("height")) - inset)


def check(file):
    root = ElementTree.parse(file).getroot()
    page = (0, 0, float(root.get("width")), float(root.get("height")))
    problems = []
    nodes = []
    for element in root.iter(SVG + "rect"):
        classes = element.get("class").split()
        if "node" in classes or "band" in classes:
            nodes.append((rect_box(element), rect_box(element, 1.5),
                          "band" in classes or "barrier" in classes))
    words = list(texts(root))
    for i, (box, _, _) in enumerate(nodes):
        for other, _, _ in nodes[:i]:
            if overlap(box, other):
                problems.append(f"nodes at {box} and {other} overlap")
    for i, (box, text) in enumerate(words):
        if box[0] < page[0] or box[1] < page[1] or box[2] > page[2] or box[3] > page[3]:
            problems.append(f"'{text}' leaves the page")
        for node, _, _ in nodes:
            if overlap(box, node):
                problems.append(f"'{text}' lies on the node at {node}")
        for other, other_text in words[:i]:
            if overlap(box, other):
                problems.append(f"'{text}' lies on '{other_text}'")
    for element in root.iter(SVG + "path"):
        if "line" not in element.get("class").split():
            continue
        for piece in pieces(element.get("d")):
            for box, text in words:
                if overlap(piece, box):
                    problems.append(f"a line runs through '{text}'")
            for _, inside, passable in nodes:
                if overlap(piece, inside) and not passable:
                    problems.append(f"a line runs through the node at {inside}")
    return problems


def main():
    failures = 0
    for file in sys.argv[1:]:
        for problem in check(file):
            print(f"{file}: {problem}")
            failures += 1
    print(f"{len(sys.argv) - 1} pictures, {failures} problems")
    sys.exit(1 if failures or len(sys.argv) < 2 else 0)


main()
