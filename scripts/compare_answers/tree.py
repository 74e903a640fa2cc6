"""Where things are in this tree. Makes the modules of test/tools and of fuzz importable: import it before them."""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path += [str(ROOT / "test" / "tools"), str(ROOT / "fuzz")]


def list_files(folder, *endings):
    """The files of a folder with these endings, as paths from the root."""
    return [str(path.relative_to(ROOT)) for path in sorted((ROOT / folder).iterdir()) if path.suffix in endings]
