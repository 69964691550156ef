"""Where enrolled decks and labels of photographs lie on disk: the only file of vision, besides the camera, that opens files."""

from __future__ import annotations

import csv
import io
import os
import tempfile
from pathlib import Path

from vision.camera import PICTURE_SUFFIXES, CameraError, read_picture
from vision.deck import LABELS, Deck, DeckError, load_deck, save_deck
from vision.enrolling import Photograph

DECKS_VARIABLE = "DEALER_TABLE_DECKS"
_SUFFIX = ".npz"


def decks_folder(given: Path | None = None) -> Path:
    """The folder of decks: as given, else of the environment, else the user's data folder."""
    if given is not None:
        return given
    if named := os.environ.get(DECKS_VARIABLE):
        return Path(named)
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "dealer-table" / "decks"


def deck_path(name: str, folder: Path | None = None) -> Path:
    """The file of a deck. A name that ends in ``.npz`` is a path. Raises `DeckError` for a name that is no plain word."""
    if name.endswith(_SUFFIX):
        return Path(name)
    if not name or not all(letter.isalnum() or letter in "-_. " for letter in name) or name.startswith("."):
        raise DeckError(f"{name!r} is no name of a deck: use letters, digits, - and _")
    return decks_folder(folder) / f"{name}{_SUFFIX}"


def read_deck(name: str, folder: Path | None = None) -> Deck:
    """An enrolled deck. Raises `DeckError` that says which decks there are."""
    path = deck_path(name, folder)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        there = sorted(each.stem for each in path.parent.glob(f"*{_SUFFIX}")) if path.parent.is_dir() else []
        known = f"enrolled are {', '.join(there)}" if there else "none is enrolled yet"
        raise DeckError(f"no deck {name!r} in {path.parent}: {known}; enrol it with `dealer-table deck enroll`") from None
    except OSError as error:
        raise DeckError(f"{path}: {error.strerror or error}") from None
    return load_deck(data, str(path))


def write_deck(deck: Deck, name: str, folder: Path | None = None) -> Path:
    """Save the deck whole or not at all, readable by its owner. Raises `DeckError`."""
    path = deck_path(name, folder)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(dir=path.parent, suffix=".part")
        with os.fdopen(handle, "wb") as file:
            file.write(save_deck(deck))
        Path(beside).replace(path)
    except OSError as error:
        raise DeckError(f"{path}: the deck cannot be saved: {error.strerror or error}") from None
    return path


def parse_labels(text: str, place: str) -> tuple[str, ...]:
    """The labels of one photograph, parted by blanks; ``10`` may be written for ``T``. Raises `DeckError` naming `place`."""
    labels = []
    for word in text.replace(";", " ").split():
        label = "T" + word[2:] if word.startswith("10") else word
        label = label[:-1].upper() + label[-1].lower() if len(label) == 2 else label.lower()
        if label not in LABELS:
            raise DeckError(f"{place}: {word!r} is no card; expected a card such as As or Td, or back, joker, cut")
        labels.append(label)
    if not labels:
        raise DeckError(f"{place}: no cards; write them from left to right, such as: As Kd")
    return tuple(labels)


def read_labels(folder: Path) -> list[tuple[Path, tuple[str, ...]]]:
    """``labels.csv`` of a folder: pictures and what they show. Raises `DeckError` with file and line number."""
    path = folder / "labels.csv"
    if not folder.is_dir():
        raise DeckError(f"{folder}: no such folder of photographs")
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            text = file.read()
        heading = text.split("\n", 1)[0]
        parted_by = ";" if ";" in heading and "," not in heading else ","  # as spreadsheets of some countries save it
        rows = list(csv.reader(io.StringIO(text), delimiter=parted_by))
    except FileNotFoundError:
        raise DeckError(f"{path}: missing; write lines of file,cards (cards from left to right), headed file,cards") from None
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise DeckError(f"{path}: cannot be read: {error}") from None
    if not rows or [each.strip().lower() for each in rows[0][:2]] != ["file", "cards"]:
        raise DeckError(f"{path}: line 1: expected the heading file,cards")
    result = []
    for number, row in enumerate(rows[1:], 2):
        if not any(each.strip() for each in row):
            continue
        if len(row) < 2 or not row[0].strip():
            raise DeckError(f"{path}: line {number}: expected file,cards, such as photo1.jpg,As Kd")
        picture = _as_on_disk(folder / row[0].strip())
        result.append((picture, parse_labels(" ".join(row[1:]), f"{path}: line {number}")))
    if not result:
        raise DeckError(f"{path}: no photograph is named in it")
    return result


def _as_on_disk(path: Path) -> Path:
    """The file of that name; where there is none, the only one whose name differs in upper and lower case alone."""
    if path.exists() or not path.parent.is_dir():
        return path
    alike = [each for each in path.parent.iterdir() if each.name.casefold() == path.name.casefold()]
    return alike[0] if len(alike) == 1 else path


def pictures_without_labels(folder: Path, labelled: list[tuple[Path, tuple[str, ...]]]) -> list[Path]:
    """The pictures of a folder that its labels do not name."""
    named = {path.name for path, _ in labelled}
    return sorted(path for path in folder.iterdir() if path.suffix.lower() in PICTURE_SUFFIXES and path.name not in named)


def read_photograph(path: Path, labels: tuple[str, ...]) -> Photograph:
    """The picture with its labels. Raises `DeckError` naming the file."""
    try:
        return Photograph(path.name, read_picture(path), labels)
    except CameraError as error:
        raise DeckError(str(error)) from None
