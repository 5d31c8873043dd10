"""Copies of a program's folder with the neighbours that it names, so that checkouts stay as they are."""
import hashlib
import re
import shutil

LARGE_BYTES = 8_000_000  # data, which the copy has as a link
BUILT = {".o", ".a", ".so", ".d"}
TEXT_BYTES = 400_000
TEXTS = {"", ".c", ".cc", ".cpp", ".cu", ".cuh", ".cxx", ".h", ".hh", ".hpp", ".inc", ".inl", ".mk", ".sh", ".txt"}
NEIGHBOUR = re.compile(rb"\.\./([A-Za-z0-9_.+-]+)")


def is_built(path):
    if path.suffix in BUILT:
        return True
    if path.suffix:
        return False
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def files_of(folder):
    """Its files in a fixed order, without what a build left."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and ".git" not in path.parts and not is_built(path):
            yield path


def neighbours(root, name):
    """The folders of `root` that `name` and its neighbours mention as ../FOLDER, with `name`."""
    found, left = [], [name]
    while left:
        folder = left.pop()
        if folder in found or folder in (".", "..") or not (root / folder).exists():
            continue
        found.append(folder)
        for path in files_of(root / folder) if (root / folder).is_dir() else ():
            if path.suffix in TEXTS and path.stat().st_size < TEXT_BYTES:
                left += [match.decode() for match in NEIGHBOUR.findall(path.read_bytes())]
    return sorted(found)


def copy(root, names, target):
    """Copies these folders and files of `root`; what is large is linked."""
    for name in names:
        source = root / name
        for path in files_of(source) if source.is_dir() else [source]:
            place = target / path.relative_to(root)
            place.parent.mkdir(parents=True, exist_ok=True)
            if path.stat().st_size > LARGE_BYTES:
                place.symlink_to(path.resolve())
            else:
                shutil.copy2(path, place)
                place.chmod(place.stat().st_mode | 0o200)


def digest(root, names):
    """Of the contents of these folders and files; of what is large, the size."""
    total = hashlib.sha256()
    for name in names:
        source = root / name
        for path in files_of(source) if source.is_dir() else [source]:
            size = path.stat().st_size
            total.update(f"{path.relative_to(root)} {size}\n".encode())
            if size <= LARGE_BYTES:
                total.update(path.read_bytes())
    return total.hexdigest()[:16]
